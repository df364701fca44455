"""Indexes a folder with semble's own code, all but the embeddings, and writes the index.

Prints how long the indexing itself took; whoever started this knows how long all of it took.
"""

import json
import sys
import time
from pathlib import Path

import numpy
from semble.index.create import create_index_from_path
from semble.index.index import SembleIndex
from semble.types import ContentType


class NoModel:
    """Stands in for the embedding model, which would have to be downloaded."""

    dim = 1

    def encode(self, texts, *args, **kwargs):
        return numpy.ones((len(texts), 1), dtype=numpy.float32)


def main():
    root, target = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
    model, content = NoModel(), tuple(ContentType)
    start = time.perf_counter()
    words, vectors, chunks, files = create_index_from_path(root, model, content, root)
    seconds = time.perf_counter() - start
    index = SembleIndex(model, words, vectors, chunks, "", root=root, content=content, manifest=files)
    index.save(target)
    print(json.dumps({"seconds": seconds, "files": len(files), "chunks": len(chunks)}))


if __name__ == "__main__":
    main()
