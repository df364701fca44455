// Serves aimock, which plays Gemini, Anthropic and OpenAI from a script, on this machine alone.
//
//     node serve_aimock.mjs FOLDER SCRIPT
//
// FOLDER is what install.py made; SCRIPT is a file of aimock's fixtures. Prints `listening ADDRESS`
// once it answers. It ends when its standard input is closed, and so never outlives the test that
// started it.

import { createRequire } from "node:module";
import path from "node:path";
import process from "node:process";

const [folder, script] = process.argv.slice(2);
if (!folder || !script) {
  console.error("usage: serve_aimock.mjs FOLDER SCRIPT");
  process.exit(2);
}
const require = createRequire(path.resolve(folder, "package.json"));
const { LLMock } = require("@copilotkit/aimock");
const server = new LLMock({ host: "127.0.0.1", port: 0, strict: true });
server.loadFixtureFile(path.resolve(script));
console.log(`listening ${await server.start()}/`);
// Nothing is ever written there: the stream ends when whoever started this has ended.
process.stdin.on("end", () => process.exit(0)).resume();
