// Drives rutter's server with the official client for TypeScript and checks what a user relies on.
//
//     node drive.mjs PARTS stdio PROGRAM FOLDER OTHER LARGE
//     node drive.mjs PARTS http ADDRESS TOKEN FOLDER OTHER LARGE
//
// PARTS is what install.py made. FOLDER is the repository that is served: `src/lib.rs` defines
// `total`, which calls `tax`, and `src/many.rs` has 1,000 lines with a function each. OTHER is a
// second repository, which the client opens later, and LARGE one that takes seconds to index and
// was not. Prints a line for each check that holds; the first that does not ends it with an exit
// code of 1.

import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import process from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";

import { END_MS, Family, check, within } from "./holds.mjs";

const [parts, kind, ...rest] = process.argv.slice(2);
const require = createRequire(path.resolve(parts ?? ".", "package.json"));
const { Client } = require("@modelcontextprotocol/sdk/client/index.js");
const { StdioClientTransport } = require("@modelcontextprotocol/sdk/client/stdio.js");
const { StreamableHTTPClientTransport } = require("@modelcontextprotocol/sdk/client/streamableHttp.js");
const { AjvJsonSchemaValidator } = require("@modelcontextprotocol/sdk/validation/ajv");
const {
  ErrorCode,
  ListRootsRequestSchema,
  ResourceListChangedNotificationSchema,
  ToolListChangedNotificationSchema,
} = require("@modelcontextprotocol/sdk/types.js");

const CALLS = {
  search: { query: "how is an order taxed" },
  symbol: { symbol: "total" },
  overview: { path: "src/lib.rs" },
  read: { file_path: "src/lib.rs" },
  grep: { pattern: "fn tax" },
  similar: { text: "fn tax(a: u32) -> u32 { a / 5 }" },
  references: { symbol: "tax" },
  gaps: { under: "src" },
  record: { symbol: "tax", file_path: "src/lib.rs", summary: "Reckons a fifth as tax." },
  review: {},
  status: {},
};
// More than are listed at once.
const N_ENTRIES = 100;
const PATIENCE_MS = 30_000;

// Keeps count of the schemas of answers that the client was given.
class CountingValidator extends AjvJsonSchemaValidator {
  validators = [];
  nChecked = 0;

  getValidator(schema) {
    const validator = super.getValidator(schema);
    this.validators.push(validator);
    return (value) => {
      this.nChecked += 1;
      return validator(value);
    };
  }
}

// One client and its connection, with all that went over it.
class Talk {
  sent = [];
  received = [];
  complaints = [];
  validator = new CountingValidator();

  static async open(transport, roots) {
    const talk = new Talk();
    talk.transport = transport;
    talk.roots = roots;
    const send = transport.send.bind(transport);
    transport.send = (message, options) => {
      talk.sent.push(message);
      return send(message, options);
    };
    // The client puts its own beside it.
    transport.onmessage = (message) => talk.received.push(message);
    const capabilities = roots ? { roots: { listChanged: true } } : {};
    const options = { capabilities, jsonSchemaValidator: talk.validator };
    talk.client = new Client({ name: "official-typescript", version: "1" }, options);
    talk.client.onerror = (error) => talk.complaints.push(error);
    if (roots) {
      const tell = () => ({ roots: talk.roots.map((folder) => ({ uri: pathToFileURL(folder).href })) });
      talk.client.setRequestHandler(ListRootsRequestSchema, tell);
    }
    await talk.client.connect(transport);
    return talk;
  }

  call(name, args = {}, options = {}) {
    return this.client.callTool({ name, arguments: args }, undefined, options);
  }

  async data(name, args, options) {
    const result = await this.call(name, args, options);
    if (result.isError) throw new Error(`${name}: ${result.content[0].text}`);
    return result.structuredContent;
  }

  // The next notification of that kind.
  next(schema) {
    const heard = new Promise((resolve) => this.client.setNotificationHandler(schema, resolve));
    return within(PATIENCE_MS, schema.shape.method.value, heard);
  }

  // Waits for a first index, as who hears of the progress may.
  ready(options = {}) {
    return this.data("search", { query: "tax" }, { onprogress: () => {}, ...options });
  }

  // To be asked before the end: a client that cuts off its own streams complains of that too.
  checkComplaints() {
    // It is this client's word for what was under way when it cancelled.
    const odd = this.complaints.filter((error) => !/notification for an unknown token/.test(error.message));
    check(odd.length === 0, "the client has nothing to complain of", odd.map(String));
  }

  failure(promise) {
    return promise.then(
      () => null,
      (error) => error,
    );
  }
}

async function tools(talk) {
  const { client, validator } = talk;
  check(client.getServerVersion().name === "rutter", "the server says its name", client.getServerVersion());
  const able = client.getServerCapabilities();
  const isAble = able.tools.listChanged && able.resources.listChanged && able.prompts;
  check(isAble, "the server says what it can", able);
  check(client.getInstructions().includes("Search first"), "the server says how to use it");
  const { tools } = await client.listTools();
  const names = tools.map((tool) => tool.name).sort();
  // The repository is not one of git, so there is nothing to compare it with.
  const expected = [...Object.keys(CALLS), "changed"].sort();
  check(names.join() === expected.join(), "all tools are listed", names);
  check(JSON.stringify(tools).length <= 10_000, "the list is short", JSON.stringify(tools).length);
  check(validator.validators.length === 0, "no schemas of answers are sent, which no model reads");
  await talk.ready();
  for (const [name, args] of Object.entries(CALLS)) {
    const result = await talk.call(name, args);
    const isCurrent = result.structuredContent?.index.state === "current" && !result.isError;
    check(isCurrent, `${name} answers`, result);
  }
}

async function pages(talk) {
  const expected = Array.from({ length: 1000 }, (_, at) => at + 1).join();
  const calls = {
    read: { file_path: "src/many.rs" },
    grep: { pattern: "mark", limit: 150 },
    overview: { path: "src/many.rs" },
  };
  for (const [name, args] of Object.entries(calls)) {
    const lines = [];
    let cursor;
    let nPages = 0;
    do {
      const data = await talk.data(name, cursor ? { ...args, cursor } : args);
      for (const { start_line: start, end_line: end } of data.code ?? []) {
        for (let line = start; line <= end; line++) lines.push(line);
      }
      for (const symbol of data.symbols ?? []) lines.push(symbol.start_line);
      cursor = data.next_cursor;
      nPages += 1;
    } while (cursor);
    check(nPages > 1 && lines.join() === expected, `${nPages} pages of ${name} join to the whole`, lines);
  }
}

async function mistakes(talk) {
  const wrong = {
    "bad arguments are told": ["read", { file: 1, nonsense: [] }],
    "a missing argument is told": ["read", {}],
    "a path outside is refused": ["read", { file_path: "../../etc/passwd" }],
    "a path from the top is refused": ["overview", { path: "/etc/passwd" }],
    "a broken expression is told": ["grep", { pattern: "(" }],
    "a cursor that no answer gave is told": ["read", { file_path: "src/many.rs", cursor: "x" }],
    "a repository that is not served is told": ["status", { root: "none" }],
  };
  for (const [what, [name, args]] of Object.entries(wrong)) {
    const result = await talk.call(name, args);
    check(result.isError && result.content[0].text.length > 10, what, result);
  }
  const { client, failure } = talk;
  const unknown = await failure(talk.call("no_such_tool"));
  const isTold = unknown?.code === ErrorCode.InvalidParams && unknown.message.includes("no_such_tool");
  check(isTold, "an unknown tool is an error", unknown);
  const prompt = await failure(client.getPrompt({ name: "none" }));
  check(prompt?.code === ErrorCode.InvalidParams, "an unknown prompt is an error", prompt);
  const resource = await failure(client.readResource({ uri: "rutter://entry/none" }));
  check(resource?.code === -32002, "an unknown resource is an error", resource);
  check((await client.ping()) !== undefined, "after mistakes the talk goes on");
}

async function rest_of_it(talk) {
  const { client } = talk;
  const [entry] = (await client.listResources()).resources.filter((it) => it.uri.includes("entry"));
  const { text } = (await client.readResource({ uri: entry.uri })).contents[0];
  check(JSON.parse(text).author === "official-typescript", "an entry bears the client's name", text);
  const map = await client.readResource({ uri: "rutter://map" });
  check(map.contents[0].text.includes("src/lib.rs"), "the map is a resource", map);
  const templates = (await client.listResourceTemplates()).resourceTemplates;
  check(templates.length === 2, "templates are listed", templates);
  const symbol = templates.find((template) => template.name === "symbol").uriTemplate;
  const filled = await client.readResource({ uri: symbol.replace("{name}", "tax") });
  check(filled.contents[0].text.includes("amount / 5"), "a template that is filled leads there", filled);
  const { prompts } = await client.listPrompts();
  check(prompts.length === 3, "prompts are listed", prompts);
  for (const { name } of prompts) {
    const told = await client.getPrompt({ name, arguments: name === "review" ? {} : { focus: "src" } });
    const named = name === "review" ? "review" : "src/lib.rs";
    check(told.messages[0].content.text.includes(named), `prompt ${name} names the code`, told);
  }
}

// The list of resources comes by the page too, and the client hears when it grows.
async function entries(talk) {
  await talk.data("symbol", { symbol: "f1" });
  const changed = talk.next(ResourceListChangedNotificationSchema);
  for (let at = 1; at <= N_ENTRIES; at++) {
    const summary = `Marks line ${at} for who reads it.`;
    await talk.data("record", { symbol: `f${at}`, file_path: "src/many.rs", summary });
  }
  check(await changed, "the client hears that there are more resources");
  const uris = new Set();
  let cursor;
  let nPages = 0;
  do {
    const page = await talk.client.listResources({ cursor });
    page.resources.forEach((resource) => uris.add(resource.uri));
    cursor = page.nextCursor;
    nPages += 1;
  } while (cursor);
  // The map and `tax` are there besides.
  const isWhole = nPages > 1 && uris.size === N_ENTRIES + 2;
  check(isWhole, "pages of resources join to the whole", [nPages, uris.size]);
}

async function follow(talk, folder, other) {
  let status = await talk.data("status");
  check(status.roots.join() === path.basename(folder), "the client's folder is served", status);
  const changed = Promise.all([
    talk.next(ToolListChangedNotificationSchema),
    talk.next(ResourceListChangedNotificationSchema),
  ]);
  talk.roots = [folder, other];
  await talk.client.sendRootsListChanged();
  check((await changed).length === 2, "the client hears that tools and resources are others");
  status = await talk.data("status");
  check(status.roots.length === 2, "a folder that is opened later is served", status);
  const { tools } = await talk.client.listTools();
  const asks = tools.every((tool) => "root" in tool.inputSchema.properties);
  check(asks, "tools then ask which", tools);
  const unsaid = await talk.call("gaps", {});
  check(unsaid.isError, "who does not say which is asked", unsaid);
  const all = await talk.call("symbol", { symbol: "tax" });
  check(all.structuredContent.roots.length === 2, "a symbol is looked up in all of them", all);
  for (const root of status.roots) {
    const data = await talk.data("symbol", { symbol: "tax", root }, { onprogress: () => {} });
    check(data.root === root && data.matches.length === 1, "who says which is answered", data);
  }
  const fewer = talk.next(ToolListChangedNotificationSchema);
  talk.roots = [other];
  await talk.client.sendRootsListChanged();
  await fewer;
  status = await talk.data("status");
  check(status.roots.join() === path.basename(other), "a folder that is closed is not served", status);
}

// While a first index is made a call lasts for seconds: time to hear of the progress and to cancel.
async function cancel(talk) {
  const abort = new AbortController();
  const heard = [];
  const onprogress = (progress) => {
    heard.push(progress);
    abort.abort("enough");
  };
  const failed = await talk.failure(talk.ready({ signal: abort.signal, onprogress }));
  check(failed && heard.length === 1, "a call that is cancelled ends for the client", [failed, heard]);
  const { id } = talk.sent.find((message) => message.params?._meta?.progressToken !== undefined);
  const notice = talk.sent.find((message) => message.method === "notifications/cancelled");
  check(notice?.params.requestId === id, "the server is told which call is cancelled", notice);
  const status = await talk.data("status");
  const isBusy = status.index.state === "absent" && status.index.files_read !== undefined;
  check(isBusy, "after a cancelled call the talk goes on", status);
  const steps = [];
  let data = await talk.ready({ onprogress: (progress) => steps.push(progress) });
  // It waits for a few seconds; where indexing takes longer, the answer says so.
  while (data.index.state === "absent") data = await talk.ready();
  check(data.index.state === "current", "a call that is not cancelled waits for the index", data);
  const isRising = steps.every(
    ({ progress, total, message }, at) =>
      progress <= (total ?? progress) && message && (at === 0 || progress > steps[at - 1].progress),
  );
  check(steps.length > 0 && isRising, "progress is told and rises", steps);
  // By now the first would have been answered like the second.
  const late = talk.received.filter((message) => message.id === id && !message.method);
  check(late.length === 0, "a call that is cancelled is not answered", late);
  // Over HTTP this client takes up what was cut off, and hears the last of it again.
  const told = talk.received.filter((message) => message.params?.progressToken === id);
  const heard_of = new Set(told.map((message) => message.params.progress));
  // One may have been under way.
  check(heard_of.size <= 2, "of a call that is cancelled no progress is told", told);
}

async function drive(open, end, [folder, other, large]) {
  const talk = await open();
  await tools(talk);
  await rest_of_it(talk);
  await pages(talk);
  await mistakes(talk);
  await entries(talk);
  await end(talk);
  const folders = await open([folder]);
  await follow(folders, folder, other);
  await end(folders);
  const busy = await open([large]);
  await cancel(busy);
  await end(busy);
}

function over_stdio(program, cwd, family) {
  return (args, roots) => {
    const env = { ...process.env, ...family.variable };
    return Talk.open(new StdioClientTransport({ command: program, args: ["mcp", ...args], cwd, env }), roots);
  };
}

async function drive_stdio(program, folder, other, large) {
  const family = new Family();
  const open = over_stdio(program, folder, family);
  const end = async (talk) => {
    talk.checkComplaints();
    const { pid } = talk.transport;
    // While an index is begun, git is asked for the last commits.
    const isAlone = !family.isTold || (await family.becomes([pid], END_MS));
    check(isAlone, "the server is one process", family.living());
    const began = performance.now();
    // The client would become violent only after two seconds.
    await talk.client.close();
    const took = Math.round(performance.now() - began);
    check(took < END_MS, "the server ends when its client does", took);
    check(await family.isGone(END_MS), "nothing of it is left", family.living());
  };
  const hasty = await open([], [large]);
  const begun = new Promise((resolve) => hasty.failure(hasty.ready({ onprogress: resolve })));
  check(await begun, "an index is begun");
  await end(hasty);
  await drive((roots) => open([], roots), end, [folder, other, large]);
  const reading = await open(["--read-only", folder, other], [large]);
  const names = (await reading.client.listTools()).tools.map((tool) => tool.name);
  check(names.length === 10 && !names.includes("record"), "who may only read is offered no record", names);
  const refused = await reading.failure(reading.call("record", { ...CALLS.record, root: path.basename(folder) }));
  check(refused?.code === ErrorCode.InvalidParams, "who may only read cannot record", refused);
  const prompts = (await reading.client.listPrompts()).prompts.map((prompt) => prompt.name);
  check(prompts.join() === "onboard", "who may only read is not told to explore", prompts);
  const { roots } = await reading.data("status");
  check(roots.length === 2, "folders that are named are served whatever is open", roots);
  await end(reading);
  await abandon(program, folder, family);
}

// A client that is killed takes its leave of nobody.
async function abandon(program, folder, family) {
  const args = [fileURLToPath(import.meta.url), parts, "hold", program, folder];
  const env = { ...process.env, ...family.variable };
  const holder = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "inherit"] });
  const said = await within(PATIENCE_MS, "a client to kill", new Promise((resolve) => holder.stdout.once("data", resolve)));
  check(String(said).trim() === "held", "another client is served", String(said));
  holder.kill("SIGKILL");
  check(await family.isGone(END_MS), "the server ends when its client is killed", family.living());
}

async function drive_http(address, token, folder, other, large) {
  const headers = { Authorization: `Bearer ${token}` };
  const open = (roots) => {
    return Talk.open(new StreamableHTTPClientTransport(new URL(address), { requestInit: { headers } }), roots);
  };
  const end = async (talk) => {
    talk.checkComplaints();
    const { client, transport } = talk;
    const session = transport.sessionId;
    await transport.terminateSession();
    await client.close();
    const accept = "application/json, text/event-stream";
    const more = { ...headers, accept, "content-type": "application/json", "mcp-session-id": session };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    const { status } = await fetch(address, { method: "POST", headers: more, body });
    check(session && status === 404, "a session that the client has ended is over", status);
  };
  const stranger = new StreamableHTTPClientTransport(new URL(address));
  const failed = await Talk.open(stranger).then(
    () => null,
    (error) => error,
  );
  check(/401|unauthorized|token/i.test(String(failed)), "who has no token is not let in", failed);
  await drive(open, end, [folder, other, large]);
}

switch (`${kind} ${rest.length}`) {
  case "stdio 4":
    await drive_stdio(...rest);
    break;
  case "http 5":
    await drive_http(...rest);
    break;
  case "hold 2": {
    const talk = await over_stdio(rest[0], rest[1], { variable: {} })([]);
    await talk.ready();
    console.log("held");
    break;
  }
  default:
    console.error("usage: drive.mjs PARTS stdio PROGRAM FOLDER OTHER LARGE");
    console.error("       drive.mjs PARTS http ADDRESS TOKEN FOLDER OTHER LARGE");
    process.exit(2);
}
