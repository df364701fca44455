"""Reads what `cargo xtask pairs pack` and `judge` wrote, bundled by `bundle.py`, into tensors."""

import glob
import json
import os

import numpy as np
import torch


class Bags:
    """Bags of tokens: distinct ids and how often each occurs, one bag after another."""

    def __init__(self, ids, counts, starts, lengths):
        self.ids, self.counts, self.starts, self.lengths = ids, counts, starts, lengths

    def __len__(self):
        return len(self.starts)

    def take(self, rows):
        """The bags with these numbers, one after another."""
        lengths = self.lengths[rows]
        starts = lengths.cumsum(0) - lengths
        shift = (self.starts[rows] - starts).repeat_interleave(lengths)
        places = shift + torch.arange(len(shift), device=shift.device)
        return Bags(self.ids[places].long(), self.counts[places], starts, lengths)

    def keys(self):
        """A number for each bag that equal bags share."""
        generator = torch.Generator().manual_seed(7)
        random = torch.randint(-(2**62), 2**62, (65536,), generator=generator).to(self.ids.device)
        sums = (random[self.ids.long()] * self.counts.long()).cumsum(0)
        sums = torch.cat([sums.new_zeros(1), sums])
        return sums[self.starts + self.lengths] - sums[self.starts]

    def frequency(self, n_tokens):
        """How often each token occurs in all bags."""
        own = self.take(torch.arange(len(self), device=self.starts.device))
        return torch.zeros(n_tokens, device=own.ids.device).index_add_(0, own.ids, own.counts.float())


def decode(data, lengths, device):
    """Bags of several kinds, written in turns; ids are kept as distances to the one before."""
    shape = np.stack(lengths, axis=1).astype(np.int64)
    flat = shape.reshape(-1)
    ends = np.cumsum(flat)
    starts = ends - flat
    steps = data["ids_low"].astype(np.int64) | data["ids_high"].astype(np.int64) << 8
    sums = np.concatenate([[0], np.cumsum(steps)])
    ids = (sums[1:] - np.repeat(sums[starts], flat)).astype(np.int32)
    ids, counts = torch.from_numpy(ids).to(device), torch.from_numpy(data["counts"]).to(device)
    starts, shape = torch.from_numpy(starts.reshape(shape.shape)).to(device), torch.from_numpy(shape).to(device)
    return [Bags(ids, counts, starts[:, kind].contiguous(), shape[:, kind].contiguous()) for kind in range(len(lengths))]


class Pairs:
    """All pairs: query, code and path of each, what kind, language and package it is of, and `other`:
    code of the same file that does not answer the query, empty where there is none."""

    def __len__(self):
        return len(self.kind)


def load_packed(folder, device):
    """All shards of a folder as one."""
    shards = []
    for file in sorted(glob.glob(os.path.join(folder, "shard-*.npz"))):
        with np.load(file) as data:
            shards.append({name: data[name] for name in data.files})
    if not shards:
        raise SystemExit(f"there are no shards in {folder}")
    data = {name: np.concatenate([shard[name] for shard in shards]) for name in shards[0]}
    pairs = Pairs()
    lengths = [data["q_len"], data["c_len"], data["p_len"], data["n_len"]]
    pairs.query, pairs.code, pairs.path, pairs.other = decode(data, lengths, device)
    pairs.kind = torch.from_numpy(data["kind"]).to(device)
    pairs.language = torch.from_numpy(data["lang"]).to(device)
    pairs.package = torch.from_numpy(data["pkg"].astype(np.int64)).to(device)
    pairs.kind_names = json.load(open(os.path.join(folder, "legend.json")))["kinds"]
    pairs.query_key, pairs.code_key, pairs.other_key = pairs.query.keys(), pairs.code.keys(), pairs.other.keys()
    return pairs
