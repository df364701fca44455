// Search as you type: the server renders the results, this only fetches and shows them.
const form = document.querySelector("#search");
const results = document.querySelector("#results");
const field = document.querySelector("#q");
let waiting = 0;
let running = null;

function address() {
  const fields = new URLSearchParams(new FormData(form));
  for (const [name, value] of [...fields]) if (!value.trim()) fields.delete(name);
  return fields;
}

async function search() {
  const fields = address();
  const shown = `/?${fields}`;
  running?.abort();
  running = new AbortController();
  if (!fields.get("q")) { results.replaceChildren(); history.replaceState(null, "", shown); return; }
  fields.set("part", "1");
  try {
    const reply = await fetch(`/?${fields}`, { signal: running.signal });
    const page = new DOMParser().parseFromString(await reply.text(), "text/html");
    results.replaceChildren(...page.body.childNodes);
    document.querySelectorAll(".overview, .about").forEach((part) => { part.hidden = true; });
    history.replaceState(null, "", shown);
  } catch (error) {
    if (error.name !== "AbortError") results.textContent = "The server does not answer.";
  }
}

function soon(delay) { clearTimeout(waiting); waiting = setTimeout(search, delay); }
field.addEventListener("input", () => soon(120));
// Leaving the field is a change too, but what was typed is shown by then.
form.addEventListener("change", (event) => { if (event.target !== field) soon(0); });
form.addEventListener("submit", (event) => { event.preventDefault(); soon(0); });

// j and k, or the arrows in the field, walk through the hits; Enter opens the one that is marked.
function move(step) {
  const hits = [...document.querySelectorAll(".hit")];
  if (!hits.length) return;
  const at = hits.findIndex((hit) => hit.classList.contains("current"));
  const next = Math.min(Math.max(at + step, 0), hits.length - 1);
  hits.forEach((hit, index) => hit.classList.toggle("current", index === next));
  hits[next].scrollIntoView({ block: "nearest" });
}
function open() {
  const link = document.querySelector(".hit.current .lines");
  if (link) location.href = link.href;
  return Boolean(link);
}
document.addEventListener("keydown", (event) => {
  const isField = event.target === field;
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (event.target !== field && /^(input|textarea|select|summary|a|button)$/i.test(event.target.tagName)) return;
  if (event.key === "ArrowDown" || (!isField && event.key === "j")) { event.preventDefault(); move(1); }
  else if (event.key === "ArrowUp" || (!isField && event.key === "k")) { event.preventDefault(); move(-1); }
  else if (event.key === "Enter" && open()) event.preventDefault();
  // A field for searching is emptied by Escape, and the results with it: the key only leaves the field.
  else if (event.key === "Escape" && isField) { event.preventDefault(); field.blur(); }
});
