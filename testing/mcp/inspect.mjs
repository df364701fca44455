// Asks rutter's server by the command line of the MCP inspector and checks what it prints.
//
//     node inspect.mjs PARTS stdio PROGRAM FOLDER
//     node inspect.mjs PARTS http ADDRESS TOKEN FOLDER
//
// PARTS is what install.py made. FOLDER is the repository that is served, as drive.mjs says, and it
// is indexed. Each question is a session of its own, and over standard streams a server of its own.
// Prints a line for each check that holds; the first that does not ends it with an exit code of 1.

import { spawn } from "node:child_process";
import path from "node:path";
import process from "node:process";

import { END_MS, Family, check } from "./holds.mjs";

const START = "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js";
const MOST_MS = 60_000;
// How the inspector ends when a tool does not do as it is asked, and when it is not let in.
const TOOL_ERROR = 5;
const NOT_LET_IN = 3;

// What to ask of each tool, and what its answer shows.
const CALLS = {
  search: [["query=how is an order taxed"], (data) => data.hits.some((hit) => hit.path === "src/lib.rs")],
  symbol: [["symbol=total"], (data) => data.matches[0].callees.includes("tax :12")],
  overview: [["path=src/lib.rs"], (data) => data.symbols.length >= 3],
  read: [["file_path=src/lib.rs", "start_line=2", "end_line=3"], (data) => data.code[0].start_line === 2],
  grep: [["pattern=fn tax", "context=0"], (data) => data.n_matches === 1],
  similar: [["text=fn tax(a: u32) -> u32 { a / 5 }"], (data) => data.hits[0].path === "src/lib.rs"],
  references: [["symbol=tax"], (data) => data.references[0].uses.some((found) => found.in === "total")],
  gaps: [["under=src"], (data) => data.completeness <= 100 && Array.isArray(data.gaps)],
  // What was shown in another session is not known in this one.
  record: [
    ["symbol=tax", "file_path=src/lib.rs", "summary=Reckons a fifth as tax."],
    (data) => data.status === "unverified" && data.reason.includes("not read in this session"),
  ],
  // Nothing waits for a reader that its author could be.
  review: [[], (data) => data.outcome === "none waiting"],
  status: [[], (data) => data.roots.length === 1 && data.entries === 1],
};

class Inspector {
  constructor(parts, target, cwd) {
    this.start = path.resolve(parts, START);
    this.target = target;
    this.cwd = cwd;
    this.family = new Family();
  }

  // Runs it to its end; what it printed, as data, and how it ended.
  async ask(method, more = [], target = this.target) {
    // The inspector lets a server inherit only what it is told to.
    const [[name, mark]] = Object.entries(this.family.variable);
    const told = target.includes("mcp") ? ["-e", `${name}=${mark}`] : [];
    const args = [this.start, "--cli", ...target, ...told, "--method", method, "--format", "json", ...more];
    const env = { ...process.env, [name]: mark };
    const options = { cwd: this.cwd, env, stdio: ["ignore", "pipe", "pipe"], timeout: MOST_MS };
    const child = spawn(process.execPath, args, options);
    let [out, err] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text) => (out += text));
    child.stderr.setEncoding("utf8").on("data", (text) => (err += text));
    const code = await new Promise((resolve) => child.on("close", resolve));
    const isGone = await this.family.isGone(END_MS);
    if (!isGone) check(false, `${method} leaves nothing behind`, this.family.living());
    let result;
    try {
      ({ result } = JSON.parse(out));
    } catch {
      // Then the code says it.
    }
    return { code, result, err };
  }

  call(name, args) {
    const more = args.flatMap((arg) => ["--tool-arg", arg]);
    return this.ask("tools/call", ["--tool-name", name, ...more]);
  }
}

async function inspect(inspector) {
  // It finds fault with schemas that some client cannot read.
  const listed = await inspector.ask("tools/list", ["--strict"]);
  const names = listed.result?.tools.map((tool) => tool.name).sort();
  // The repository is not one of git, so there is nothing to compare it with.
  const expected = [...Object.keys(CALLS), "changed"].sort();
  const isWhole = listed.code === 0 && names.join() === expected.join();
  check(isWhole, "all tools are listed, and every client can read them", listed);
  for (const [name, [args, holds]] of Object.entries(CALLS)) {
    const told = await inspector.call(name, args);
    const data = told.result?.structuredContent;
    const isRight = told.code === 0 && data?.index.state === "current" && holds(data);
    check(isRight, `${name} answers`, told);
  }
  const resources = (await inspector.ask("resources/list")).result?.resources;
  const entry = resources?.find((resource) => resource.uri.includes("entry"));
  check(resources?.length === 2 && entry, "the map and what was recorded are resources", resources);
  const prompts = await inspector.ask("prompts/list");
  check(prompts.result?.prompts.length === 3, "prompts are listed", prompts);
  return entry.uri;
}

// What goes the same way whatever the connection is, and so is asked over one.
async function inspect_further(inspector, program, uri) {
  const outside = await inspector.call("read", ["file_path=../../etc/passwd"]);
  check(outside.code === TOOL_ERROR && /isError/.test(outside.err), "a path outside is refused", outside);
  const odd = await inspector.call("read", ["file=1"]);
  check(odd.code === TOOL_ERROR, "bad arguments are told", odd);
  const unknown = await inspector.call("no_such_tool", []);
  check(unknown.code === TOOL_ERROR, "an unknown tool is an error", unknown);
  const read = await inspector.ask("resources/read", ["--uri", uri]);
  check(read.result?.contents[0].text.includes("a fifth"), "an entry can be read", read);
  const templates = await inspector.ask("resources/templates/list");
  check(templates.result?.resourceTemplates.length === 2, "templates are listed", templates);
  const prompt = await inspector.ask("prompts/get", ["--prompt-name", "onboard", "--prompt-args", "focus=src"]);
  const text = prompt.result?.messages[0].content.text;
  check(text?.includes("src/lib.rs"), "a prompt speaks of the code", prompt);
  // Clients of the next protocol try that first.
  const newer = await inspector.ask("tools/list", ["--protocol-era", "auto"]);
  check(newer.result?.tools.length === Object.keys(CALLS).length + 1, "who speaks a later protocol too is served", newer);
  const reading = await inspector.ask("tools/list", [], [program, "mcp", "--read-only"]);
  const isWithout = reading.result?.tools.every((tool) => tool.name !== "record");
  check(isWithout && reading.result.tools.length === 10, "who may only read is offered no record", reading);
}

const [parts, kind, ...rest] = process.argv.slice(2);
switch (`${kind} ${rest.length}`) {
  case "stdio 2": {
    const [program, folder] = rest;
    const inspector = new Inspector(parts, [program, "mcp"], folder);
    await inspect_further(inspector, program, await inspect(inspector));
    break;
  }
  case "http 3": {
    const [address, token, folder] = rest;
    const there = [address, "--transport", "http"];
    const inspector = new Inspector(parts, [...there, "--header", `Authorization: Bearer ${token}`], folder);
    await inspect(inspector);
    const stranger = await inspector.ask("tools/list", ["--stored-auth-only"], there);
    check(stranger.code === NOT_LET_IN && !stranger.result, "who has no token is not let in", stranger);
    break;
  }
  default:
    console.error("usage: inspect.mjs PARTS stdio PROGRAM FOLDER");
    console.error("       inspect.mjs PARTS http ADDRESS TOKEN FOLDER");
    process.exit(2);
}
