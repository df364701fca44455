// Visits a repository that tries to run in the page or to break it.
//
//     node hostile.mjs PARTS ADDRESS TOKEN
//
// The server shows a repository that `crates/cli/tests/it/web_browser.rs` makes: `hostile` has names and texts
// with markup and right-to-left marks, `huge` a file of ten megabytes, one of 50,000 lines and a line of a
// megabyte. Prints a line for each check that holds; the first that does not ends it with an exit code of 1.

import { Visitor, check } from "./visitor.mjs";

// A page must be there and answer a click within this time, also from a build without optimisation.
const PAGE_MS = 10_000;
const ANSWER_MS = 2_000;

const visitor = await Visitor.start();

const page = await visitor.open();
let nVisited = 0;

async function visit(name, address) {
  const start = performance.now();
  await page.goto(new URL(address, visitor.address).href);
  const loaded = performance.now() - start;
  // Two frames: the page is drawn, and takes input.
  const drawing = performance.now();
  await page.evaluate(() => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); }));
  const drawn = performance.now() - drawing;
  check(loaded < PAGE_MS && drawn < ANSWER_MS, `${name} is there in time`, { loaded, drawn });
  const owned = await page.evaluate(() => window.owned);
  const scripts = await page.evaluate(() => [...document.scripts].filter((script) => !script.src).length);
  check(owned === undefined && scripts === 0, `nothing runs in ${name}`, { owned, scripts });
  nVisited += 1;
}

const links = (selector) => page.locator(selector).evaluateAll((all) => all.map((link) => link.href));

await visit("the root", "/file/");
const files = await links("main a[href*='/file/']");
const isHuge = files.some((address) => address.endsWith("/many_lines.py"));
check(files.length >= (isHuge ? 4 : 5), "every file is listed", files);
for (const [at, address] of [...new Set(files)].entries()) await visit(`file ${at + 1}, ${new URL(address).pathname}`, address);

if (isHuge) {
  await visit("a file of 50,000 lines", "/file/many_lines.py#L49999");
  check((await page.locator("#L49999.on").count()) === 1, "a line far down is marked");
  check(await page.locator("#L49999").isVisible(), "a line far down is shown");
  await visit("a file of ten megabytes", "/file/ten_megabytes.txt");
  await visit("a later part of it", "/file/ten_megabytes.txt?from=60000");
  await visit("a line of a megabyte", "/file/one_line.js");
}

for (const query of ["<script>alert(1)</script>", "\u202e\u2066", "\"><img src=x onerror=window.owned=1>", "broken", "window", "x".repeat(5000)]) {
  await visit(`the search for ${JSON.stringify(query.slice(0, 30))}`, `/?q=${encodeURIComponent(query)}`);
}
await visit("the search as one types", "/");
await page.locator("#q").fill("broken <img src=x onerror=window.owned=1>");
await page.waitForFunction(() => document.querySelector("#results").childElementCount > 0);
if (!isHuge) {
  for (const address of ["/map", "/gaps", "/entries", "/runs", "/ask", "/status", "/symbol/broken"]) {
    await visit(address, address);
  }
  await visit("the gaps", "/gaps");
  for (const [at, address] of (await links("ul.cards header a")).slice(0, 8).entries()) await visit(`gap ${at + 1}`, address);
}

// What reverses the text after it must not reverse the page.
await page.goto(`${visitor.address}/file/`);
const names = await page.locator("main").innerText();
check(!names.includes("\u202e"), "marks that reverse text are shown, not obeyed", names.slice(0, 500));
check(visitor.complaints.filter((text) => !/\b(400|404)\b/.test(text)).length === 0, "no page complained", visitor.complaints);
check(visitor.foreign.length === 0, "no page asked another host", visitor.foreign);
check(nVisited > 10 && (await page.evaluate(() => window.owned)) === undefined, "nothing of the repository ran");
await visitor.browser.close();
