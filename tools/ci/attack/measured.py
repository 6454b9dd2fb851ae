"""A run of Parity whose memory and time are measured."""

import os
import pathlib
import subprocess
import sys
import threading
import time

MEGABYTE = 1_000_000
# A process that exceeds its limit by this factor is killed.
MOST_EXCESS = 1.5
TIMEOUT = 900


class Measured:
    """A run of Parity, with its peak memory.

    The limit is in megabytes. A run that far exceeds it, or takes too long, is killed.
    """

    def __init__(self, suite, words, bound):
        self.bound = bound
        self.most = bound * MOST_EXCESS * MEGABYTE
        self.was_stopped = False
        started = time.monotonic()
        with open(suite.temporary / "printed", "wb") as printed:
            process = subprocess.Popen(
                [suite.parity, *words], cwd=suite.folder, env=suite.environment,
                stdin=subprocess.DEVNULL, stdout=printed, stderr=printed)
        watcher = threading.Thread(target=self.watch, args=[process.pid])
        watcher.start()
        # The usage of this process without that of its programs.
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = self.code = os.waitstatus_to_exitcode(status)
        watcher.join()
        self.seconds = time.monotonic() - started
        # Linux counts kibibytes, macOS bytes.
        unit = 1 if sys.platform == "darwin" else 1024
        self.megabytes = usage.ru_maxrss * unit / MEGABYTE
        self.printed = (suite.temporary / "printed").stat().st_size / MEGABYTE

    def __str__(self):
        outcome = "stopped" if self.was_stopped else f"exit code {self.code}"
        return (f"{self.megabytes:6.0f} MB of {self.bound}, {self.seconds:5.1f} s, {outcome}, "
                f"{self.printed:.1f} MB printed")

    def watch(self, process):
        """Kills the process if it uses far too much memory or runs for too long."""
        deadline = time.monotonic() + TIMEOUT
        status = pathlib.Path(f"/proc/{process}/statm")
        page = os.sysconf("SC_PAGE_SIZE")
        while True:
            try:
                text = status.read_text()
            except OSError:
                return
            is_gone = text.startswith("0 ")
            if is_gone:
                return
            if int(text.split()[1]) * page > self.most or time.monotonic() > deadline:
                self.was_stopped = True
                os.kill(process, 9)
                return
            time.sleep(0.02)
