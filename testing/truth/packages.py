"""Downloads packages to measure on: `packages.py PARTS LANGUAGE` puts them into `PARTS/packages/LANGUAGE`.

Only registries are asked. Go and Java code, and C and C++, come from Debian's packages, Rust from crates.io.
"""

import json
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import urllib.parse
import zipfile

# Name and version, as the registry knows them.
PACKAGES = {
    "python": ["attrs==25.3.0", "marshmallow==4.0.0", "rich==14.0.0"],
    "typescript": ["immer@10.1.1", "mobx@6.13.7", "rxjs@7.8.2"],
    "go": ["golang-github-sirupsen-logrus-dev", "golang-github-rs-zerolog-dev", "golang-github-stretchr-testify-dev"],
    "java": ["commons-csv", "javapoet", "commons-io"],
    "rust": ["crossbeam-channel", "crossbeam-epoch", "mio", "parking_lot_core"],
    "c": ["cjson", "lz4"],
    "cpp": ["leveldb", "yaml-cpp"],
}
# It would warn that its own user may not write here.
APT = ["apt-get", "-qq", "-o", "APT::Sandbox::User=root"]
PARTS = pathlib.Path(sys.argv[1]).resolve()


def run(command, folder):
    ended = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    if ended.returncode != 0:
        sys.exit(f"{command[0]} ended with {ended.returncode} for {command[-1]}")
    return ended.stdout


def unpack(archive: pathlib.Path, to: pathlib.Path):
    """Unpacks an archive; a single folder at its top is taken away."""
    with tempfile.TemporaryDirectory(dir=to.parent) as work:
        if archive.suffix in (".zip", ".whl", ".jar"):
            with zipfile.ZipFile(archive) as opened:
                opened.extractall(work)
        else:
            with tarfile.open(archive) as opened:
                opened.extractall(work, filter="data")
        top = list(pathlib.Path(work).iterdir())
        shutil.move(str(top[0]) if len(top) == 1 and top[0].is_dir() else work, to)
        pathlib.Path(work).mkdir(exist_ok=True)


def from_pypi(requirement, to, work):
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "download", "--no-deps"]
    run([*pip, "--no-binary", ":all:", requirement], work)
    unpack(next(work.glob("*.tar.gz")), to)


def from_npm(requirement, to, work):
    packed = json.loads(run(["npm", "pack", "--json", "--loglevel", "error", requirement], work))
    unpack(work / packed[0]["filename"], to)
    # Built files would hide the sources.
    for built in ("dist", "lib", "build"):
        shutil.rmtree(to / built, ignore_errors=True)


def from_debian_binary(name, to, work):
    run([*APT, "download", name], work)
    run(["dpkg-deb", "-x", str(next(work.glob("*.deb"))), str(work / "root")], work)
    # The folder of the package within the folder of all Go code.
    all_code = work / "root" / "usr/share/gocode/src"
    at = min((file.parent for file in all_code.rglob("*.go") if not file.is_symlink()), key=lambda path: len(path.parts))
    module = at.relative_to(all_code).as_posix()
    shutil.move(str(at), to)
    if not (to / "go.mod").is_file():
        (to / "go.mod").write_text(f"module {module}\n")


def apt_for_sources():
    """apt-get with the machine's sources asked for source packages, which few machines have switched on."""
    at = PARTS / "apt"
    if not (at / "updated").is_file():
        for folder in ("sources", "lists/partial"):
            (at / folder).mkdir(parents=True, exist_ok=True)
        etc = pathlib.Path("/etc/apt")
        for file in [*etc.glob("sources.list"), *etc.glob("sources.list.d/*.list"), *etc.glob("sources.list.d/*.sources")]:
            text = re.sub(r"^(Types: *|)deb\b(?!-src)", r"\1deb-src", file.read_text(), flags=re.M)
            (at / "sources" / file.name).write_text(text)
    options = {"Dir::Etc::sourcelist": "/dev/null", "Dir::Etc::sourceparts": at / "sources", "Dir::State::lists": at / "lists"}
    command = [*APT, *(part for name, value in options.items() for part in ("-o", f"{name}={value}"))]
    if not (at / "updated").is_file():
        run([*command, "update"], at)
        (at / "updated").touch()
    return command


def from_debian_source(name, to, work):
    apt = apt_for_sources()
    listed = run([*apt, "source", "--print-uris", "--download-only", name], work)
    names = [line.split()[1] for line in listed.splitlines() if line.startswith("'")]
    upstream = [urllib.parse.unquote(file) for file in names if ".orig." in file and not file.endswith(".asc")]
    # What Debian adds is not needed, and may be missing.
    subprocess.run([*apt, "source", "--download-only", name], cwd=work, stdin=subprocess.DEVNULL, capture_output=True)
    if not upstream or not (work / upstream[0]).is_file():
        sys.exit(f"the source of {name} could not be downloaded")
    unpack(work / upstream[0], to)


def from_crates(name, to, work):
    (work / "src").mkdir()
    (work / "src/lib.rs").write_text("")
    (work / "Cargo.toml").write_text(f'[package]\nname = "download"\nedition = "2021"\n\n[dependencies]\n{name} = "*"\n')
    run(["cargo", "vendor", "--quiet", "--versioned-dirs", "vendored"], work)
    folders = [folder for folder in (work / "vendored").glob(f"{name}-[0-9]*")]
    shutil.move(str(folders[-1]), to)
    manifest = (to / "Cargo.toml").read_text()
    # What only tests and benchmarks need is not downloaded.
    sections = manifest.split("\n[")
    kept = [section for section in sections if not section.startswith(("dev-dependencies", "[test", "[bench", "[example"))]
    kept = [section for section in kept if ".dev-dependencies" not in section.split("]")[0]]
    (to / "Cargo.toml").write_text("\n[".join(kept) + "\n[workspace]\n")
    (to / ".cargo-checksum.json").unlink(missing_ok=True)


SOURCES = {
    "python": from_pypi, "typescript": from_npm, "go": from_debian_binary, "java": from_debian_source,
    "rust": from_crates, "c": from_debian_source, "cpp": from_debian_source,
}


def main(parts, language):
    folder = pathlib.Path(parts).resolve() / "packages" / language
    folder.mkdir(parents=True, exist_ok=True)
    for package in PACKAGES[language]:
        name = package.split("==")[0].split("@")[0].removeprefix("golang-github-").removesuffix("-dev")
        if (folder / name).is_dir():
            continue
        print(f"downloading {name}", file=sys.stderr, flush=True)
        with tempfile.TemporaryDirectory() as work:
            SOURCES[language](package, folder / name, pathlib.Path(work))


main(*sys.argv[1:])
