// The panel of references: a filter, and where the reader is.
const panel = document.querySelector("#references");
const filter = document.querySelector("#references-filter");
if (panel && filter) {
  filter.hidden = false;
  filter.addEventListener("input", () => {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const file of panel.querySelectorAll(".uses")) {
      const path = file.querySelector("h3").textContent.toLowerCase();
      let shown = 0;
      for (const use of file.querySelectorAll("li")) {
        const text = `${path} ${use.textContent.toLowerCase()}`;
        use.hidden = !words.every((word) => text.includes(word));
        if (!use.hidden) shown += 1;
      }
      file.hidden = shown === 0;
    }
  });
  const follow = () => {
    for (const link of panel.querySelectorAll(".uses li a")) {
      const isHere = link.pathname === location.pathname && link.hash === location.hash;
      link.toggleAttribute("aria-current", isHere);
      if (isHere) link.scrollIntoView({ block: "nearest" });
    }
  };
  addEventListener("hashchange", follow);
  follow();
}
// Links that keep a part of the address.
for (const link of document.querySelectorAll("a[data-keep]")) {
  const here = new URLSearchParams(location.search);
  const there = new URLSearchParams(link.search);
  const value = here.get(link.dataset.keep);
  if (value) { there.set(link.dataset.keep, value); link.search = there; }
}
