// Visits the pages of `rutter serve` in a browser and checks what a user relies on.
//
//     node drive.mjs PARTS ADDRESS TOKEN [SHOTS]
//
// PARTS is what install.py made. The server shows the repository of `crates/cli/tests/it/web_browser.rs`: a
// shop in Rust with an entry for `add_prices`, gaps, a recorded run and a model that answers. Prints a line for
// each check that holds; the first that does not ends it with an exit code of 1. `wants: a run` asks the
// one who started this to explore the repository, `wants: the rest of the run` to let it go on. With SHOTS, a
// picture of every page in both themes and in the width of a phone is put into that folder.

import path from "node:path";
import process from "node:process";

import { Visitor, check } from "./visitor.mjs";

const SHOTS = process.argv[5];
const SYMBOL = "/symbol/add_prices?file=src%2Flib.rs";
const PHONE = { width: 375, height: 740 };

const visitor = await Visitor.start();

const textOf = (page, selector) => page.locator(selector).first().innerText();

async function search(page) {
  await page.locator("#q").pressSequentially("add prices");
  await page.waitForSelector("#results .hit");
  check((await textOf(page, "#results")).includes("add_prices"), "results come while one types");
  check(page.url().includes("q=add"), "the address has the search", page.url());
  check((await page.locator("#results .hit mark, #results .hit .code").count()) > 0, "a result shows code");
  await page.locator("#results .hit .why summary").first().click();
  check((await page.locator("#results .hit .why li").count()) > 0, "a result says why it ranks");
  await page.locator("select[name=lang]").selectOption("markdown");
  await page.waitForFunction(() => {
    const paths = [...document.querySelectorAll("#results .path")].map((link) => link.textContent);
    return paths.length > 0 && paths.every((path) => path.includes("README.md"));
  });
  check(true, "a filter changes the results");
}

async function file(page) {
  await visitor.go(page, "/?q=order_total");
  await page.locator(".file-hits .path", { hasText: "orders.rs" }).first().click();
  await page.waitForURL("**/file/src/orders.rs");
  check((await page.locator(".code .l").count()) === 23, "a file is shown whole", await page.locator(".code .l").count());
  await page.locator("#L4 .n").click();
  await page.locator("#L8 .n").click({ modifiers: ["Shift"] });
  check(page.url().endsWith("#L4-L8"), "lines are chosen by a click and another with shift", page.url());
  check((await page.locator(".code .l.on").count()) === 5, "chosen lines are marked");
  await visitor.go(page, "/file/src/orders.rs#L10-L12");
  await page.reload();
  check((await page.locator(".code .l.on").count()) === 3, "an address marks its lines");
  const copied = await page.evaluate(() => {
    getSelection().selectAllChildren(document.querySelector(".code"));
    return getSelection().toString();
  });
  check(copied.startsWith("use crate::add_prices;"), "copied code has no line numbers", copied.slice(0, 80));
  await page.locator("#permalink").click();
  await page.waitForURL("**?at=*");
  check((await textOf(page, ".code")).includes("order_tax"), "a permanent link shows the file of its commit");
  await visitor.go(page, "/file/src/orders.rs");
  await page.locator("#L10 a", { hasText: "add_prices" }).click();
  await page.waitForURL("**/symbol/add_prices**");
  check(true, "a name leads to its definition");
}

async function symbol(page) {
  await visitor.go(page, SYMBOL);
  check((await page.locator("#graph svg .node").count()) === 3, "the neighbourhood is drawn");
  check((await page.locator("#graph .legend li").count()) > 0, "the drawing says how its lines are known");
  await page.locator("#references-filter").fill("no such use");
  check((await page.locator("#references .uses li:visible").count()) === 0, "references are filtered");
  await page.locator("#references-filter").fill("");
  await page.locator("#callers a", { hasText: "order_total" }).first().click();
  await page.waitForURL("**/symbol/order_total**");
  check((await textOf(page, "h1")).includes("order_total"), "a caller is followed");
  check((await textOf(page, "#trail")).includes("add_prices"), "the trail leads back");
  await page.locator("#graph svg .node", { hasText: "order_tax" }).click();
  await page.waitForURL("**/symbol/order_tax**");
  check(true, "a node of the drawing is followed");
}

async function gap(page) {
  await visitor.go(page, "/gaps");
  const before = await page.locator("ul.cards > li").count();
  check(before > 0, "gaps are listed");
  await page.locator("ul.cards a", { hasText: "order_rebate" }).first().click();
  await page.locator("#text").fill("A half of the `order_tax`, at most a half of the `goods`.");
  await page.locator("button[value=check]").click();
  await page.waitForSelector("[role=status]");
  check((await page.locator("#text").inputValue()).startsWith("A half"), "a checked answer stays in its field");
  await page.locator("button[value=record]").click();
  await page.waitForSelector("h1:has-text('recorded')");
  check(true, "a gap is answered", await textOf(page, "main"));
  await visitor.go(page, "/gaps");
  const open = page.locator("ul.cards > li");
  check((await open.count()) < before, "an answered gap is no longer listed");
  const left = await open.count();
  await open.first().locator("header a").click();
  await page.locator("#why").fill("It says all by its name.");
  await page.locator("#dismiss button").click();
  await page.waitForURL("**/gaps");
  check((await open.count()) < left, "a gap is dismissed");
}

// The finding of who has read the code of `add_prices`.
function judged(statement) {
  const quoted = statement.split("`")[1] ?? "";
  const signature = "pub fn add_prices(first: u32, second: u32) -> u32";
  const code = `Adds two prices and reports the total. ${signature} let total = first + second; report_total(total); total`;
  const claim = "Adds `first` and `second`, and passes the total to `report_total`.";
  // The claim turned into its opposite.
  if (statement !== claim && statement.includes("`first` and `second`")) return "contradicted";
  const has = (text) => text.split(/\W+/).includes(quoted);
  const holds = statement === claim
    || (statement.startsWith("Its code calls something named `") && quoted === "report_total")
    || (statement.endsWith("` stands in its signature.") && has(signature))
    || (statement.endsWith("` stands in its code.") && has(code))
    || statement === "The name that it defines is `add_prices`.";
  return holds ? "supported" : "not shown";
}

async function entry(page) {
  await visitor.go(page, "/entries");
  await page.locator("ul.cards a", { hasText: "add_prices" }).first().click();
  await page.locator("#review a").click();
  await page.waitForURL("**/review");
  const found = [];
  for (const statement of await page.locator(".statements > li").all()) {
    const text = (await statement.locator("legend").innerHTML()).replaceAll(/<\/?code>/g, "`").trim();
    const finding = judged(text);
    found.push([finding, text]);
    await statement.locator(`input[type=radio][value="${finding}"]`).check();
    if (finding === "supported") {
      await statement.locator("input[name^=start]").fill("5");
      await statement.locator("input[name^=end]").fill("10");
    }
  }
  await page.locator("form button.primary").click();
  await page.waitForSelector("[role=status] h1");
  check((await textOf(page, "h1")) === "The review counts", "a claim is reviewed", [await textOf(page, "main"), ...found]);
  await page.getByRole("link", { name: "The entry" }).click();
  check((await textOf(page, "main")).includes("confirmed"), "a reviewed entry is confirmed");
}

async function live(page) {
  console.log("wants: a run");
  const running = page.locator("tr:has(.badge.running) a");
  do await visitor.go(page, "/runs"); while ((await running.count()) === 0);
  await running.first().click();
  await page.waitForSelector("#moments li:has-text('list_filesystem')");
  const before = await page.locator("#moments > li").count();
  console.log("wants: the rest of the run");
  await page.waitForSelector("#moments li:has-text('It was watched.')");
  await page.waitForFunction(() => !document.querySelector("#state .running"));
  check((await page.locator("#moments > li").count()) > before, "a run is watched while it goes on");
  check((await textOf(page, "#totals")).includes("400 in"), "its totals grow", await textOf(page, "#totals"));
}

async function replay(page) {
  await visitor.go(page, "/runs");
  await page.locator("tbody th a").last().click();
  const all = await page.locator("#moments > li").count();
  await page.locator("#time").evaluate((slider) => {
    slider.value = 0;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  });
  check((await page.locator("#moments > li:visible").count()) < all, "the slider goes back in time");
  await page.locator("#speed").selectOption("60");
  await page.locator("#play").click();
  await page.waitForFunction((n) => document.querySelectorAll("#moments > li:not([hidden])").length === n, all);
  check(true, "a run is replayed");
}

async function ask(page) {
  await visitor.go(page, "/ask");
  await page.locator("#question").fill("What adds prices?");
  await page.locator("#ask .primary").click();
  await page.waitForSelector(".exchange .citations");
  check((await textOf(page, ".exchange .answer")).includes("add_prices"), "a question is answered");
  const cited = await textOf(page, ".citations");
  check(cited.includes("src/lib.rs") && cited.includes("src/none.rs"), "its citations are listed", cited);
  check(cited.includes("there is no such file"), "a citation that fails says why", cited);
  check(page.url().includes("chat="), "a chat has an address", page.url());
  await page.reload();
  check((await textOf(page, ".exchange")).includes("What adds prices?"), "a chat is found again");
}

async function keyboard(page) {
  await visitor.go(page, "/status");
  await visitor.painted(page);
  await page.keyboard.press("Tab");
  await page.waitForFunction(() => document.activeElement.className === "skip");
  check(true, "the first tab leads past the navigation");
  await page.keyboard.press("Enter");
  await page.waitForURL("**#main");
  check(true, "what is skipped is skipped");
  await page.keyboard.press("g");
  await page.keyboard.press("s");
  await page.waitForURL(`${visitor.address}/`);
  await visitor.painted(page);
  await page.keyboard.press("/");
  await page.keyboard.type("add_prices");
  await page.waitForSelector("#results .hit");
  await page.keyboard.press("ArrowDown");
  await page.waitForSelector(".hit.current");
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.activeElement.id !== "q");
  // The field has the focus from the start, so that the slash is a part of the search.
  const kept = await page.inputValue("#q");
  check(kept.endsWith("add_prices"), "Escape leaves the search as it is", kept);
  check((await page.locator("#results .hit").count()) > 0, "and its results");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/file/**#L*");
  await visitor.painted(page);
  check(true, "a search is typed, chosen and opened by keys");
  await page.keyboard.press("t");
  await page.keyboard.type("orders");
  await page.waitForSelector("#finder-list [aria-selected=true]:has-text('orders.rs')");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/file/src/orders.rs");
  await visitor.painted(page);
  check(true, "a file is found by keys");
  await page.keyboard.press("?");
  await page.waitForSelector("#keys-dialog", { state: "visible" });
  check(true, "the keys are listed");
  await page.keyboard.press("Escape");
  await page.waitForSelector("#keys-dialog", { state: "hidden" });
  check(true, "Escape closes the list");
}

const colours = (page) => page.evaluate(() => getComputedStyle(document.body).color);

async function themes(page) {
  await visitor.go(page, "/");
  const light = await colours(page);
  await page.locator("#theme").click();
  const dark = await colours(page);
  check(light !== dark, "the theme changes", [light, dark]);
  await page.reload();
  check((await colours(page)) === dark, "the theme is kept");
  await page.context().clearCookies({ name: "rutter-theme" });
  const other = await visitor.open({ colorScheme: "dark" });
  check((await colours(other)) === dark, "the theme of the system is taken");
  await other.context().close();
}

async function plain() {
  const page = await visitor.open({ javaScriptEnabled: false });
  await page.locator("#q").fill("add_prices");
  await page.locator("#search button").click();
  check((await page.locator(".hit").count()) > 0, "without scripts a search finds");
  await page.locator(".hit .lines").first().click();
  check((await page.locator(".code .l").count()) > 0, "without scripts a file is shown");
  for (const [name, address] of await places(page)) {
    await visitor.go(page, address);
    check((await textOf(page, "main")).trim() !== "", `without scripts ${name} can be read`);
  }
  await visitor.go(page, "/ask");
  await page.locator("#question").fill("And without scripts?");
  await page.locator("#ask .primary").click();
  await page.waitForSelector(".exchange .citations");
  check(true, "without scripts a question is answered");
  await page.context().close();
}

// One address of every kind of page.
async function places(page) {
  const linked = async (list, selector) => {
    await visitor.go(page, list);
    const link = page.locator(selector).first();
    return (await link.count()) ? link.getAttribute("href") : list;
  };
  const gapPage = await linked("/gaps?state=dismissed", "ul.cards header a");
  const entryPage = await linked("/entries", "ul.cards header a");
  const runPage = await linked("/runs", "tbody th a");
  const chatPage = await linked("/ask", ".side a[href*='chat=']");
  return [
    ["the start page", "/"], ["a search", "/?q=add+prices"], ["a search without results", "/?q=zxqvwk&mode=lexical"],
    ["the root", "/file/"], ["a folder", "/file/src"], ["a file", "/file/src/lib.rs#L6-L10"],
    ["references beside a file", "/file/src/orders.rs?refs=add_prices&of=src%2Flib.rs"],
    ["a symbol", SYMBOL], ["a symbol with two steps", `${SYMBOL}&depth=2`], ["the map", "/map"], ["the gaps", "/gaps"],
    ["a gap", gapPage], ["the entries", "/entries"], ["an entry", entryPage], ["a review", `${entryPage}/review`],
    ["the runs", "/runs"], ["a run", runPage], ["asking", "/ask"], ["a chat", chatPage],
    ["the status", "/status"],
  ];
}

async function everyPage(page) {
  for (const [name, address] of await places(page)) {
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width: 1280, height: 900 });
      await visitor.go(page, address);
      if (SHOTS) await shoot(page, name, colorScheme);
      const faults = await visitor.faults(page);
      check(faults.length === 0, `axe has nothing against ${name}, ${colorScheme}`, faults);
    }
    await page.emulateMedia({ colorScheme: "light" });
    await page.setViewportSize(PHONE);
    await visitor.go(page, address);
    if (SHOTS) await shoot(page, name, "phone");
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    check(width <= PHONE.width, `${name} fits a phone`, `${width} px`);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
}

async function shoot(page, name, kind) {
  await page.screenshot({ path: path.join(SHOTS, `${name.replaceAll(" ", "-")}-${kind}.png`) });
}

const page = await visitor.open();
for (const visit of [search, file, symbol, gap, entry, live, replay, ask, keyboard, themes]) await visit(page);
await everyPage(page);
await plain();
const stranger = await visitor.browser.newPage();
const refused = await stranger.goto(`${visitor.address}/file/src/lib.rs`);
check(refused.status() === 401 && !(await refused.text()).includes("add_prices"), "a stranger sees nothing");
check(visitor.complaints.length === 0, "no page complained", visitor.complaints);
check(visitor.foreign.length === 0, "no page asked another host", visitor.foreign);
await visitor.browser.close();
