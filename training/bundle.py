"""Makes one compressed `.npz` of every folder of arrays that `cargo xtask pairs` wrote.

An `.npz` is a zip of `.npy` files, so that the standard library suffices here and numpy there.
"""
import argparse
import concurrent.futures
import pathlib
import shutil
import zipfile


def bundle(folder):
    target = folder.with_suffix(".npz")
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for path in sorted(folder.glob("*.npy")):
            # A fixed time makes the same arrays give the same file.
            info = zipfile.ZipInfo(path.name)
            info.compress_type = zipfile.ZIP_DEFLATED
            with archive.open(info, "w", force_zip64=True) as out, path.open("rb") as source:
                shutil.copyfileobj(source, out, 1 << 20)
    shutil.rmtree(folder)
    return target


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=pathlib.Path, help="where the folders of arrays lie")
    folders = sorted(path for path in parser.parse_args().folder.iterdir() if (path / "counts.npy").exists())
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for target in pool.map(bundle, folders):
            print(f"{target.name} {target.stat().st_size / 2**20:.1f} MiB")


if __name__ == "__main__":
    main()
