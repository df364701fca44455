"""Makes the vocabulary: the pieces that words are cut into.

Reads the word counts of `cargo xtask pairs words` and joins, again and again, the two neighbouring
pieces that stand together most often, until there are enough. Every ASCII letter and digit is a
piece in both forms, so that any ASCII word can be cut. Standard library only, and the same result
at every run.
"""
import argparse
import collections
import heapq
import os
import pathlib
import string

HERE = pathlib.Path(__file__).parent
LONGEST_PIECE_BYTES = 24


def read_words(path, n_words):
    words = []
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            word, _, count = line.rstrip("\n").rpartition("\t")
            if word and len(word.encode()) <= 60:
                # A number says less than a word that is as frequent.
                words.append((word, int(count) // 50 if word.isdecimal() else int(count)))
            if len(words) == n_words:
                break
    return words


def n_bytes(piece):
    return len(piece.removeprefix("##").encode())


def train(words, n_pieces):
    """The pieces in order of their making."""
    pieces = dict.fromkeys(string.ascii_lowercase + string.digits)
    pieces.update(dict.fromkeys("##" + letter for letter in string.ascii_lowercase + string.digits))
    letters = collections.Counter()
    for word, count in words:
        for place, letter in enumerate(word):
            letters[letter if place == 0 else "##" + letter] += count
    # Of all other characters only the common ones; a word with a rarer one is cut around it.
    common = [letter for letter, count in letters.most_common(3000) if count >= 200]
    pieces.update(dict.fromkeys(common))
    spelled = [[word[0]] + ["##" + letter for letter in word[1:]] for word, _ in words]
    counts = [count for _, count in words]
    pairs, places = collections.Counter(), collections.defaultdict(set)
    for at, parts in enumerate(spelled):
        for pair in zip(parts, parts[1:]):
            pairs[pair] += counts[at]
            places[pair].add(at)
    heap = [(-count, pair) for pair, count in pairs.items()]
    heapq.heapify(heap)
    while heap and len(pieces) < n_pieces:
        count, pair = heapq.heappop(heap)
        if pairs[pair] != -count:
            if pairs[pair] > 0:
                heapq.heappush(heap, (-pairs[pair], pair))
            continue
        joined = pair[0] + pair[1].removeprefix("##")
        if n_bytes(joined) > LONGEST_PIECE_BYTES or pair[0] not in pieces or pair[1] not in pieces:
            pairs[pair] = 0
            continue
        pieces[joined] = None
        changed = set()
        for at in places.pop(pair):
            parts = spelled[at]
            for old in zip(parts, parts[1:]):
                pairs[old] -= counts[at]
            spelled[at] = parts = join(parts, pair, joined)
            for new in zip(parts, parts[1:]):
                pairs[new] += counts[at]
                places[new].add(at)
                if joined in new:
                    changed.add(new)
        for new in changed:
            heapq.heappush(heap, (-pairs[new], new))
    return list(pieces)


def join(parts, pair, joined):
    made, at = [], 0
    while at < len(parts):
        if at + 1 < len(parts) and (parts[at], parts[at + 1]) == pair:
            made.append(joined)
            at += 2
        else:
            made.append(parts[at])
            at += 1
    return made


def main():
    work = pathlib.Path(os.environ.get("RUTTER_TRAINING", HERE / "work"))
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--words", default=work / "words.tsv", type=pathlib.Path)
    parser.add_argument("--out", default=work / "vocabulary.txt", type=pathlib.Path)
    parser.add_argument("--pieces", type=int, default=32_000)
    parser.add_argument("--most-words", type=int, default=150_000, help="how many of the most frequent words to learn from")
    args = parser.parse_args()
    pieces = train(read_words(args.words, args.most_words), args.pieces)
    # Initial pieces before continuations, each by bytes: the order of the model file.
    pieces.sort(key=lambda piece: (piece.startswith("##"), piece.removeprefix("##").encode()))
    args.out.write_text("\n".join(pieces) + "\n", encoding="utf-8")
    print(f"{len(pieces)} pieces, {sum(piece.startswith('##') for piece in pieces)} of them continuations")


if __name__ == "__main__":
    main()
