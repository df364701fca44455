"""Indexes a folder with semble's own code, all but the embeddings, and prints how long it took."""

import json
import sys
import time
from pathlib import Path

import numpy
from semble.index.create import create_index_from_path
from semble.types import ContentType


class NoModel:
    """Stands in for the embedding model, which would have to be downloaded."""

    dim = 1

    def encode(self, texts, *args, **kwargs):
        return numpy.ones((len(texts), 1), dtype=numpy.float32)


def main():
    root = Path(sys.argv[1]).resolve()
    start = time.perf_counter()
    _, _, chunks, files = create_index_from_path(root, NoModel(), list(ContentType), root)
    seconds = time.perf_counter() - start
    print(json.dumps({"seconds": seconds, "files": len(files), "chunks": len(chunks)}))


if __name__ == "__main__":
    main()
