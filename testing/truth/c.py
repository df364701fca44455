"""What the names in C and C++ mean, by libclang: `c.py FOLDER c|c++`; see README.md for the lines it prints."""

import ctypes
import pathlib
import re
import subprocess
import sys

from clang import cindex
from clang.cindex import CursorKind as Kind
from lines import Printer, code_files

SOURCES = {"c": (".c",), "c++": (".cc", ".cpp", ".cxx")}
HEADERS = (".h", ".hh", ".hpp", ".hxx", ".inc", ".ipp")
KINDS = {
    Kind.FUNCTION_DECL: "function", Kind.CXX_METHOD: "method", Kind.CONSTRUCTOR: "constructor",
    Kind.DESTRUCTOR: "method", Kind.CONVERSION_FUNCTION: "method", Kind.FUNCTION_TEMPLATE: "function",
    Kind.STRUCT_DECL: "type", Kind.UNION_DECL: "type", Kind.CLASS_DECL: "class", Kind.CLASS_TEMPLATE: "class",
    Kind.CLASS_TEMPLATE_PARTIAL_SPECIALIZATION: "class", Kind.ENUM_DECL: "type", Kind.TYPEDEF_DECL: "type",
    Kind.TYPE_ALIAS_DECL: "type", Kind.TYPE_ALIAS_TEMPLATE_DECL: "type", Kind.ENUM_CONSTANT_DECL: "member",
    Kind.FIELD_DECL: "field", Kind.VAR_DECL: "variable", Kind.MACRO_DEFINITION: "macro",
}
USES = {
    Kind.DECL_REF_EXPR, Kind.MEMBER_REF_EXPR, Kind.MEMBER_REF, Kind.TYPE_REF, Kind.TEMPLATE_REF,
    Kind.MACRO_INSTANTIATION, Kind.OVERLOADED_DECL_REF,
}
FUNCTIONS = {Kind.FUNCTION_DECL, Kind.CXX_METHOD, Kind.CONSTRUCTOR, Kind.DESTRUCTOR, Kind.LAMBDA_EXPR, Kind.FUNCTION_TEMPLATE}
CALL = re.compile(rb"\s*(<[^;{}()]*>)?\s*\(")
WRITE = re.compile(rb"\s*(\[[^\]]*\])?\s*([-+*/%&|^]|<<|>>)?=[^=]|\s*(\+\+|--)")



def plain_name(spelling):
    """A name without the arguments of a template; `operator<` is a name."""
    return spelling if spelling.startswith("operator") else spelling.split("<")[0]


class Reader:
    def __init__(self, root, language):
        self.root, self.language = root, language
        self.texts, self.defined, self.uses = {}, {}, {}
        self.same = {}
        self.printer = Printer()

    def spelled(self, location):
        """Path, line and column where it is written: an argument of a macro stands where it is passed."""
        line, column, offset = ctypes.c_uint(), ctypes.c_uint(), ctypes.c_uint()
        handle = cindex.c_object_p()
        cindex.conf.lib.clang_getSpellingLocation(
            location, ctypes.byref(handle), ctypes.byref(line), ctypes.byref(column), ctypes.byref(offset)
        )
        if not handle:
            return None
        try:
            path = pathlib.Path(cindex.File(handle).name).resolve().relative_to(self.root).as_posix()
        except ValueError:
            return None
        return path, line.value, column.value

    def is_outside(self, file):
        return file is not None and self.root not in pathlib.Path(file.name).resolve().parents

    def text_after(self, path, line, column, name):
        """The text after the name; `None` if it does not stand there, or in the body of a macro."""
        if path not in self.texts:
            lines = (self.root / path).read_bytes().split(b"\n")
            bodies, is_body = set(), False
            for number, text in enumerate(lines, 1):
                is_body = is_body or text.lstrip().startswith(b"#") and b"define" in text
                if is_body:
                    bodies.add(number)
                is_body = is_body and text.rstrip().endswith(b"\\")
            self.texts[path] = lines, bodies
        lines, bodies = self.texts[path]
        if line > len(lines) or line in bodies:
            return None
        rest = lines[line - 1][column - 1 :]
        return rest[len(name) :] if rest.startswith(name.encode()) else None

    def is_guard(self, place, name):
        """Whether a macro only keeps a header from being read twice."""
        path, line, column = place
        self.text_after(path, line, column, name)
        own = self.texts[path][0][line - 1][column - 1 + len(name) :]
        if own.split(b"/*")[0].split(b"//")[0].strip():
            return False
        before = [text.strip() for text in self.texts[path][0][: line - 1] if text.strip()]
        return bool(before) and re.fullmatch(rb"#\s*ifndef\s+" + name.encode(), before[-1]) is not None

    def read(self, unit):
        self.visit(unit.cursor, False)

    def visit(self, cursor, in_function):
        for child in cursor.get_children():
            place = self.spelled(child.location)
            if place is None and cursor.kind == Kind.TRANSLATION_UNIT:
                continue
            kind = child.kind
            if place and kind in KINDS and child.spelling:
                self.define(child, place, in_function)
            elif place and kind in USES:
                self.use(child, place, in_function)
            elif place and kind == Kind.CALL_EXPR and child.referenced is not None and child.referenced.kind == Kind.CONSTRUCTOR:
                self.use(child, place, in_function)
            self.visit(child, in_function or kind in FUNCTIONS)

    def define(self, cursor, place, in_function):
        kind, name = KINDS[cursor.kind], plain_name(cursor.spelling)
        if kind == "variable" and in_function:
            return
        is_macro = kind == "macro"
        if not is_macro and self.text_after(*place, name) is None:
            return
        if kind == "variable" and cursor.type.is_const_qualified():
            kind = "constant"
        if is_macro and self.is_guard(place, name):
            return
        key = self.macro_key(cursor) if is_macro else cursor.get_usr()
        if cursor.kind == Kind.TYPEDEF_DECL:
            # `typedef struct s { … } t;`: both names stand for one type.
            tag = cursor.underlying_typedef_type.get_declaration().get_usr()
            if tag:
                self.same.setdefault(key, set()).add(tag)
                self.same.setdefault(tag, set()).add(key)
        self.defined.setdefault(key, {})[place] = (kind, name, cursor.is_definition() or is_macro)

    def macro_key(self, cursor):
        """A macro is known by where it is defined: several files define one of the same name."""
        return f"macro {self.spelled(cursor.location) if cursor is not None else None}"

    def use(self, cursor, place, in_function):
        target = cursor.referenced
        if cursor.kind == Kind.MACRO_INSTANTIATION:
            key, name, is_local = self.macro_key(target), cursor.spelling, False
        elif target is None or target.kind in (Kind.NAMESPACE, Kind.NO_DECL_FOUND, Kind.OVERLOADED_DECL_REF):
            return
        else:
            name = plain_name(target.spelling)
            if target.kind == Kind.CONSTRUCTOR:
                name = target.semantic_parent.spelling
            holder = target.semantic_parent
            is_local = target.kind in (Kind.PARM_DECL, Kind.TEMPLATE_TYPE_PARAMETER, Kind.TEMPLATE_NON_TYPE_PARAMETER)
            is_local = is_local or target.kind == Kind.VAR_DECL and holder is not None and holder.kind in FUNCTIONS
            key = target.get_usr()
        rest = self.text_after(*place, name)
        if rest is None or not name:
            return
        if target is not None and target.kind in (Kind.STRUCT_DECL, Kind.UNION_DECL, Kind.ENUM_DECL, Kind.TYPEDEF_DECL, Kind.CLASS_DECL, Kind.CLASS_TEMPLATE, Kind.TYPE_ALIAS_DECL):
            kind = "call" if self.language == "c++" and CALL.match(rest) else "type"
        elif CALL.match(rest):
            kind = "call"
        else:
            kind = "write" if WRITE.match(rest) else "read"
        # A macro hides what it expands to; a constructor says more than its type.
        found = self.uses.get(place)
        if found is None or cursor.kind in (Kind.MACRO_INSTANTIATION, Kind.CALL_EXPR):
            declared = self.spelled(target.location) if target is not None else None
            local = f"local={declared[0]}:{declared[1]}" if declared else "local"
            # Another program of the package may define what this one has from a library.
            is_outside = cursor.kind != Kind.MACRO_INSTANTIATION and self.is_outside(target.location.file)
            self.uses[place] = (kind, name, local if is_local else "outside" if is_outside else key, declared)

    def print(self):
        for places in self.defined.values():
            for place, (kind, name, is_definition) in places.items():
                self.printer.define(*place, kind if is_definition else "declaration", name)
        keys_at = {place: key for key, places in self.defined.items() for place in places}
        for place, (kind, name, key, declared) in sorted(self.uses.items()):
            # What a template makes has a key of its own, and stands where the template does.
            key = key if key in self.defined or key.startswith("local") else keys_at.get(declared, key)
            keys = [key, *self.same.get(key, ())]
            targets = [f"{path}:{line}" for key in keys for path, line, _ in self.defined.get(key, {})]
            self.printer.use(*place, kind, name, [key] if key.startswith("local") else targets or ["outside"])


def system_headers(language):
    """The folders of headers that the compiler of this machine looks into."""
    command = ["gcc", "-E", "-v", "-x", language, "/dev/null"]
    said = subprocess.run(command, capture_output=True, text=True).stderr
    listed = said.split("search starts here:")[-1].split("End of search list")[0]
    return [line.strip() for line in listed.splitlines() if line.strip()]


def main(folder, language):
    root = pathlib.Path(folder).resolve()
    sources = code_files(root, SOURCES[language])
    headers = code_files(root, HEADERS)
    folders = {pathlib.PurePosixPath(header).parent for header in headers}
    # `#include "yaml-cpp/node.h"` is found from each folder above.
    folders |= {above for folder in folders for above in folder.parents}
    args = ["-x", language, "-w", "-std=c++17" if language == "c++" else "-std=gnu11", "-nostdinc"]
    args += [f"-I{root / at}" for at in sorted(folders)]
    args += [arg for at in system_headers(language) for arg in ("-isystem", at)]
    cindex.conf.lib.clang_getSpellingLocation.argtypes = None
    reader = Reader(root, language)
    index = cindex.Index.create()
    options = cindex.TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD
    used = set()
    for path in sources + [header for header in headers if language == "c++" or header.endswith(".h")]:
        # A header is read where it is included; alone only if nothing includes it.
        if path in used:
            continue
        try:
            unit = index.parse(str(root / path), args=args, options=options)
        except cindex.TranslationUnitLoadError:
            continue
        for included in unit.get_includes():
            try:
                used.add(pathlib.Path(included.include.name).resolve().relative_to(root).as_posix())
            except ValueError:
                continue
        reader.read(unit)
    reader.print()


main(*sys.argv[1:])
