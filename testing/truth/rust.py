"""What the names in Rust code mean, by rust-analyzer: `rust.py FOLDER RUST_ANALYZER`; see README.md for the lines it prints."""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

from lines import SKIPPED, Printer

DEFINITION = 1
NAME = re.compile(rb"[A-Za-z_][A-Za-z0-9_]*")
CALL = re.compile(rb"\s*(::\s*<[^;{}]*?>\s*)?\(|\s*!\s*[\[({]")
WRITE = re.compile(rb"\s*([-+*/%&|^]|<<|>>)?=[^=>]")


def fields(data: bytes):
    """The fields of a message in the protocol buffers' format: number and value."""
    at = 0
    while at < len(data):
        key, at = varint(data, at)
        wire = key & 7
        if wire == 0:
            value, at = varint(data, at)
        elif wire == 2:
            length, at = varint(data, at)
            value, at = data[at : at + length], at + length
        elif wire == 5:
            value, at = data[at : at + 4], at + 4
        else:
            value, at = data[at : at + 8], at + 8
        yield key >> 3, value


def varint(data: bytes, at: int):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value, at
        shift += 7


def numbers(data: bytes):
    found, at = [], 0
    while at < len(data):
        value, at = varint(data, at)
        found.append(value)
    return found


def occurrences(index: bytes):
    """Path, line and character from 0, symbol, and whether it is defined there."""
    for number, document in fields(index):
        if number != 2:
            continue
        path, found = "", []
        for field, value in fields(document):
            if field == 1:
                path = value.decode()
            elif field == 2:
                found.append(value)
        for occurrence in found:
            place, symbol, roles = [], "", 0
            for field, value in fields(occurrence):
                if field == 1:
                    place = numbers(value)
                elif field == 2:
                    symbol = value.decode()
                elif field == 3:
                    roles = value
            yield path, place[0], place[1], symbol, bool(roles & DEFINITION)


def kind_of(symbol: str) -> str:
    if symbol.startswith("local ") or symbol.endswith((")", "]")):
        return "local"
    if symbol.endswith("()."):
        return "method" if "#" in symbol else "function"
    if symbol.endswith("#"):
        return "member" if re.search(r"#[^#/]+#$", symbol) and "[" not in symbol else "type"
    if symbol.endswith("!"):
        return "macro"
    if symbol.endswith("."):
        last = re.split(r"[#/.]", symbol[:-1])[-1]
        return "constant" if last.upper() == last else "field"
    return "module"


def is_shorthand(line: bytes, start: int, rest: bytes) -> bool:
    """Whether a name is both a value and the field it goes into, as in `Entry { name, … }`."""
    if not re.match(rb"\s*([,}]|$)", rest):
        return False
    n_open = 0
    for byte in reversed(line[:start]):
        if byte in b")]}":
            n_open += 1
        elif byte in b"([{" and n_open:
            n_open -= 1
        elif byte in b"([{":
            return byte == ord("{")
    return not line[:start].strip()


def main(folder, analyzer):
    root = pathlib.Path(folder).resolve()
    with tempfile.TemporaryDirectory() as work:
        to = os.path.join(work, "index.scip")
        config = os.path.join(work, "config.json")
        pathlib.Path(config).write_text('{"cargo": {"features": "all"}}')
        command = [analyzer, "scip", str(root), "--output", to, "--config-path", config]
        # For it alone: cargo and rustc, which it calls, have libraries of their own.
        variables = {**os.environ, "LD_LIBRARY_PATH": os.environ.get("RUST_ANALYZER_LIBRARIES", "")}
        ended = subprocess.run(command, cwd=work, stdout=subprocess.DEVNULL, env=variables)
        if ended.returncode != 0:
            sys.exit(f"rust-analyzer ended with {ended.returncode}")
        found = list(occurrences(pathlib.Path(to).read_bytes()))
    lines, definitions = {}, {}

    def name_at(path, line, character):
        if path not in lines:
            file = root / path
            lines[path] = file.read_bytes().split(b"\n") if file.is_file() else []
        if line >= len(lines[path]):
            return None, b""
        text = lines[path][line]
        name = NAME.match(text, character)
        return (name.group().decode(), text[name.end() :]) if name else (None, b"")

    def is_judged(path):
        return not path.startswith("..") and not SKIPPED & set(path.split("/"))

    for path, line, character, symbol, is_definition in found:
        if is_definition and is_judged(path):
            # Locals are numbered in each file.
            key = f"{path} {symbol}" if symbol.startswith("local ") else symbol
            definitions.setdefault(key, []).append((path, line, character))
    printer = Printer()
    for symbol, places in definitions.items():
        kind = "local" if " local " in f" {symbol}" else kind_of(symbol)
        for path, line, character in places:
            name, _ = name_at(path, line, character)
            if name and kind not in ("local", "module"):
                printer.define(path, line + 1, character + 1, kind, name)
    for path, line, character, symbol, is_definition in found:
        kind = kind_of(symbol)
        if is_definition or kind == "module" or not is_judged(path):
            continue
        name, rest = name_at(path, line, character)
        if name in (None, "self", "Self", "super", "crate"):
            continue
        # An associated type is defined by the implementation and by the trait.
        if kind == "type" and lines[path][line][:character].endswith(b"Self::"):
            continue
        text = lines[path][line].lstrip()
        if text.startswith((b"use ", b"pub use ", b"pub(crate) use ")):
            use = "import"
        elif CALL.match(rest):
            use = "call"
        elif kind == "type":
            use = "type"
        else:
            use = "write" if WRITE.match(rest) else "read"
        # Each test of a package is a crate, but they share their symbols.
        places = definitions.get(f"{path} {symbol}" if symbol.startswith("local ") else symbol, [])
        places = [place for place in places if place[0] == path] or places
        targets = [f"{to}:{at + 1}" for to, at, _ in places]
        if kind == "local":
            if is_shorthand(lines[path][line], character, rest):
                continue
            targets = [f"local={target}" for target in targets] or ["local"]
        printer.use(path, line + 1, character + 1, use, name, targets or ["outside"])


main(*sys.argv[1:])
