"""Tells whether a package is under a permissive licence.

Every registry has its own way to say so: Debian a machine-readable `debian/copyright`, npm
`package.json`, cargo `Cargo.toml`, PyPI `PKG-INFO`. What does not say it clearly is not permissive.
Start at `is_permissive`.
"""
import fnmatch
import json
import re
import tomllib

PERMISSIVE = re.compile(
    r"""^(
      mit([-/ ].*)? | expat | x11 | mit0 | mit-0
    | bsd([-_ ].*)? | \d-?clause[- ]bsd | 0bsd | .*-clause-bsd | freebsd | new[- ]bsd
    | (the\ )?apache([-_ ]?(licen[sc]e)?,?[-_ ]?(version)?[-_ ]?v?2(\.0)?)?(\ licen[sc]e)?( with llvm.*)?
    | apache-2(\.0)?.* | asl-2(\.0)? | al-2(\.0)?
    | isc(l)? | zlib([-/].*)? | libpng.* | bsl(-1(\.0)?)? | boost.* | unlicen[sc]e | the\ unlicense | cc0.*
    | public[-_ ]domain | psf.* | python.* | artistic-2(\.0)? | wtfpl.* | ncsa.* | postgresql
    | curl | hpnd.* | unicode.* | php(-3.*)? | w3c.* | afl.* | blueoak.* | dtl | mit0
    )$""",
    re.VERBOSE,
)
CLASSIFIERS = ("MIT", "BSD", "Apache", "ISC", "zlib", "Unlicense", "Public Domain", "CC0", "Python Software Foundation", "Boost")


def is_permissive(expression):
    """Whether one may choose among a licence expression's alternatives so that all of it is permissive."""
    text = re.sub(r"[()]", " ", expression or "").strip().lower()
    text = re.sub(r"^the\s+|\s+licen[sc]e\b|,?\s+version\b", "", text)
    if not text:
        return False
    for choice in re.split(r"\s+or\s+|\s*\|\|?\s*|\s*/\s*(?=apache|mit|bsd|zlib|unlicense)", text):
        parts = [part.strip(" ,;.") for part in re.split(r"\s+and\s+|\s*[,&;]\s+", choice)]
        if parts and all(part and PERMISSIVE.match(part) for part in parts):
            return True
    return False


def read_debian(copyright_text):
    """Whether `Files: *` is permissive, and the patterns of the files that are not."""
    main, others = None, []
    for paragraph in re.split(r"\n\s*\n", copyright_text.replace("\r", "")):
        files = re.search(r"^Files:\s*((?:.*)(?:\n[ \t].*)*)", paragraph, re.M | re.I)
        licence = re.search(r"^Licen[sc]e:\s*(.*)", paragraph, re.M | re.I)
        if not files and licence and main is None and paragraph.startswith("Format"):
            main = is_permissive(licence.group(1))
        if not files or not licence:
            continue
        patterns = files.group(1).replace(",", " ").split()
        allowed = is_permissive(licence.group(1))
        if "*" in patterns:
            main = allowed
        elif not allowed:
            others += patterns
    return bool(main), [pattern for pattern in others if not pattern.startswith("debian/")]


GRANTS = (
    "permission is hereby granted, free of charge",
    "redistribution and use in source and binary forms",
    "apache license",
    "permission to use, copy, modify",
    "this software is provided 'as-is'",
    "this is free and unencumbered software",
    "boost software license",
    "cc0 1.0 universal",
    "the mit license",
    "do what the fuck you want",
)
CLAIMS = ("gnu general public", "gnu lesser", "gnu affero", "gnu library general", "mozilla public", "eclipse public",
          "common development and distribution", "creative commons attribution-", "all rights reserved to", "gplv", "lgpl")


def is_licence_file(name):
    return re.match(r"(mit-|un|the-|apache-)?(licen[sc]e|copying|copyright)", name.lower()) is not None


def is_manifest(name):
    return name in ("pom.xml", "package.json", "composer.json", "Cargo.toml", "PKG-INFO") or name.endswith((".cabal", ".gemspec", ".rockspec"))


def read_texts(texts, manifests):
    """Whether every licence text grants freely and none asks for more; without texts, what a manifest says."""
    if texts:
        flat = [" ".join(text.lower().split()) for text in texts]
        return any(any(grant in text for grant in GRANTS) for text in flat) and not any(claim in text for text in flat for claim in CLAIMS)
    manifests = [re.sub(r"(?s).*?<licenses?>.*?<name>(.*?)</name>.*", r'license: "\1"', text, count=1) for text in manifests]
    said = [match for text in manifests for match in re.findall(r"licen[sc]es?\"?\s*[=:]?>?\s*[\[{]*\s*[\"']?([A-Za-z0-9.+ -]{2,40})", text, re.I)[:1]]
    return bool(said) and all(is_permissive(licence) for licence in said)


def is_listed(path, patterns):
    return any(fnmatch.fnmatchcase(path, pattern) for pattern in patterns)


def read_npm(package_json):
    try:
        package = json.loads(package_json)
    except ValueError:
        return False
    licence = package.get("license") or package.get("licenses")
    entries = licence if isinstance(licence, list) else [licence]
    names = [entry.get("type") if isinstance(entry, dict) else entry for entry in entries]
    return any(isinstance(name, str) and is_permissive(name) for name in names)


def read_cargo(cargo_toml):
    try:
        licence = tomllib.loads(cargo_toml).get("package", {}).get("license")
    except tomllib.TOMLDecodeError:
        return False
    return isinstance(licence, str) and is_permissive(licence)


def read_pypi(pkg_info):
    head = pkg_info.split("\n\n", 1)[0]
    fields = re.findall(r"^(License|License-Expression|Classifier):\s*(.*)$", head, re.M)
    classifiers = [value for key, value in fields if key == "Classifier" and value.startswith("License ::")]
    if classifiers:
        last = [value.split("::")[-1] for value in classifiers]
        return all(any(name in value for name in CLASSIFIERS) for value in last if value.strip() != "OSI Approved")
    return any(is_permissive(value) for key, value in fields if key != "Classifier")
