"""The size of an installation."""

import subprocess
import tempfile
from pathlib import Path

from report import Table
from stage import ROOT

MOST = 30  # MB


def size(_):
    """The table of the sizes of all files that scripts/install copies, by kind."""
    table = Table("Installed size (MB)", ("pbview",))
    with tempfile.TemporaryDirectory() as root:
        command = [ROOT / "scripts" / "stage", root]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        files = [path for path in Path(root).rglob("*") if path.is_file() and not path.is_symlink()]
        # A file with several hard links counts once.
        sizes = {path.stat().st_ino: path for path in files}
        total = 0
        for path in sorted(sizes.values(), key=lambda path: -path.stat().st_size)[:3]:
            table.add(path.name, {"pbview": path.stat().st_size / 1e6})
        for path in sizes.values():
            total += path.stat().st_size
    table.add("all files", {"pbview": total / 1e6}, most=MOST)
    return table
