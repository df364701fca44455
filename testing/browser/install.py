#!/usr/bin/env python3
"""Installs a browser, what drives it and a checker of accessibility, to test the pages with.

    install.py FOLDER

FOLDER then holds `chromium`, a link to the program, and `node_modules` with playwright-core, which
drives it, and axe-core, which checks pages. A Chromium or Chrome that is there already is used;
otherwise Debian's is installed, for which one must be root. The packages come from the registry that
npm is configured for; they must be those whose checksums stand here.
"""

import json
import pathlib
import shutil
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from parts import from_debian, from_npm, install_all  # noqa: E402

PLAYWRIGHT = "playwright-core@1.65.0"
AXE = "axe-core@4.14.0"
INTEGRITY = {
    PLAYWRIGHT: "sha512-vNSKgH6YqtN7cdT/L334zo0a+YwkrpicyrHJlWWPIm/Q+Nn2SWInil01oT0mbu96U4GgoRtCYQD9CzJQgju+lA==",
    AXE: "sha512-9WTZxEjsZ7b13TH8JPmbV2z8CHbl80/2hm3XPEG4JgNdQLK81IBRXmSxHfMAOkSqQeRxT/0dwNDz2GOm3zzpcQ==",
}
BROWSERS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]


def find_browser():
    return next((found for found in map(shutil.which, BROWSERS) if found), None)


def install_browser(folder: pathlib.Path):
    if find_browser() is None:
        hindrance = from_debian("chromium", "Chromium", folder)
        if hindrance is not None:
            return hindrance
    program = find_browser()
    if program is None:
        return "apt-get installed it, but it is not in the search path"
    link = folder / "chromium"
    link.unlink(missing_ok=True)
    link.symlink_to(program)
    return None


def checked_from_npm(requirement: str):
    """Installs it and compares what was unpacked with the checksum that stands here."""

    def install(folder: pathlib.Path):
        hindrance = from_npm(requirement)(folder)
        if hindrance is not None:
            return hindrance
        name = requirement.split("@")[0]
        # npm has compared the archive with this value.
        lock = json.loads((folder / "package-lock.json").read_text())
        found = lock["packages"][f"node_modules/{name}"].get("integrity")
        if found == INTEGRITY[requirement]:
            return None
        shutil.rmtree(folder / "node_modules" / name)
        return f"its checksum is {found}, not {INTEGRITY[requirement]}"

    return install


if __name__ == "__main__":
    install_all(
        {
            "chromium": install_browser,
            PLAYWRIGHT: checked_from_npm(PLAYWRIGHT),
            AXE: checked_from_npm(AXE),
        }
    )
