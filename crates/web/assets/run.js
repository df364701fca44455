// A run: follows it live, and replays it by the time of the slider.
const box = document.querySelector("#replay");
const list = document.querySelector("#moments");
const slider = document.querySelector("#time");
const clock = document.querySelector("#clock");
const play = document.querySelector("#play");
const start = Number(box.dataset.start);
let timer = 0;

const seconds = (ms) => (ms < 60000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.floor(ms / 60000)} min ${Math.floor(ms / 1000) % 60} s`);
function show() {
  const until = start + Number(slider.value);
  for (const moment of list.children) moment.hidden = Number(moment.dataset.at) > until;
  clock.textContent = seconds(Number(slider.value));
}
function stop() { cancelAnimationFrame(timer); timer = 0; play.textContent = "Play"; }
function run() {
  if (timer) { stop(); return; }
  if (Number(slider.value) >= Number(slider.max)) slider.value = 0;
  play.textContent = "Pause";
  let last = performance.now();
  const step = (now) => {
    const speed = Number(document.querySelector("#speed").value);
    slider.value = Math.min(Number(slider.value) + Math.max((now - last) * speed, 1), Number(slider.max));
    last = now;
    show();
    const visible = [...list.children].filter((moment) => !moment.hidden);
    visible.at(-1)?.scrollIntoView({ block: "nearest", behavior: "auto" });
    if (Number(slider.value) >= Number(slider.max)) stop(); else timer = requestAnimationFrame(step);
  };
  timer = requestAnimationFrame(step);
}
slider.addEventListener("input", () => { stop(); show(); });
play.addEventListener("click", run);
box.hidden = false;

// The server renders and escapes each moment.
function part(html) {
  const parsed = new DOMParser().parseFromString(`<ol>${html}</ol>`, "text/html");
  return [...parsed.querySelector("ol").childNodes];
}
if (box.dataset.running === "true") {
  const events = new EventSource(box.dataset.events);
  const totals = (event) => {
    const { totals: facts, state } = JSON.parse(event.data);
    document.querySelector("#totals").replaceChildren(...new DOMParser().parseFromString(`<dl>${facts}</dl>`, "text/html").querySelector("dl").childNodes);
    document.querySelector("#state").replaceChildren(...part(state));
  };
  events.addEventListener("moment", (event) => {
    const { at, html } = JSON.parse(event.data);
    const isAtEnd = Number(slider.value) >= Number(slider.max);
    list.append(...part(html));
    slider.max = Math.max(at - start, Number(slider.max));
    if (isAtEnd) { slider.value = slider.max; clock.textContent = seconds(Number(slider.max)); }
    show();
  });
  events.addEventListener("totals", totals);
  events.addEventListener("end", (event) => { totals(event); events.close(); });
  // A browser opens a broken stream again and says which moment it had last.
}
