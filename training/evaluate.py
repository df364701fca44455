"""Scores a table on questions with known answers, by likeness of vectors alone.

    python evaluate.py DEV_FOLDER TRAINED.npz [HELD_FOLDER]

DEV_FOLDER holds what `cargo xtask pairs judge` wrote, bundled by `bundle.py`. The measure is
NDCG@10 over chunks, the mean over packages, without any of the rules of ranking. HELD_FOLDER holds
packed pairs of changes in repositories that were not trained on.
"""

import json
import math
import os
import sys

import numpy as np
import torch
import torch.nn.functional as F

from packed import decode, load_packed


def ndcg(hits, targets):
    ranks = {hits.index(target) for target in targets if target in hits}
    ideal = sum(1 / math.log2(place + 2) for place in range(min(10, len(targets))))
    return sum(1 / math.log2(rank + 2) for rank in ranks) / ideal


class DevSet:
    @staticmethod
    def load(folder, device):
        dev = DevSet()
        dev.repos = json.load(open(os.path.join(folder, "dev.json")))
        with np.load(os.path.join(folder, "dev-chunks.npz")) as data:
            dev.code, dev.path = decode(data, [data["c_len"], data["p_len"]], device)
        with np.load(os.path.join(folder, "dev-queries.npz")) as data:
            (dev.query,) = decode(data, [data["q_len"]], device)
        return dev

    @torch.no_grad()
    def score(self, model, path_weight, dims=None):
        """Means over packages: hits as they come, and the best hit of each file only."""
        device = self.code.starts.device
        every = lambda bags: bags.take(torch.arange(len(bags), device=device))
        unit = lambda vectors: F.normalize(vectors[:, :dims], dim=1)
        codes = unit(unit(model(every(self.code))) + path_weight * unit(model(every(self.path))))
        queries = unit(model(every(self.query)))
        chunk, query, scores = 0, 0, []
        for repo in self.repos:
            own = codes[chunk : chunk + len(repo["chunks"])]
            chunk += len(own)
            likeness = queries[query : query + len(repo["queries"])] @ own.T
            query += len(likeness)
            order = likeness.argsort(1, descending=True)[:, :60].cpu().tolist()
            by_chunk, by_file = [], []
            for row, asked in zip(order, repo["queries"]):
                paths = [repo["chunks"][place][0] for place in row]
                by_chunk.append(ndcg(paths[:10], asked["targets"]))
                by_file.append(ndcg(list(dict.fromkeys(paths))[:10], asked["targets"]))
            scores.append((sum(by_chunk) / len(by_chunk), sum(by_file) / len(by_file)))
        return "%.4f by chunk, %.4f by file" % tuple(np.mean(scores, axis=0))


class ChangeSet:
    """Changes of repositories that are not trained on: which chunk did the message change?"""

    most_pairs = 400

    @staticmethod
    def load(folder, device):
        changes = ChangeSet()
        changes.data = load_packed(folder, device)
        return changes

    @torch.no_grad()
    def score(self, model, path_weight):
        """Means over packages: reciprocal rank among the package's chunks, and how often a chunk
        comes before another one of its file."""
        data, scores = self.data, []
        unit = lambda vectors: F.normalize(vectors, dim=1)
        for package in data.package.unique().tolist():
            pairs = (data.package == package).nonzero()[: self.most_pairs, 0]
            path = path_weight * unit(model(data.path.take(pairs)))
            code, other = (unit(unit(model(bags.take(pairs))) + path) for bags in (data.code, data.other))
            query = unit(model(data.query.take(pairs)))
            own = (query * code).sum(1)
            same = data.query_key[pairs][:, None] == data.query_key[pairs]
            rank = 1 + ((query @ code.T > own[:, None]) & ~same).sum(1)
            has_other = data.other.lengths[pairs] > 0
            before = (own > (query * other).sum(1))[has_other]
            scores.append((float((1 / rank).mean()), float(before.float().mean())))
        return "%.4f by rank, %.4f before another of the file" % tuple(np.nanmean(scores, axis=0))


class Table(torch.nn.Module):
    """A trained table, for scoring alone."""

    def __init__(self, file):
        super().__init__()
        with np.load(file) as data:
            self.table = torch.nn.Parameter(torch.from_numpy(data["table"]))
            self.weight = torch.nn.Parameter(torch.from_numpy(data["weight"]))

    def forward(self, bags):
        strength = bags.counts.float().sqrt() * self.weight[bags.ids].exp()
        return F.embedding_bag(bags.ids, self.table, bags.starts, mode="sum", per_sample_weights=strength)


def main():
    device = "cuda" if torch.cuda.is_available() else "cpu"
    dev = DevSet.load(sys.argv[1], device)
    table = Table(sys.argv[2]).to(device)
    for dims in (None, 128, 64):
        for path_weight in (0.0, 0.5):
            print(f"dimensions {dims or 'all'}, path {path_weight}: {dev.score(table, path_weight, dims)}")
    if len(sys.argv) > 3:
        print(f"changes: {ChangeSet.load(sys.argv[3], device).score(table, 0.5)}")


if __name__ == "__main__":
    main()
