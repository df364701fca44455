"""The embedding model in plain Python: what `crates/embed` does, written a second time.

Slow and short on purpose. Both are held to the same vectors, bit for bit, so that what was trained
is what the program runs. Only the standard library is needed; arrays of numpy are welcome where
weights and rows are given.

    python training/reference.py vectors MODEL OUT.json   test vectors of a model
    python training/reference.py small OUT.model          the small model of the tests
"""

import json
import math
import re
import struct
import sys
from array import array
from collections import Counter
from pathlib import Path

MAGIC = b"RUTTERV1"
VERSION = 1
MOST_WEIGHT = 16383
MOST_PIECES = 65535
LONGEST_PIECE_BYTES = 24
LONGEST_WORD_BYTES = 24
LONGEST_NUMBER = 4
PIECES_THAT_COUNT = 512

WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^\x00-\x7F]+")


class Model:
    """What a model file holds. `pieces` are spelled with `##` before a continuation."""

    def __init__(self, pieces, weights, rows, dims, model_hash):
        self.pieces, self.weights, self.rows, self.dims = pieces, weights, rows, dims
        self.hash = model_hash
        self.ids = {piece: number for number, piece in enumerate(pieces)}

    @property
    def id(self):
        return f"rutter-{self.hash >> 32:08x}"

    def row(self, number):
        return self.rows[number * self.dims : (number + 1) * self.dims]


def words(text):
    """The words of a text, lower case where they are ASCII."""
    for match in WORD.finditer(text):
        word = match.group()
        if not word.isascii():
            yield word
        elif word.isdigit():
            if len(word) <= LONGEST_NUMBER:
                yield word
        elif len(word) <= LONGEST_WORD_BYTES:
            yield word.lower()


def pieces_of_word(ids, word):
    """Ids of the pieces of a word: greedily the longest; what fits nothing is skipped."""
    position, mark = 0, ""
    while position < len(word):
        for end in range(min(len(word), position + LONGEST_PIECE_BYTES), position, -1):
            found = ids.get(mark + word[position:end])
            if found is not None:
                yield found
                position = end
                break
        else:
            position += 1
        mark = "##"


def pieces_of_text(ids, text, limit=PIECES_THAT_COUNT):
    """Ids of the first `limit` pieces of a text."""
    found = []
    for word in words(text):
        for number in pieces_of_word(ids, word):
            if len(found) == limit:
                return found
            found.append(number)
    return found


def direction(model, text):
    """A text's vector of length 1 as floats; all zero where nothing of it is known."""
    sums = [0] * model.dims
    for number, times in Counter(pieces_of_text(model.ids, text)).items():
        root = math.floor(math.sqrt(times) * 256 + 0.5)
        factor = (model.weights[number] * root + 128) >> 8
        for dim, value in enumerate(model.row(number)):
            sums[dim] += factor * value
    squares = 0.0
    for value in sums:
        squares += float(value) * float(value)
    length = math.sqrt(squares)
    return [value / length if length else 0.0 for value in sums]


def stored(values):
    """A vector as it is stored: the greatest value becomes 127 or -127."""
    greatest = max(abs(value) for value in values)
    if greatest == 0:
        return [0] * len(values)
    rounded = []
    for value in values:
        scaled = value * 127.0 / greatest
        size = math.floor(abs(scaled) + 0.5)
        rounded.append(-size if scaled < 0 else size)
    return rounded


def embed_text(model, text):
    """The stored vector of a question."""
    return stored(direction(model, text))


def embed_chunk(model, content, path):
    """The stored vector of a part of a file."""
    pairs = zip(direction(model, content), direction(model, path))
    return stored([value + 0.5 * beside for value, beside in pairs])


def norm(vector):
    return sum(value * value for value in vector)


def similarity(one, other):
    product = norm(one) * norm(other)
    if product == 0:
        return 0.0
    dot = sum(left * right for left, right in zip(one, other))
    return struct.unpack("<f", struct.pack("<f", dot / math.sqrt(product)))[0]


def sort_key(piece):
    """The order of a vocabulary: initial pieces first, each kind by its bytes."""
    continues = piece.startswith("##")
    return continues, piece.removeprefix("##").encode()


def write_model(path, pieces, weights_u16, rows_i8):
    """Writes a model. The pieces are sorted, and number N has the weight and the row N."""
    pieces, weights = list(pieces), [int(weight) for weight in weights_u16]
    keys = [sort_key(piece) for piece in pieces]
    if any(one >= other for one, other in zip(keys, keys[1:])):
        raise ValueError("the pieces are not sorted, or one is there twice")
    if not 0 < len(pieces) <= MOST_PIECES:
        raise ValueError(f"a model of {len(pieces)} pieces is not possible")
    if not len(pieces) == len(weights) == len(rows_i8):
        raise ValueError(f"{len(pieces)} pieces, {len(weights)} weights, {len(rows_i8)} rows")
    if not all(0 <= weight <= MOST_WEIGHT for weight in weights):
        raise ValueError(f"weights go from 0 to {MOST_WEIGHT}")
    vocabulary = bytearray()
    for piece, (continues, spelling) in zip(pieces, keys):
        if not 0 < len(spelling) <= LONGEST_PIECE_BYTES:
            raise ValueError(f"the piece {piece!r} is empty or too long")
        vocabulary += bytes([len(spelling), continues]) + spelling
    dims = len(rows_i8[0])
    rows = b"".join(array("b", [int(value) for value in row]).tobytes() for row in rows_i8)
    if len(rows) != len(pieces) * dims:
        raise ValueError("the rows differ in length")
    if b"\x80" in rows:
        raise ValueError("rows hold values from -127 to 127")
    header = MAGIC + struct.pack("<IIII", VERSION, dims, len(pieces), len(vocabulary))
    content = header + bytes(vocabulary) + struct.pack(f"<{len(weights)}H", *weights) + rows
    Path(path).write_bytes(content + struct.pack("<Q", xxh3_64(content)))


def read_model(path):
    data = Path(path).read_bytes()
    if data[:8] != MAGIC:
        raise ValueError(f"{path} is no model")
    version, dims, n_pieces, vocabulary_bytes = struct.unpack_from("<IIII", data, 8)
    if version != VERSION:
        raise ValueError(f"{path} has version {version}")
    pieces, position = [], 24
    for _ in range(n_pieces):
        length, continues = data[position], data[position + 1]
        spelling = data[position + 2 : position + 2 + length].decode()
        pieces.append("##" * continues + spelling)
        position += 2 + length
    if position != 24 + vocabulary_bytes:
        raise ValueError(f"the vocabulary of {path} is damaged")
    weights = struct.unpack_from(f"<{n_pieces}H", data, position)
    position += 2 * n_pieces
    rows = memoryview(data)[position : position + n_pieces * dims].cast("b")
    (model_hash,) = struct.unpack_from("<Q", data, position + n_pieces * dims)
    if xxh3_64(data[:-8]) != model_hash:
        raise ValueError(f"{path} is damaged")
    return Model(pieces, weights, rows, dims, model_hash)


M64 = 2**64 - 1
PRIMES_32 = (0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D)
PRIMES_64 = (
    0x9E3779B185EBCA87,
    0xC2B2AE3D27D4EB4F,
    0x165667B19E3779F9,
    0x85EBCA77C2B2AE63,
    0x27D4EB2F165667C5,
)
SECRET = bytes.fromhex(
    "b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671f"
    "cb79e64eccc0e578825ad07dccff7221b8084674f743248ee03590e6813a264c"
    "3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8"
    "a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364"
    "eac5ac8334d3ebc3c581a0fffa1363eb170ddd51b7f0da49d316552629d4689e"
    "2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e"
)


def xxh3_64(data):
    """XXH3 with 64 bits and seed 0, for more than 240 bytes, which every model has."""
    if len(data) <= 240:
        raise ValueError("too short to be a model")
    p32, p64 = PRIMES_32, PRIMES_64
    sums = [p32[2], p64[0], p64[1], p64[2], p64[3], p32[1], p64[4], p32[0]]
    secrets = [struct.unpack_from("<8Q", SECRET, 8 * stripe) for stripe in range(16)]
    last_secret = struct.unpack_from("<8Q", SECRET, len(SECRET) - 64)

    def accumulate(position, secret):
        for lane, value in enumerate(struct.unpack_from("<8Q", data, position)):
            keyed = value ^ secret[lane]
            sums[lane ^ 1] = (sums[lane ^ 1] + value) & M64
            sums[lane] = (sums[lane] + (keyed & 0xFFFFFFFF) * (keyed >> 32)) & M64

    for stripe in range((len(data) - 1) // 64):
        accumulate(stripe * 64, secrets[stripe % 16])
        if stripe % 16 == 15:
            for lane, value in enumerate(sums):
                sums[lane] = ((value ^ value >> 47 ^ last_secret[lane]) * p32[0]) & M64
    accumulate(len(data) - 64, struct.unpack_from("<8Q", SECRET, len(SECRET) - 64 - 7))
    merged = len(data) * p64[0]
    keys = struct.unpack_from("<8Q", SECRET, 11)
    for lane in range(0, 8, 2):
        product = (sums[lane] ^ keys[lane]) * (sums[lane + 1] ^ keys[lane + 1])
        merged += (product & M64) ^ product >> 64
    merged &= M64
    merged = ((merged ^ merged >> 37) * 0x165667919E3779F9) & M64
    return merged ^ merged >> 32


def write_vectors(model_path, out):
    """Everything that the tests of `crates/embed` compare, one text a line."""
    from reference_texts import PATHS, TEXTS

    model = read_model(model_path)
    lines, previous = [], [0] * model.dims
    for number, text in enumerate(TEXTS):
        path = PATHS[number % len(PATHS)]
        vector, chunk = embed_text(model, text), embed_chunk(model, text, path)
        line = {
            "text": text,
            "path": path,
            "pieces": pieces_of_text(model.ids, text),
            "vector": array("b", vector).tobytes().hex(),
            "norm": norm(vector),
            "chunk": array("b", chunk).tobytes().hex(),
            "similarity": struct.pack(">f", similarity(chunk, previous)).hex(),
        }
        lines.append(json.dumps(line))
        previous = chunk
    head = json.dumps({"model": model.id, "dims": model.dims})[:-1]
    Path(out).write_text(head + ', "texts": [\n' + ",\n".join(lines) + "\n]}\n")


def write_small_model(out, dims=32):
    """A model of made-up numbers over a few hundred pieces."""
    from reference_texts import SMALL_PIECES

    ascii_pieces = "abcdefghijklmnopqrstuvwxyz0123456789"
    pieces = {*ascii_pieces, *("##" + piece for piece in ascii_pieces), *SMALL_PIECES}
    pieces = sorted(pieces, key=sort_key)
    state = 1

    def draw(n):
        nonlocal state
        state = (state * 6364136223846793005 + 1442695040888963407) & M64
        return (state >> 33) % n

    weights = [draw(MOST_WEIGHT + 1) for _ in pieces]
    # A few at the edges: no weight at all, and all of it.
    weights[0], weights[1] = MOST_WEIGHT, 0
    rows = [[draw(255) - 127 for _ in range(dims)] for _ in pieces]
    write_model(out, pieces, weights, rows)


def main(args):
    match args:
        case ["vectors", model, out]:
            write_vectors(model, out)
        case ["small", out]:
            write_small_model(out)
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
