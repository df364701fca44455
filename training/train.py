"""Trains the token table. Needs torch and a GPU; a few minutes.

    python train.py PACKED_FOLDER INITIAL OUT.npz [--epochs N] [--dev DEV.npz] …

PACKED_FOLDER holds what `cargo xtask pairs pack` wrote. INITIAL is what `initial.py` wrote, or, to
go on from there, what an earlier run or `dequantise.py` wrote. OUT holds the table and the weights as
floats; `quantise.py` makes the model file of it. With --dev the quality on the dev set is printed
as training goes; it takes no part in training.
"""

import argparse
import math
import time

import numpy as np
import torch
import torch.nn.functional as F

from evaluate import DevSet
from packed import Bags, load_packed

# Kinds whose query is made from the path: there the path of the code is left out more often, or
# the model would learn nothing but to compare paths.
PATH_KINDS = {"name", "path", "chunk"}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("packed")
    parser.add_argument("initial")
    parser.add_argument("out")
    parser.add_argument("--dev")
    parser.add_argument("--epochs", type=float, default=3)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--groups", type=int, default=8, help="groups of pairs a batch")
    parser.add_argument("--group", type=int, default=256, help="pairs a group, all of one kind, mostly of one package")
    parser.add_argument("--path-weight", type=float, default=0.5)
    parser.add_argument("--path-drop", type=float, default=0.5, help="how often the path of the code is left out")
    parser.add_argument("--token-drop", type=float, default=0.1)
    parser.add_argument("--balance", type=float, default=0.5, help="exponent of the resampling of languages")
    parser.add_argument("--kinds", default="", help="factors on the share of kinds, such as doc=2,path=0.5")
    parser.add_argument("--anchor", type=float, default=0.0, help="pull towards the initial vectors")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


class Model(torch.nn.Module):
    """Sum over tokens of tf^0.5 * exp(weight) * vector, normalised."""

    def __init__(self, table, weight):
        super().__init__()
        self.table = torch.nn.Parameter(table.clone())
        self.weight = torch.nn.Parameter(weight.clone())
        self.scale = torch.nn.Parameter(torch.tensor(math.log(1 / 0.05)))

    def forward(self, bags: Bags, token_drop=0.0):
        strength = bags.counts.float().sqrt() * self.weight[bags.ids].exp()
        if token_drop:
            strength = strength * (torch.rand_like(strength) >= token_drop)
        return F.embedding_bag(bags.ids, self.table, bags.starts, mode="sum", per_sample_weights=strength)


def unit(vectors):
    return F.normalize(vectors, dim=1)


def read_initial(file, data, device):
    """Table and weights to begin with. Without weights, a token's is how rare it is."""
    tensor = lambda array: torch.from_numpy(array.astype(np.float32)).to(device)
    initial = np.load(file)
    if file.endswith(".npz"):
        return tensor(initial["table"]), tensor(initial["weight"])
    table = tensor(initial)
    frequency = data.code.frequency(len(table))
    return table, torch.log(1e-3 / (1e-3 + frequency / frequency.sum())).clamp(min=-4)


def info_nce(queries, codes, others, scale, same, same_other):
    """Every query finds its code among all, and among the `others`; every code finds its query."""
    logits = ((queries @ codes.T) * scale).masked_fill(same, float("-inf"))
    beside = ((queries @ others.T) * scale).masked_fill(same_other, float("-inf"))
    labels = torch.arange(len(queries), device=queries.device)
    return (F.cross_entropy(torch.cat([logits, beside], dim=1), labels) + F.cross_entropy(logits.T, labels)) / 2


def duplicates(query_keys, code_keys):
    """Pairs off the diagonal that have the same query or the same code: no negatives."""
    same = (query_keys[:, None] == query_keys) | (code_keys[:, None] == code_keys)
    return same.fill_diagonal_(False)


class Sampler:
    """Batches of groups, each of one kind and, as far as they go, of one package."""

    def __init__(self, data, options, generator):
        self.data, self.options, self.generator = data, options, generator
        languages = torch.bincount(data.language.long())[data.language.long()].double()
        share = languages.pow(-options.balance)
        for item in filter(None, options.kinds.split(",")):
            name, factor = item.split("=")
            share[data.kind == data.kind_names.index(name)] *= float(factor)
        self.copies = share / share.sum() * len(data)

    def epoch(self):
        """The pairs of one epoch as rows of batches."""
        device, n = self.data.kind.device, len(self.data)
        random = lambda size: torch.rand(size, device=device, generator=self.generator)
        copies = (self.copies + random(n)).floor().long().clamp(max=4)
        pairs = torch.arange(n, device=device).repeat_interleave(copies)
        # Kind, language, package in random order: neighbours in this order make a group.
        package = random(int(self.data.package.max()) + 1)[self.data.package[pairs].long()]
        order = (self.data.kind[pairs].double() * 256 + self.data.language[pairs].double()) * 4 + package.double()
        order = order + random(len(pairs)).double() * 1e-9
        pairs = pairs[order.argsort()]
        group, groups = self.options.group, self.options.groups
        pairs = pairs[: len(pairs) // group * group].view(-1, group)
        pairs = pairs[random(len(pairs)).argsort()]
        pairs = pairs[: len(pairs) // groups * groups]
        return pairs.view(-1, groups * group)


def train(options):
    device = "cuda"
    torch.manual_seed(options.seed)
    torch.backends.cuda.matmul.allow_tf32 = True
    generator = torch.Generator(device=device).manual_seed(options.seed)
    data = load_packed(options.packed, device)
    initial, weight = read_initial(options.initial, data, device)
    model = Model(initial, weight).to(device)
    sampler = Sampler(data, options, generator)
    first = sampler.epoch()
    steps = int(len(first) * options.epochs)
    optimiser = torch.optim.Adam(
        [{"params": [model.table], "lr": options.rate}, {"params": [model.weight, model.scale], "lr": 3 * options.rate}],
        betas=(0.9, 0.99),
    )
    warm_up = max(1, steps // 20)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimiser,
        lambda step: min((step + 1) / warm_up, 0.5 * (1 + math.cos(math.pi * min(1, step / steps)))),
    )
    path_kind = torch.tensor([name in PATH_KINDS for name in data.kind_names], device=device)
    dev = DevSet.load(options.dev, device) if options.dev else None
    began, step, batches = time.time(), 0, iter(first)
    print(f"{len(data)} pairs, {steps} steps", flush=True)
    while step < steps:
        pairs = next(batches, None)
        if pairs is None:
            batches = iter(sampler.epoch())
            continue
        queries = unit(model(data.query.take(pairs), options.token_drop))
        code = model(data.code.take(pairs), options.token_drop)
        path = model(data.path.take(pairs), options.token_drop)
        drop = torch.full((len(pairs), 1), options.path_drop, device=device)
        drop[path_kind[data.kind[pairs].long()]] = 0.5 + options.path_drop / 2
        path_strength = options.path_weight * (torch.rand_like(drop) >= drop)
        same = duplicates(data.query_key[pairs], data.code_key[pairs])
        beside = (data.other.lengths[pairs] > 0).nonzero()[:, 0]
        other = model(data.other.take(pairs[beside]), options.token_drop)
        same_other = data.code_key[pairs][:, None] == data.other_key[pairs[beside]]
        scale = model.scale.exp().clamp(max=100)
        loss = 0.0
        full = queries.shape[1]
        for dims, share in ((full, 1.0), (full // 2, 0.4), (full // 4, 0.2)):
            codes = unit(unit(code[:, :dims]) + path_strength * unit(path[:, :dims]))
            others = unit(unit(other[:, :dims]) + path_strength[beside] * unit(path[beside, :dims]))
            loss = loss + share * info_nce(unit(queries[:, :dims]), codes, others, scale, same, same_other)
        total = loss
        if options.anchor:
            total = loss + options.anchor * (1 - (unit(model.table) * initial).sum(1)).mean()
        optimiser.zero_grad(set_to_none=True)
        total.backward()
        optimiser.step()
        schedule.step()
        step += 1
        if step % 500 == 0 or step == steps:
            score = f" dev {dev.score(model, options.path_weight)}" if dev else ""
            print(f"step {step} loss {float(loss):.3f} scale {float(scale):.1f} {time.time() - began:.0f} s{score}", flush=True)
    np.savez(
        options.out,
        table=model.table.detach().cpu().numpy().astype(np.float32),
        weight=model.weight.detach().cpu().numpy().astype(np.float32),
    )


if __name__ == "__main__":
    train(arguments())
