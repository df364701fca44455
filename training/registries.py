"""Where source packages come from: Debian, npm, crates.io and PyPI.

The addresses are those that apt, npm, cargo and pip are set up with on this machine, or else their
public defaults. A `Package` knows how to find its archives; `plan_debian` chooses among Debian's.
"""
import dataclasses
import glob
import hashlib
import json
import lzma
import re
import subprocess
import urllib.error
import urllib.parse
import urllib.request

AGENT = {"User-Agent": "rutter-training (builds a code search model)"}


@dataclasses.dataclass
class Package:
    registry: str
    name: str
    group: str
    """What it was chosen for, such as a language."""
    version: str = ""
    archives: tuple = ()
    """Debian only: for every suite the address of the packaging and of the source itself."""
    limit_bytes: int = 4_000_000
    depth: int = 0
    """How many folders down a large package is split into packages of their own."""
    ending: str = ""
    """What a file of each of them must end with."""
    dropped: tuple = ()
    """Folders that are left out."""

    @property
    def id(self):
        return f"{self.registry}-" + re.sub(r"[^A-Za-z0-9._+-]", "_", self.name.lstrip("@"))


def get(address, limit_bytes=30_000_000, tries=3):
    """The bytes at an address; nothing when there is no such thing or it is too large."""
    for attempt in range(tries):
        try:
            request = urllib.request.Request(address, headers=AGENT)
            with urllib.request.urlopen(request, timeout=60) as answer:
                if int(answer.headers.get("Content-Length") or 0) > limit_bytes:
                    return None
                body = answer.read(limit_bytes + 1)
                return body if len(body) <= limit_bytes else None
        except urllib.error.HTTPError as error:
            if error.code in (403, 404, 410):
                return None
        except OSError:
            pass
        if attempt == tries - 1:
            return None
    return None


def setting(*command):
    """What a tool is set up with, or an empty text."""
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
    except OSError:
        return ""
    value = run.stdout.strip()
    return value if run.returncode == 0 and value.startswith("http") else ""


def debian_mirror():
    for path in sorted(glob.glob("/etc/apt/sources.list.d/*.sources") + glob.glob("/etc/apt/sources.list")):
        for address in re.findall(r"^(?:URIs:|deb(?:-src)?)\s+(?:\[.*?\]\s*)?(http\S+)", open(path).read(), re.M):
            if address.rstrip("/").endswith("/debian"):
                return address.rstrip("/")
    return "http://deb.debian.org/debian"


def npm_registry():
    return (setting("npm", "config", "get", "registry") or "https://registry.npmjs.org").rstrip("/")


def pypi_registry():
    index = setting("pip", "config", "get", "global.index-url") or "https://pypi.org/simple"
    return index.rstrip("/").removesuffix("/simple")


def cargo_index():
    return "https://index.crates.io"


def find_npm(registry, name):
    """Version, archive and names it depends on, of the latest release."""
    body = get(f"{registry}/{urllib.parse.quote(name, safe='@')}/latest", 3_000_000)
    if not body:
        return None
    release = json.loads(body)
    needs = set()
    for field in ("dependencies", "devDependencies", "peerDependencies"):
        if isinstance(release.get(field), dict):
            needs.update(release[field])
    return release.get("version", ""), release["dist"]["tarball"], sorted(needs)


def find_crate(index, download, name):
    low = name.lower()
    folder = {1: "1", 2: "2", 3: f"3/{low[:1]}"}.get(len(low), f"{low[:2]}/{low[2:4]}")
    body = get(f"{index}/{folder}/{low}", 8_000_000)
    if not body:
        return None
    releases = [json.loads(line) for line in body.splitlines() if line.strip()]
    releases = [release for release in releases if not release["yanked"] and "-" not in release["vers"]]
    if not releases:
        return None
    latest = max(releases, key=lambda release: [int(part) for part in re.findall(r"\d+", release["vers"])[:3]])
    needs = sorted({need.get("package") or need["name"] for need in latest["deps"]})
    address = f"{download}/{latest['name']}/{latest['vers']}/download"
    return latest["vers"], address, needs


def crate_downloads(index):
    """The download address that the index names in its `config.json`."""
    return json.loads(get(f"{index}/config.json") or b"{}").get("dl", "https://static.crates.io/crates").rstrip("/")


def find_pypi(registry, name):
    body = get(f"{registry}/pypi/{name}/json", 30_000_000)
    if not body:
        return None
    project = json.loads(body)
    for file in project["urls"]:
        if file["packagetype"] == "sdist" and file["url"].endswith(".tar.gz"):
            return project["info"]["version"], urllib.parse.urljoin(f"{registry}/pypi/{name}/json", file["url"]), []
    return None


def read_sources(mirror, suite):
    """The source packages of a Debian suite: a list of their fields."""
    body = get(f"{mirror}/dists/{suite}/main/source/Sources.xz", 60_000_000)
    text = lzma.decompress(body).decode("utf-8", "replace") if body else ""
    packages = []
    for paragraph in text.split("\n\n"):
        fields = dict(re.findall(r"^([A-Za-z0-9-]+):[ ]?((?:.*)(?:\n .*)*)", paragraph, re.M))
        if "Package" in fields:
            packages.append(fields)
    return packages


def debian_group(fields):
    """What a Debian package is written in, as far as its name and what it is built with tell."""
    name, section = fields["Package"], fields.get("Section", "")
    builds = fields.get("Build-Depends", "") + " " + fields.get("Build-Depends-Indep", "")
    if re.match(r"(fonts-|r-cran-|r-bioc-|texlive|lib.*-perl$|hunspell|aspell|task-|elpa-|ocaml|dict)", name):
        return None
    for prefix, group in (
        ("golang-", "go"), ("ruby-", "ruby"), ("haskell-", "haskell"), ("node-", "node"), ("php-", "php"),
        ("lua-", "lua"), ("elixir", "elixir"), ("rust-", "rust"), ("scala", "scala"), ("sbt", "scala"),
        ("kotlin", "kotlin"), ("vim-", "lua"), ("swiftlang", "swift"),
    ):
        if name.startswith(prefix):
            return group
    if re.search(r"cli-common|mono-devel|mono-mcs", builds) or section == "cli-mono":
        return "csharp"
    if re.search(r"pkg-php-tools|dh-php|phpunit|phpab", builds):
        return "php"
    if re.search(r"maven-debian-helper|javahelper|gradle-debian-helper|default-jdk|ant\b", builds) or name.endswith("-java"):
        return "java"
    if "dh-lua" in builds or re.search(r"\blua5", builds):
        return "lua"
    if re.search(r"scala|kotlin", builds):
        return "scala"
    if "elixir" in builds:
        return "elixir"
    if re.search(r"haskell-devscripts|ghc\b", builds):
        return "haskell"
    if "gem2deb" in builds:
        return "ruby"
    if "dh-golang" in builds or "golang-any" in builds:
        return "go"
    if re.search(r"dh-python|python3-all", builds) or name.startswith("python-"):
        return "python"
    if re.search(r"ocaml|dh-octave|dh-elpa|texlive|gfortran|r-base", builds):
        return None
    if fields.get("Architecture", "") == "all":
        return "shell"
    return "c"


def plan_debian(mirror, suites, quotas, large, is_judge):
    """The packages to fetch from Debian: of every group as many as its quota says, chosen by hash."""
    found = {}
    for suite in suites:
        for fields in read_sources(mirror, suite):
            package = debian_package(mirror, fields, large, is_judge)
            if not package:
                continue
            # A mirror may lack a file: then another suite's version serves as well.
            first = found.setdefault(package.name, package)
            if first is not package and package.archives[0] not in first.archives:
                first.archives += package.archives
    chosen, taken = [], {}
    order = sorted(found.values(), key=lambda package: hashlib.sha1(package.name.encode()).digest())
    for package in sorted(order, key=lambda package: package.depth == 0):
        quota = quotas.get(package.group, 0)
        if package.depth or taken.get(package.group, 0) < quota:
            taken[package.group] = taken.get(package.group, 0) + 1
            chosen.append(package)
    return chosen, found


def debian_package(mirror, fields, large, is_judge):
    group = debian_group(fields)
    depth, ending, dropped = large.get(fields["Package"], (0, "", ()))
    if not group and not depth:
        return None
    files = [line.split() for line in fields.get("Files", "").splitlines() if line.strip()]
    files = {name: int(size) for _, size, name in files}
    packaging = [name for name in files if re.search(r"\.debian\.tar\.(xz|gz|bz2)$", name)]
    main = [name for name in files if re.search(r"\.orig\.tar\.(xz|gz|bz2)$", name)]
    native = [name for name in files if re.search(r"\.tar\.(xz|gz|bz2)$", name)] if not packaging else []
    limit = 400_000_000 if depth else 60_000_000 if is_judge("debian", fields["Package"]) else 4_000_000
    if packaging and len(main) == 1:
        names = (packaging[0], main[0])
    elif len(native) == 1 and not main:
        names = (native[0], native[0])
    else:
        return None
    if not 3_000 < files[names[1]] <= limit or files[names[0]] > 3_000_000 and names[0] != names[1]:
        return None
    base = f"{mirror}/{fields['Directory']}"
    archives = (tuple(f"{base}/{name}" for name in names),)
    return Package("debian", fields["Package"], group or "c", fields["Version"], archives, limit, depth, ending, dropped)
