// What every page has: theme, keys, the file finder, and the trail of where one came from.
const $ = (selector) => document.querySelector(selector);
const isStatic = document.documentElement.dataset.site === "static";
const isTyping = (event) => /^(input|textarea|select)$/i.test(event.target.tagName) || event.target.isContentEditable;

function switchTheme() {
  const now = document.documentElement.dataset.theme
    || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  const next = now === "dark" ? "light" : "dark";
  document.documentElement.dataset.theme = next;
  document.cookie = `rutter-theme=${next}; path=/; max-age=31536000; samesite=strict`;
}

const themeButton = $("#theme");
if (themeButton) { themeButton.hidden = false; themeButton.addEventListener("click", switchTheme); }
const keysButton = $("#keys");
if (keysButton) { keysButton.hidden = false; keysButton.addEventListener("click", () => $("#keys-dialog").showModal()); }

// On a phone the tab of this page may be out of sight.
document.querySelector(".tabs [aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });

// The trail: the last pages of this tab, the newest last.
function drawTrail() {
  const trail = $("#trail");
  if (!trail) return;
  const known = JSON.parse(sessionStorage.getItem("trail") || "[]");
  const here = location.pathname + location.search;
  const title = document.title.split(" · ")[0];
  const isTrailed = /^\/(file\/.|symbol\/|entries\/|gaps\/|runs\/)|[?&]q=/.test(here);
  // The same page with other options is the same step.
  const place = (href) => (href.startsWith("/?") ? href : href.split("?")[0]);
  const steps = known.filter((step) => place(step.href) !== place(here));
  if (isTrailed) {
    steps.push({ href: here, title });
    sessionStorage.setItem("trail", JSON.stringify(steps.slice(-12)));
  }
  const shown = steps.filter((step) => step.href !== here).slice(-6);
  if (!isTrailed || !shown.length) return;
  for (const step of shown) {
    const link = document.createElement("a");
    link.href = step.href;
    link.textContent = step.title;
    link.title = step.title;
    trail.append(link);
  }
  trail.hidden = false;
}
try { drawTrail(); } catch { /* storage may be off */ }

// The file finder.
const finder = $("#finder");
let asked = 0;
async function findFiles() {
  const number = ++asked;
  const reply = await fetch(`/files?q=${encodeURIComponent($("#finder-name").value)}`);
  if (!reply.ok || number !== asked) return;
  const { files } = await reply.json();
  const list = $("#finder-list");
  list.replaceChildren(...files.map((file, at) => {
    const item = document.createElement("li");
    item.setAttribute("role", "option");
    item.setAttribute("aria-selected", String(at === 0));
    const link = document.createElement("a");
    link.href = file.href;
    link.textContent = file.path;
    link.tabIndex = -1;
    item.append(link);
    return item;
  }));
}
function openFinder() {
  finder.showModal();
  $("#finder-name").select();
  findFiles();
}
if (finder) {
  $("#finder-name").addEventListener("input", findFiles);
  $("#finder-name").addEventListener("keydown", (event) => {
    const items = [...$("#finder-list").children];
    const at = items.findIndex((item) => item.getAttribute("aria-selected") === "true");
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move && items.length) {
      event.preventDefault();
      const next = Math.min(Math.max(at + move, 0), items.length - 1);
      items.forEach((item, index) => item.setAttribute("aria-selected", String(index === next)));
      items[next].scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter" && items[at]) {
      event.preventDefault();
      location.href = items[at].querySelector("a").href;
    }
  });
}

const PAGES = { s: "/", f: "/file/", m: "/map", g: "/gaps", e: "/entries", r: "/runs", a: "/ask", t: "/status" };
let isGoing = false;
document.addEventListener("keydown", (event) => {
  if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (isStatic && (event.key === "t" || event.key === "g")) return;
  if (isGoing && PAGES[event.key]) { isGoing = false; location.href = PAGES[event.key]; return; }
  isGoing = false;
  switch (event.key) {
    case "/": { event.preventDefault(); const field = $("#q") || $("#quick"); field.focus(); field.select(); break; }
    case "t": event.preventDefault(); openFinder(); break;
    case "d": switchTheme(); break;
    case "?": $("#keys-dialog").showModal(); break;
    case "g": isGoing = true; break;
    default: break;
  }
});
