// Lines of a file: `#L10-L20`, ranges by shift-click, the permanent link, other uses of a name.
const LINES = /^#L(\d+)(?:-L?(\d+))?$/;
let first = 0;

function range() {
  const found = LINES.exec(location.hash);
  if (!found) return null;
  const [from, to] = [Number(found[1]), Number(found[2] || found[1])];
  return [Math.min(from, to), Math.max(from, to)];
}

function mark(scroll) {
  document.querySelectorAll(".code .l.on").forEach((line) => line.classList.remove("on"));
  const lines = range();
  if (!lines) return;
  first = lines[0];
  for (let number = lines[0]; number <= Math.min(lines[1], lines[0] + 5000); number += 1) {
    document.getElementById(`L${number}`)?.classList.add("on");
  }
  if (scroll) document.getElementById(`L${lines[0]}`)?.scrollIntoView({ block: "center", behavior: "auto" });
}

document.querySelector(".code")?.addEventListener("click", (event) => {
  const number = Number(event.target.closest(".n")?.dataset.n);
  if (!number) return;
  event.preventDefault();
  const isRange = event.shiftKey && first > 0;
  const [from, to] = isRange ? [Math.min(first, number), Math.max(first, number)] : [number, number];
  history.replaceState(null, "", from === to ? `#L${from}` : `#L${from}-L${to}`);
  const kept = first;
  mark(false);
  if (isRange) first = kept;
});
addEventListener("hashchange", () => mark(true));
mark(true);

// y: the address with the commit in it.
document.addEventListener("keydown", (event) => {
  if (event.key !== "y" || event.ctrlKey || event.metaKey || /^(input|textarea)$/i.test(event.target.tagName)) return;
  const link = document.querySelector("#permalink");
  if (link) location.href = link.getAttribute("href") + location.hash;
});

// The other uses of the name under the pointer, on the lines that are shown.
const MOST_LINKS = 20000;
const code = document.querySelector(".code");
let links = null;
code?.addEventListener("mouseover", (event) => {
  const name = event.target.closest("a:not(.n)")?.textContent;
  code.querySelectorAll(".same").forEach((link) => link.classList.remove("same"));
  if (!name) return;
  links ||= [...code.querySelectorAll("a:not(.n)")].slice(0, MOST_LINKS);
  links.filter((link) => link.textContent === name).forEach((link) => link.classList.add("same"));
});

// The symbol of the outline that is on the screen.
const outline = [...document.querySelectorAll(".outline li > a:first-child")];
if (outline.length) {
  const places = outline.map((link) => [Number(link.hash.slice(2)), link]);
  let shown = null;
  const follow = () => {
    const top = document.elementFromPoint(innerWidth / 3, innerHeight / 3)?.closest(".l");
    const line = Number(top?.id.slice(1));
    if (!line) return;
    let here = null;
    for (const [start, link] of places) if (start <= line) here = link;
    if (here === shown) return;
    shown?.classList.remove("here");
    here?.classList.add("here");
    shown = here;
  };
  addEventListener("scroll", follow, { passive: true });
  follow();
}
