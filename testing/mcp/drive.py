#!/usr/bin/env python3
"""Drives rutter's server with the official client for Python and checks what a user relies on.

    drive.py stdio PROGRAM FOLDER OTHER
    drive.py http ADDRESS TOKEN FOLDER OTHER

FOLDER is the repository that is served: `src/lib.rs` defines `total`, which calls `tax`, and
`src/many.rs` has 1,000 lines. OTHER is a second repository, which the client opens later. Prints a
line for each check that holds; the first that does not ends it with an exit code of 1.
"""

import asyncio
import pathlib
import sys

import httpx2
from mcp import Client, MCPError, StdioServerParameters
from mcp import types
from mcp.client.streamable_http import streamable_http_client

CALLS = {
    "search": {"query": "how is an order taxed"},
    "symbol": {"symbol": "total"},
    "overview": {"path": "src/lib.rs"},
    "read": {"file_path": "src/lib.rs"},
    "grep": {"pattern": "fn tax"},
    "similar": {"text": "fn tax(a: u32) -> u32 { a / 5 }"},
    "references": {"symbol": "tax"},
    "gaps": {"under": "src"},
    "record": {"symbol": "tax", "file_path": "src/lib.rs", "summary": "Reckons a fifth as tax."},
    "review": {},
    "status": {},
}


def check(holds: bool, what: str, told: object = "") -> None:
    if not holds:
        sys.exit(f"does not hold: {what}: {told}")
    print(f"holds: {what}", flush=True)


class Driver:
    def __init__(self, connect, folder: str, other: str) -> None:
        self.connect = connect
        self.folder = pathlib.Path(folder)
        self.other = pathlib.Path(other)
        self.roots = [self.folder]
        self.heard = []

    def client(self, mode: str, with_roots: bool = False) -> Client:
        roots = {"list_roots_callback": self.tell_roots} if with_roots else {}
        info = types.Implementation(name="official-python", version="1")
        hear = {"message_handler": self.hear}
        return Client(self.connect(), mode=mode, client_info=info, **hear, **roots)

    async def tell_roots(self, _context) -> types.ListRootsResult:
        roots = [types.Root(uri=folder.resolve().as_uri()) for folder in self.roots]
        return types.ListRootsResult(roots=roots)

    async def hear(self, message) -> None:
        self.heard.append(type(message).__name__)

    async def run(self) -> None:
        async with self.client("auto") as client:
            await self.tools(client)
            await self.pages(client)
            await self.mistakes(client)
            await self.cancel(client)
            await self.rest(client)
        async with self.client("legacy", with_roots=True) as client:
            await self.follow(client)

    async def tools(self, client: Client) -> None:
        check(client.server_info.name == "rutter", "the server says its name", client.server_info)
        tools = (await client.list_tools()).tools
        # The repository is not one of git, so there is nothing to compare it with.
        expected = sorted([*CALLS, "changed"])
        check(sorted(tool.name for tool in tools) == expected, "all tools are listed", tools)
        for name, arguments in CALLS.items():
            # The client itself checks the answer against the schema.
            result = await client.call_tool(name, arguments)
            state = (result.structured_content or {}).get("index", {}).get("state")
            check(not result.is_error and state == "current", f"{name} answers", result)

    async def pages(self, client: Client) -> None:
        lines, cursor = [], None
        while True:
            arguments = {"file_path": "src/many.rs"}
            if cursor:
                arguments["cursor"] = cursor
            data = (await client.call_tool("read", arguments)).structured_content
            for block in data["code"]:
                lines.extend(range(block["start_line"], block["end_line"] + 1))
            cursor = data.get("next_cursor")
            if cursor is None:
                break
        check(lines == list(range(1, 1001)), "pages join to the whole", len(lines))

    async def mistakes(self, client: Client) -> None:
        result = await client.call_tool("read", {"file": 1, "nonsense": []})
        check(result.is_error, "bad arguments are told", result)
        result = await client.call_tool("read", {"file_path": "../../etc/passwd"})
        check(result.is_error, "a path outside is refused", result)
        try:
            result = await client.call_tool("no_such_tool", {})
            check(False, "an unknown tool is an error", result)
        except MCPError as error:
            check("no_such_tool" in str(error), "an unknown tool is an error", error)

    async def cancel(self, client: Client) -> None:
        arguments = {"pattern": "(f|n|e)+[0-9]+.*mark", "context": 10, "limit": 200}
        call = asyncio.create_task(client.call_tool("grep", arguments))
        await asyncio.sleep(0)
        call.cancel()
        await asyncio.wait([call])
        result = await client.call_tool("status", {})
        check(not result.is_error, "after a cancelled call the talk goes on", result)

    async def rest(self, client: Client) -> None:
        entries = [r for r in (await client.list_resources()).resources if "entry" in str(r.uri)]
        check(len(entries) == 1, "what was recorded is a resource", entries)
        text = (await client.read_resource(str(entries[0].uri))).contents[0].text
        check('"official-python"' in text, "an entry bears the client's name", text)
        templates = (await client.list_resource_templates()).resource_templates
        check(len(templates) == 2, "templates are listed", templates)
        prompts = (await client.list_prompts()).prompts
        for prompt in prompts:
            told = await client.get_prompt(prompt.name, {})
            named = "review" if prompt.name == "review" else "src/lib.rs"
            check(named in told.messages[0].content.text, f"prompt {prompt.name}", told)
        heard = []

        async def progress(done, total, message) -> None:
            heard.append((done, total, message))

        result = await client.call_tool("search", {"query": "tax"}, progress_callback=progress)
        check(not result.is_error, "a call that wants to hear of progress answers", result)

    async def follow(self, client: Client) -> None:
        status = (await client.call_tool("status", {})).structured_content
        check(status["roots"] == [self.folder.name], "the client's folder is served", status)
        self.roots = [self.folder, self.other]
        self.heard.clear()
        await client.send_roots_list_changed()
        for _ in range(100):
            status = (await client.call_tool("status", {})).structured_content
            if len(status["roots"]) == 2:
                break
            await asyncio.sleep(0.05)
        check(len(status["roots"]) == 2, "a folder that is opened later is served", status)
        tools = (await client.list_tools()).tools
        properties = [tool.input_schema["properties"] for tool in tools]
        check(all("root" in each for each in properties), "tools then ask which", properties)
        result = await client.call_tool("gaps", {})
        check(result.is_error, "who does not say which is asked", result)
        result = await client.call_tool("search", {"query": "tax", "root": self.other.name})
        check(not result.is_error, "who says which is answered", result)


def over_http(address: str, token: str):
    def connect():
        headers = {"Authorization": f"Bearer {token}"}
        return streamable_http_client(
            address, http_client=httpx2.AsyncClient(headers=headers, timeout=30)
        )

    return connect


def main() -> None:
    match sys.argv[1:]:
        case ["stdio", program, folder, other]:
            here = StdioServerParameters(command=program, args=["mcp"], cwd=folder)
            driver = Driver(lambda: here, folder, other)
        case ["http", address, token, folder, other]:
            driver = Driver(over_http(address, token), folder, other)
        case _:
            sys.exit(__doc__)
    asyncio.run(driver.run())


if __name__ == "__main__":
    main()
