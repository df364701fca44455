"""Averages trained tables that began with the same vectors: steadier than any one of them.

    python average.py A.npz B.npz … OUT.npz
"""

import sys

import numpy as np


def main():
    *trained, out = sys.argv[1:]
    tables = [np.load(file) for file in trained]
    mean = {name: np.mean([table[name].astype(np.float32) for table in tables], axis=0) for name in ("table", "weight")}
    np.savez(out, **mean)
    print(f"the mean of {len(tables)} tables")


if __name__ == "__main__":
    main()
