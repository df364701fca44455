"""What the names in Python code mean, by pyright: `python.py FOLDER LANGSERVER`; see README.md for the lines it prints."""

import ast
import json
import os
import pathlib
import subprocess
import sys
import threading
from urllib.parse import unquote, urlparse

from lines import Printer, code_files

N_IN_FLIGHT = 64
DATA = ast.Assign, ast.AnnAssign, ast.AugAssign


class Reader(ast.NodeVisitor):
    """Collects definitions and uses of one file, each at its line and byte column, from 1."""

    def __init__(self, text: str):
        self.lines = text.split("\n")
        self.defs, self.uses = {}, []
        self.scopes = []
        self.in_annotation = False

    def find_name(self, node, name):
        """Where the name stands in the head of a definition."""
        line = node.lineno
        while line <= len(self.lines):
            words = self.lines[line - 1].encode()
            at = words.find(f" {name}".encode(), node.col_offset if line == node.lineno else 0)
            if at >= 0:
                return line, at + 2
            line += 1
        return node.lineno, node.col_offset + 1

    def define(self, place, kind, name):
        self.defs.setdefault(place, (kind, name))

    def visit_FunctionDef(self, node):
        in_class = self.scopes and self.scopes[-1] == "class"
        self.define(self.find_name(node, node.name), "method" if in_class else "function", node.name)
        for part in node.decorator_list:
            self.visit(part)
        self.annotation(node.returns)
        arguments = node.args
        for argument in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]:
            self.annotation(argument.annotation)
        for argument in (arguments.vararg, arguments.kwarg):
            self.annotation(argument and argument.annotation)
        for default in [*arguments.defaults, *arguments.kw_defaults]:
            if default is not None:
                self.visit(default)
        self.inside("function", node.body)

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_ClassDef(self, node):
        self.define(self.find_name(node, node.name), "class", node.name)
        for part in [*node.decorator_list, *node.keywords]:
            self.visit(part)
        for base in node.bases:
            self.annotation(base)
        self.inside("class", node.body)

    def visit_Lambda(self, node):
        self.inside("function", [*node.args.defaults, node.body])

    def inside(self, scope, nodes):
        self.scopes.append(scope)
        for node in nodes:
            self.visit(node)
        self.scopes.pop()

    def annotation(self, node):
        if node is not None:
            before, self.in_annotation = self.in_annotation, True
            self.visit(node)
            self.in_annotation = before

    def visit_AnnAssign(self, node):
        self.visit(node.target)
        self.annotation(node.annotation)
        if node.value:
            self.visit(node.value)

    def visit_Call(self, node):
        self.name_in(node.func, "call")
        for part in [*node.args, *node.keywords]:
            self.visit(part)

    def visit_Name(self, node):
        self.name_in(node, None)

    def visit_Attribute(self, node):
        self.name_in(node, None)

    def name_in(self, node, kind):
        if not isinstance(node, (ast.Name, ast.Attribute)):
            self.visit(node)
            return
        is_stored = isinstance(node.ctx, (ast.Store, ast.Del))
        if kind is None:
            kind = "write" if is_stored else "type" if self.in_annotation else "read"
        if isinstance(node, ast.Name):
            place, name = (node.lineno, node.col_offset + 1), node.id
            if is_stored and (not self.scopes or self.scopes[-1] == "class"):
                data = "field" if self.scopes else "constant" if name.isupper() else "variable"
                self.define(place, data, name)
        else:
            name = node.attr
            place = (node.end_lineno, node.end_col_offset - len(name.encode()) + 1)
            is_own = isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")
            if is_stored and is_own and "class" in self.scopes:
                self.define(place, "own-field", name)
            before, self.in_annotation = self.in_annotation, False
            self.visit(node.value)
            self.in_annotation = before
        self.uses.append((place, kind, name))

    def visit_ImportFrom(self, node):
        for alias in node.names:
            if alias.name != "*":
                self.uses.append(((alias.lineno, alias.col_offset + 1), "import", alias.name))


class Server:
    """A language server over its standard streams."""

    def __init__(self, command, root):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self.answers, self.arrived = {}, threading.Condition()
        self.n_sent, self.root = 0, root
        threading.Thread(target=self.read, daemon=True).start()
        uri = root.as_uri()
        folders = [{"uri": uri, "name": "root"}]
        self.wait(self.ask("initialize", {
            "processId": os.getpid(), "rootUri": uri, "workspaceFolders": folders,
            "capabilities": {"workspace": {"configuration": True, "workspaceFolders": True}},
        }))
        self.send({"method": "initialized", "params": {}})

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def ask(self, method, params):
        self.n_sent += 1
        self.send({"id": self.n_sent, "method": method, "params": params})
        return self.n_sent

    def read(self):
        stream = self.process.stdout
        while header := stream.readline():
            if not header.lower().startswith(b"content-length"):
                continue
            length = int(header.split(b":")[1])
            while stream.readline().strip():
                pass
            message = json.loads(stream.read(length))
            if "method" in message and "id" in message:
                items = message.get("params", {})
                items = items.get("items", []) if isinstance(items, dict) else []
                # Before what is installed on this machine, which may be the very package.
                roots = [str(self.root / "src"), str(self.root)]
                analysis = {"diagnosticMode": "openFilesOnly", "autoSearchPaths": True, "extraPaths": roots}
                settings = {"analysis": analysis}
                found = [settings if item.get("section") == "python" else settings["analysis"] for item in items]
                self.send({"id": message["id"], "result": found or None})
            elif "id" in message:
                with self.arrived:
                    self.answers[message["id"]] = message.get("result")
                    self.arrived.notify_all()

    def wait(self, number):
        with self.arrived:
            if not self.arrived.wait_for(lambda: number in self.answers, timeout=300):
                sys.exit("the language server does not answer")
            return self.answers.pop(number)


def utf16(line: str, column: int) -> int:
    """The character that a language server counts, of a byte column from 1."""
    return len(line.encode()[: column - 1].decode(errors="ignore").encode("utf-16-le")) // 2


def byte_column(line: str, character: int) -> int:
    return len(line.encode("utf-16-le")[: character * 2].decode("utf-16-le", "ignore").encode()) + 1


def main(folder, server_program):
    root = pathlib.Path(folder).resolve()
    readers, texts = {}, {}
    for path in code_files(root, (".py",)):
        text = (root / path).read_text(errors="replace").replace("\r\n", "\n")
        reader = Reader(text)
        try:
            reader.visit(ast.parse(text))
        except (SyntaxError, ValueError, RecursionError):
            continue
        readers[path], texts[path] = reader, text
    printer = Printer()
    for path, reader in readers.items():
        for (line, column), (kind, name) in reader.defs.items():
            printer.define(path, line, column, kind, name)
    server = Server(["node", server_program, "--stdio"], root)

    def print_answer(path, place, kind, name, number):
        links = server.wait(number)
        targets = []
        for link in links if isinstance(links, list) else [links] if links else []:
            target = pathlib.Path(unquote(urlparse(link.get("uri") or link["targetUri"]).path))
            start = (link.get("range") or link["targetSelectionRange"])["start"]
            try:
                to = target.relative_to(root).as_posix()
            except ValueError:
                targets.append("outside")
                continue
            if to not in readers:
                # A stub of the package stands for a definition that it does not name.
                if target.suffix != ".pyi":
                    targets.append("outside")
                continue
            line = start["line"] + 1
            lines = readers[to].lines
            column = byte_column(lines[start["line"]], start["character"]) if line <= len(lines) else 1
            if (line, column) in readers[to].defs:
                if (to, (line, column)) == (path, place):
                    return
                targets.append(f"{to}:{line}")
            elif (line, column) != (1, 1):
                targets.append(f"local={to}:{line}")
        printer.use(path, *place, kind, name, targets)

    for path, reader in readers.items():
        uri = (root / path).as_uri()
        document = {"uri": uri, "languageId": "python", "version": 1, "text": texts[path]}
        server.send({"method": "textDocument/didOpen", "params": {"textDocument": document}})
        waiting = []
        for place, kind, name in sorted(reader.uses):
            line, column = place
            position = {"line": line - 1, "character": utf16(reader.lines[line - 1], column)}
            params = {"textDocument": {"uri": uri}, "position": position}
            waiting.append((path, place, kind, name, server.ask("textDocument/definition", params)))
            if len(waiting) >= N_IN_FLIGHT:
                print_answer(*waiting.pop(0))
        for question in waiting:
            print_answer(*question)
        server.send({"method": "textDocument/didClose", "params": {"textDocument": {"uri": uri}}})
    server.process.kill()


main(*sys.argv[1:])
