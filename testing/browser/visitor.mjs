// What the drivers here have in common: a browser whose complaints and requests are kept, and checks.

import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import process from "node:process";

// No page and no condition may take longer.
export const PATIENCE_MS = 30_000;
const MOST_CHARS = 4000;

export function check(holds, what, found = "") {
  if (!holds) {
    const text = found instanceof Error ? found.stack : JSON.stringify(found);
    console.log(`does not hold: ${what}: ${(text ?? "").slice(0, MOST_CHARS)}`);
    process.exit(1);
  }
  console.log(`holds: ${what}`);
}

process.on("uncaughtException", (error) => check(false, "the visit goes on", error));

export class Visitor {
  complaints = [];
  foreign = [];

  static async start() {
    const [parts, address, token] = process.argv.slice(2);
    const visitor = new Visitor();
    visitor.require = createRequire(path.resolve(parts, "package.json"));
    visitor.address = address.replace(/\/$/, "");
    visitor.token = token;
    visitor.axe = fs.readFileSync(visitor.require.resolve("axe-core/axe.min.js"), "utf8");
    const { chromium } = visitor.require("playwright-core");
    const args = ["--disable-dev-shm-usage", "--force-color-profile=srgb"];
    // Its own sandbox does not work for root.
    if (process.getuid?.() === 0) args.push("--no-sandbox");
    const executablePath = path.resolve(parts, "chromium");
    visitor.browser = await chromium.launch({ executablePath, args, headless: true });
    return visitor;
  }

  // A page of a browser of its own, signed in by the address as `rutter serve` prints it.
  async open(options = {}) {
    const size = { width: 1280, height: 900 };
    const context = await this.browser.newContext({ viewport: size, colorScheme: "light", ...options });
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) this.complain(page, message.text());
    });
    page.on("pageerror", (error) => this.complain(page, String(error)));
    page.on("dialog", (dialog) => { this.complain(page, `dialog ${dialog.message()}`); dialog.dismiss(); });
    page.on("request", (request) => {
      if (new URL(request.url()).origin !== this.address) this.foreign.push(request.url());
    });
    await page.goto(`${this.address}/?token=${this.token}`);
    // While the index is made a page says so, and loads again by itself.
    await page.waitForSelector("#q");
    return page;
  }

  complain(page, text) {
    this.complaints.push(`${page.url()}: ${text}`);
  }

  async go(page, address) {
    const reply = await page.goto(this.address + address);
    // There is no reply if only the part after `#` is new.
    if (reply && !reply.ok()) throw new Error(`${address}: ${reply.status()} ${await page.innerText("main")}`);
    return reply;
  }

  // Chromium drops keys that are pressed before a page is painted first, which on a busy machine is long after
  // it was loaded. Only for pages with scripts: without them the wait itself may never end.
  async painted(page) {
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
  }

  // Serious and critical findings of axe, in few words.
  async faults(page) {
    // Not by a script element: the policy of the page forbids it, as it should.
    await page.evaluate(this.axe);
    const { violations } = await page.evaluate(() => window.axe.run());
    // Every name in code is a link; lines under all of them would make it hard to read.
    for (const one of violations.filter(({ id }) => id === "link-in-text-block")) {
      one.nodes = one.nodes.filter((node) => !node.html.includes("href=\"?go="));
    }
    return violations
      .filter((one) => ["serious", "critical"].includes(one.impact) && one.nodes.length > 0)
      .map((one) => ({ id: one.id, nodes: one.nodes.slice(0, 4).map((node) => `${node.html} ${node.failureSummary ?? ""}`) }));
  }
}
