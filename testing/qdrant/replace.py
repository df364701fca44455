#!/usr/bin/env python3
"""Replaces a node of Qdrant that has lost its data, by the steps that `docs/team-search.md` describes.

    replace.py forget LEFT ID       removes the node with this id from the cluster
    replace.py fill LEFT NEW        copies shards that have a single copy to a new, empty node
    replace.py id NODE              prints the id of a node

LEFT, NEW and NODE are host and port. The key of the tests' cluster is used.
"""

import json
import sys
import time
import urllib.request

KEY = "open sesame"
PATIENCE_S = 60
N_COPIES = 2


def ask(node: str, method: str, path: str, body=None):
    request = urllib.request.Request(
        f"http://{node}{path}",
        method=method,
        headers={"api-key": KEY, "content-type": "application/json"},
        data=None if body is None else json.dumps(body).encode(),
    )
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.loads(answer.read())["result"]


def copies(node: str, collection: str) -> dict:
    """The nodes and states of the copies of each shard."""
    found = ask(node, "GET", f"/collections/{collection}/cluster")
    shards = {}
    for shard in found["local_shards"]:
        shards.setdefault(shard["shard_id"], []).append((found["peer_id"], shard["state"]))
    for shard in found["remote_shards"]:
        shards.setdefault(shard["shard_id"], []).append((shard["peer_id"], shard["state"]))
    return shards


def is_whole(shards: dict) -> bool:
    states = [[state for _, state in found] for found in shards.values()]
    return all(len(found) >= N_COPIES and set(found) == {"Active"} for found in states)


def fill(left: str, new: str) -> None:
    new_id = ask(new, "GET", "/cluster")["peer_id"]
    for collection in (one["name"] for one in ask(left, "GET", "/collections")["collections"]):
        for shard, found in copies(left, collection).items():
            if len(found) < N_COPIES:
                step = {"shard_id": shard, "from_peer_id": found[0][0], "to_peer_id": new_id}
                ask(left, "POST", f"/collections/{collection}/cluster", {"replicate_shard": step})
        deadline = time.monotonic() + PATIENCE_S
        while not is_whole(copies(left, collection)):
            if time.monotonic() > deadline:
                sys.exit(f"the copies are not complete: {copies(left, collection)}")
            time.sleep(0.1)


def main() -> None:
    match sys.argv[1:]:
        case ["id", node]:
            print(ask(node, "GET", "/cluster")["peer_id"])
        case ["forget", left, lost]:
            ask(left, "DELETE", f"/cluster/peer/{lost}?force=true")
        case ["fill", left, new]:
            fill(left, new)
        case _:
            sys.exit("usage: replace.py id NODE | forget LEFT ID | fill LEFT NEW")


if __name__ == "__main__":
    main()
