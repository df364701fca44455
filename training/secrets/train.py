"""Trains the classifier of secrets, or judges it by leaving one author out. See README.md in the folder above.

    python training/secrets/train.py --code FOLDER --others FOLDER [--left-out FILE]... [--author N]
"""
import argparse
import os
import pathlib
import random
import re
import subprocess
import tempfile

import numpy

import forms as corpus
from records import OF_SECRET, LEFT_OUT, Records, joined, positions

ROOT = pathlib.Path(__file__).resolve().parents[2]
SECRETS = ROOT / "crates/workspace/src/secrets"
N_FEATURES = 20_000
N_PAIRS = 729
MOST_FILE_BYTES = 400_000


def bigrams(folder, most_bytes=40_000_000):
    """How often letters follow each other in code: 27 times 27 logarithms, for the shape of a value."""
    counts, read = numpy.ones((27, 27)), 0
    table = numpy.zeros(256, dtype=numpy.int64)
    for letter in range(26):
        table[97 + letter] = table[65 + letter] = letter + 1
    for path in sorted(pathlib.Path(folder).rglob("*")):
        if path.is_file() and read < most_bytes and path.stat().st_size < MOST_FILE_BYTES:
            data = table[numpy.frombuffer(path.read_bytes(), dtype=numpy.uint8)]
            read += len(data)
            counts += numpy.bincount(data[:-1] * 27 + data[1:], minlength=N_PAIRS).reshape(27, 27)
    counts[0, 0] = 1
    share = counts / counts.sum(axis=1, keepdims=True)
    return numpy.clip(numpy.round(numpy.log(share) * 16), -128, 0).astype(numpy.int8).tobytes()


def features_of(work, name, **settings):
    """Lets the crate's own code extract the features, and returns them with what it printed."""
    out = work / (name + ".bin")
    names = {"forms": "RUTTER_SECRET_FORMS", "tree": "RUTTER_SECRET_TREE"}
    environment = {names[key]: str(value) for key, value in settings.items()}
    command = "cargo test --release -p rutter-workspace --lib the_features_are_written -- --ignored --nocapture"
    printed = subprocess.run(
        command.split(), cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True,
        env={**os.environ, **environment, "RUTTER_SECRET_DUMP": str(out)},
    ).stdout  # fmt: skip
    return Records(out), printed


def harmless_of(work, name, folder, left_out, rng, most):
    """Candidates of public code. Lines that an earlier version hides, as `changed_lines` prints them, may be left out:
    public code has a few true secrets."""
    records, printed = features_of(work, name, tree=folder)
    files = {path: int(number) for number, path in re.findall(r"file (\d+) (.*)", printed)}
    hidden = set()
    for listing in left_out:
        for line in open(listing, errors="replace"):
            found = re.match(r"(\S.*?):(\d+): ", line)
            if found and found[1] in files:
                hidden.add(files[found[1]] << 32 | int(found[2]) - 1)
    is_hidden = numpy.isin(records.owner << 32 | records.line, sorted(hidden))
    rows = numpy.nonzero((records.label == 0) & ~is_hidden)[0]
    return records.only(numpy.sort(rng.choice(rows, min(most, len(rows)), replace=False)))


class Regression:
    """Logistic regression over sparse features, by AdaGrad."""

    def __init__(self, n_features):
        self.weights, self.bias = numpy.zeros(n_features), -4.0
        self.squares, self.of_bias = numpy.full(n_features, 1e-4), 1e-4

    def scores(self, table):
        places, _, counts = table
        rows = numpy.repeat(numpy.arange(len(counts)), counts)
        return numpy.bincount(rows, self.weights[places], minlength=len(counts)) + self.bias

    def train(self, table, target, rng, epochs, decay, drop, rate=0.13, batch=4096):
        places, starts, counts = table
        for epoch in range(epochs):
            pace = rate * (1 if epoch < epochs * 0.6 else 0.3)
            order = rng.permutation(len(counts))
            for first in range(0, len(order), batch):
                picked = order[first : first + batch]
                taken = places[positions(starts[picked], counts[picked])]
                rows = numpy.repeat(numpy.arange(len(picked)), counts[picked])
                kept = rng.random(len(taken)) >= drop
                taken, rows = taken[kept], rows[kept]
                score = numpy.bincount(rows, self.weights[taken], minlength=len(picked)) + self.bias
                error = 1 / (1 + numpy.exp(-numpy.clip(score, -30, 30))) - target[picked]
                change = numpy.bincount(taken, error[rows], minlength=len(self.weights)) + decay * self.weights
                self.squares += change**2
                self.weights -= pace * change / numpy.sqrt(self.squares)
                self.of_bias += error.sum() ** 2
                self.bias -= pace * error.sum() / self.of_bias**0.5
        return self


def learn(of_forms, code, rng):
    """Chooses features and learns their weights: a first pass finds out which lines of code are hard."""
    secrets = of_forms.only(numpy.nonzero(of_forms.label == 1)[0])
    owners = numpy.repeat(secrets.owner, secrets.counts).astype("u8")
    pairs = numpy.unique(secrets.features.astype("u8") << numpy.uint64(32) | owners)
    of_secrets, n_forms = numpy.unique(pairs >> numpy.uint64(32), return_counts=True)
    sample = code.only(numpy.sort(rng.choice(len(code.label), min(500_000, len(code.label)), replace=False)))
    of_code, n_candidates = numpy.unique(sample.features, return_counts=True)
    keys = numpy.union1d(of_secrets[n_forms >= 3].astype("u4"), of_code[n_candidates >= 250])

    def fit(data, keys, epochs, decay, drop):
        return Regression(len(keys)).train(data.table(keys), (data.label == 1) * 1.0, rng, epochs, decay, drop)

    easy = sample.only(numpy.arange(0, len(sample.label), 3))
    first = fit(joined([of_forms, easy]), keys, 2, 1e-3, 0.2)
    hard = numpy.argsort(-first.scores(code.table(keys)))[:170_000]
    others = rng.choice(len(code.label), min(50_000, len(code.label)), replace=False)
    data = joined([of_forms, code.only(numpy.union1d(hard, others))])
    counts = numpy.bincount(data.table(keys)[0], minlength=len(keys))
    counts += 8 * numpy.bincount(of_forms.table(keys)[0], minlength=len(keys))
    weight = numpy.abs(first.weights) * numpy.sqrt(counts)
    keys = numpy.sort(keys[numpy.argsort(-weight)[:N_FEATURES]])
    return fit(data, keys, 3, 0.02, 0.25), keys


def pack(model, keys, threshold):
    """What `model.rs` reads, after the bigrams: scale, bias, the sizes of 4096 buckets, features and weights."""
    scale = numpy.abs(model.weights).max() / 127
    weights = numpy.clip(numpy.round(model.weights / scale), -127, 127).astype(numpy.int8)
    sizes = numpy.bincount(keys >> 20, minlength=4096)
    rows = numpy.zeros(len(keys), dtype=[("low", "<u2"), ("weight", "i1")])
    rows["low"], rows["weight"] = keys & 0xFFFF, weights
    head = numpy.array([scale, model.bias - threshold], dtype="<f4").tobytes()
    return head + sizes.astype(numpy.uint8).tobytes() + rows.tobytes()


def alarms(others, scores):
    """The highest score of each line with a candidate, from the highest on."""
    lines = others.owner << 32 | others.line
    order = numpy.lexsort((-scores, lines))
    is_first = numpy.append(True, numpy.diff(lines[order]) != 0)
    return numpy.sort(scores[order][is_first])[::-1]


def found(records, scores, threshold):
    """The share of forms of which every secret that no rule hides has a candidate above the threshold."""
    is_left = (records.label == OF_SECRET) & (records.line == 1)
    needed = set(zip(records.owner[is_left], records.secret[is_left]))
    is_hit = (records.label == 1) & (scores > threshold)
    hit = set(zip(records.owner[is_hit], records.secret[is_hit]))
    return 1 - len({owner for owner, _ in needed - hit}) / len(set(records.owner))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--code", required=True, help="folder of public code")
    parser.add_argument("--others", required=True, help="folder of other public code, by which the threshold is chosen")
    parser.add_argument("--left-out", action="append", default=[], help="lines to leave out, as changed_lines prints them")
    parser.add_argument("--lines-per-alarm", type=int, default=2500)
    parser.add_argument("--author", type=int, help="leave this author out, and judge by his forms")
    args = parser.parse_args()
    rng, work = numpy.random.default_rng(7), pathlib.Path(tempfile.mkdtemp())
    model_file = SECRETS / "model.bin"
    model_file.write_bytes(bigrams(args.code) + model_file.read_bytes()[N_PAIRS:])
    words = corpus.vocabulary(args.code, random.Random(3))
    authors = {n: corpus.read(SECRETS / f"corpus/train{n}.txt") for n in (1, 2, 3)}
    names = ("secrets", "develop", "judge")
    authors[4] = [form for name in names for form in corpus.read_cases(SECRETS / f"corpus/{name}.txt")]
    parts = []
    for author, of_author in authors.items():
        if author != args.author:
            more, origin = corpus.augmented(of_author, words, 10 if author < 4 else 5, author)
            corpus.write(work / "forms.txt", more)
            records, _ = features_of(work, f"forms{author}", forms=work / "forms.txt")
            records = records.only(numpy.nonzero(records.label < LEFT_OUT)[0])
            records.owner = numpy.array(origin)[records.owner] + author * 100_000
            parts.append(records)
    alike = [form for n in (1, 2, 3) for form in corpus.read(SECRETS / f"corpus/alike{n}.txt")]
    alike += [(path, [], text) for path, _, text in corpus.read_cases(SECRETS / "corpus/harmless.txt")]
    corpus.write(work / "forms.txt", alike)
    records, _ = features_of(work, "alike", forms=work / "forms.txt")
    parts += [records.only(numpy.nonzero(records.label == 0)[0])] * 3
    code = harmless_of(work, "code", args.code, args.left_out, rng, 2_400_000)
    others = harmless_of(work, "others", args.others, args.left_out, rng, 10**9)
    model, keys = learn(joined(parts), code, rng)
    n_lines = sum(path.read_bytes().count(b"\n") for path in pathlib.Path(args.others).rglob("*") if path.is_file())
    scores = alarms(others, model.scores(others.table(keys)))
    threshold = scores[min(n_lines // args.lines_per_alarm, len(scores) - 1)]
    if args.author:
        corpus.write(work / "forms.txt", authors[args.author])
        records, _ = features_of(work, "judged", forms=work / "forms.txt")
        share = found(records, model.scores(records.table(keys)), threshold)
        print(f"author {args.author}: {share:.1%} of {len(authors[args.author])} forms at {threshold:.2f}")
    else:
        model_file.write_bytes(model_file.read_bytes()[:N_PAIRS] + pack(model, keys, threshold))
        print(f"{model_file}: {model_file.stat().st_size} bytes, threshold {threshold:.2f}")


if __name__ == "__main__":
    main()
