// A question whose answer is shown while it is written.
const form = document.querySelector("#ask");
const list = document.querySelector("#exchanges");
const state = document.querySelector("#ask-state");
const stop = document.querySelector("#stop");

function add(tag, className, parent) {
  const element = document.createElement(tag);
  element.className = className;
  parent.append(element);
  return element;
}

async function* events(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    text += value;
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const [name, data] = text.slice(0, end).split("\n");
      text = text.slice(end + 2);
      yield [name.slice("event: ".length), JSON.parse(data.slice("data: ".length))];
    }
  }
}

async function ask(event) {
  event.preventDefault();
  const fields = new URLSearchParams(new FormData(form));
  const article = add("article", "exchange", list);
  add("div", "question", article).textContent = fields.get("question");
  const answer = add("div", "answer said streaming", article);
  const button = form.querySelector(".primary");
  button.disabled = true;
  stop.hidden = false;
  const control = new AbortController();
  stop.onclick = () => control.abort();
  state.textContent = "Thinking…";
  try {
    const reply = await fetch("/ask/stream", { method: "POST", body: fields, signal: control.signal });
    if (!reply.ok) throw new Error(`The server answers ${reply.status}.`);
    for await (const [name, data] of events(reply.body)) {
      if (name === "block") {
        const block = new DOMParser().parseFromString(data, "text/html");
        answer.append(...block.body.childNodes);
      }
      else if (name === "call") { state.textContent = data; answer.replaceChildren(); }
      else if (name === "problem") throw new Error(data);
      else if (name === "answer") {
        answer.remove();
        const page = new DOMParser().parseFromString(data.html, "text/html");
        article.append(...page.body.childNodes);
        history.replaceState(null, "", `/ask?chat=${encodeURIComponent(data.chat)}`);
        let chat = form.querySelector("[name=chat]");
        if (!chat) { chat = add("input", "", form); chat.type = "hidden"; chat.name = "chat"; }
        chat.value = data.chat;
        form.querySelector("#question").value = "";
      }
    }
    state.textContent = "";
  } catch (error) {
    state.textContent = error.name === "AbortError" ? "Stopped." : error.message;
  }
  button.disabled = false;
  stop.hidden = true;
}
if (form) {
  form.addEventListener("submit", ask);
  form.querySelector("#question").addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });
}
