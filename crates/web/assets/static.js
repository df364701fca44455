// Search in a published site: by names, in a list that is loaded once.
const list = document.querySelector("#static-results");
const field = document.querySelector("#q");
let rows = null;

async function load() {
  rows ||= (await (await fetch(list.dataset.index)).json())
    .map(([name, kind, href, about, place]) => ({ name, kind, href, about, place, text: `${name} ${about}`.toLowerCase() }));
  return rows;
}
async function search() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  document.querySelectorAll(".overview, .about").forEach((part) => { part.hidden = words.length > 0; });
  if (!words.length) { list.replaceChildren(); return; }
  const found = (await load()).filter((row) => words.every((word) => row.text.includes(word)));
  const rank = (row) => (row.name.toLowerCase().endsWith(words[0]) ? 0 : 1) + row.name.length / 1000;
  found.sort((a, b) => rank(a) - rank(b));
  list.replaceChildren(...found.slice(0, 60).map((row) => {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = row.href;
    link.textContent = row.name;
    const kind = document.createElement("span");
    kind.className = "kind";
    kind.textContent = `${row.kind} ${row.place}`;
    const about = document.createElement("p");
    about.className = "faint";
    about.textContent = row.about;
    item.append(link, kind, about);
    return item;
  }));
}
field.value = new URLSearchParams(location.search).get("q") || "";
field.addEventListener("input", search);
field.closest("form").addEventListener("submit", (event) => { event.preventDefault(); search(); });
search();
