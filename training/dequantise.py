"""Reads a model file back into a table and weights, so that training can go on from it.

    python dequantise.py MODEL OUT.npz VOCABULARY

VOCABULARY is written too: pairs must be packed with the pieces of the model.
"""

import sys

import numpy as np

from reference import MOST_WEIGHT, read_model


def main():
    model_path, out, vocabulary = sys.argv[1:]
    model = read_model(model_path)
    values = np.frombuffer(model.rows, np.int8).reshape(len(model.pieces), model.dims) / 127
    rows = values * (np.array(model.weights) / MOST_WEIGHT)[:, None]
    length = np.maximum(np.linalg.norm(rows, axis=1), 1e-6)
    np.savez(out, table=(rows / length[:, None]).astype(np.float32), weight=np.log(length).astype(np.float32))
    with open(vocabulary, "w", encoding="utf-8") as file:
        file.writelines(piece + "\n" for piece in model.pieces)


if __name__ == "__main__":
    main()
