#!/usr/bin/env python3
"""Checks the tools of `rutter serve --team` with the official client for Python.

    team.py ADDRESS TOKEN REPOSITORY ENTRY

Prints a line for every check that holds and stops at the first that does not.
"""

import asyncio
import sys

import httpx2
from mcp import Client, MCPError
from mcp.client.streamable_http import streamable_http_client


def check(holds: bool, what: str, found: object) -> None:
    if not holds:
        sys.exit(f"does not hold: {what}: {found}")
    print(f"holds: {what}", flush=True)


async def run(address: str, token: str, repository: str, entry: str) -> None:
    def connect(token: str):
        headers = {"Authorization": f"Bearer {token}"}
        http = httpx2.AsyncClient(headers=headers, timeout=30)
        return Client(streamable_http_client(address, http_client=http))

    async with connect(token) as client:
        names = [tool.name for tool in (await client.list_tools()).tools]
        check(names == ["repos", "entries", "entry"], "three tools are offered", names)
        data = (await client.call_tool("repos", {})).structured_content
        found = [one["name"] for one in data["repositories"]]
        check(found == [repository], "the user's repositories are listed", found)
        arguments = {"repo": repository, "query": "connection"}
        data = (await client.call_tool("entries", arguments)).structured_content
        check(data["entries"][0]["id"] == entry, "an entry is found by words", data)
        arguments = {"repo": repository, "id": entry}
        data = (await client.call_tool("entry", arguments)).structured_content
        check(data["id"] == entry and data["claims"], "an entry is shown with its claims", data)
        result = await client.call_tool("entry", {"repo": "absent", "id": entry})
        check(result.is_error, "what one may not see does not exist", result)
        try:
            await client.call_tool("no_such_tool", {})
            check(False, "an unknown tool is refused", None)
        except MCPError as error:
            check("offered: repos" in str(error), "an unknown tool is refused", error)
    try:
        async with connect("0" * len(token)) as client:
            await client.list_tools()
    except BaseException as error:  # The client wraps what its tasks raise.
        check(True, "a wrong token is refused", error)
    else:
        check(False, "a wrong token is refused", None)


def main() -> None:
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    asyncio.run(run(*sys.argv[1:]))


if __name__ == "__main__":
    main()
