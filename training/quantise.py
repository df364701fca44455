"""Writes the model file: folds each token's weight into its row and rounds to 8 bits.

    python quantise.py TRAINED.npz VOCABULARY OUT.model [--dims N]
"""

import argparse

import numpy as np

from reference import write_model

MOST_WEIGHT = 16383


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trained")
    parser.add_argument("vocabulary")
    parser.add_argument("out")
    parser.add_argument("--dims", type=int)
    options = parser.parse_args()
    with np.load(options.trained) as data:
        table, weight = data["table"].astype(np.float64), data["weight"].astype(np.float64)
    pieces = [line.rstrip("\n") for line in open(options.vocabulary, encoding="utf-8")]
    rows = table[:, : options.dims] * np.exp(weight)[:, None]
    largest = np.abs(rows).max(axis=1)
    values = np.rint(rows * 127 / np.maximum(largest, 1e-12)[:, None]).astype(np.int8)
    weights = np.rint(largest / largest.max() * MOST_WEIGHT).astype(np.uint16)
    write_model(options.out, pieces, weights, values)
    print(f"{len(pieces)} pieces of {values.shape[1]} dimensions, smallest weight {weights.min()}")


if __name__ == "__main__":
    main()
