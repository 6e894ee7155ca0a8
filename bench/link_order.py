"""Records the order in which the functions of a program and its helpers are called first.

The program runs under ptrace(2) with a breakpoint at every function. A breakpoint that is hit is removed and noted, so
a function costs one stop. Programs that are started from it are followed."""

import collections
import ctypes
import gzip
import os
import re
import signal
import struct
import subprocess
import sys
from pathlib import Path

TRACEME, CONT, GETREGS, SETREGS, SETOPTIONS, GETEVENTMSG = 0, 7, 12, 13, 0x4200, 0x4201
OPTIONS = 0x2 | 0x4 | 0x8 | 0x10 | 0x100000  # follow fork, vfork, clone and exec; end with the tracer
CHILD_EVENTS, EXEC_EVENT = (1, 2, 3), 4
ALL_THREADS = 0x40000000  # __WALL
REGISTERS, RIP = 27 * 8, 16 * 8  # the size of user_regs_struct of x86-64, and the offset of rip in it
BREAKPOINT = 0xCC

LIBC = ctypes.CDLL(None, use_errno=True)
LIBC.ptrace.restype = ctypes.c_long
LIBC.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]


class Image:
    """A program's code with a breakpoint at each function, and the functions called so far."""

    def __init__(self, path):
        headers = subprocess.run(
            ["readelf", "--section-headers", "--wide", path], capture_output=True, text=True
        ).stdout
        section = re.search(r"\] \.text\s+PROGBITS\s+(\w+)\s+(\w+)\s+(\w+)", headers)
        self.start, offset, size = (int(number, 16) for number in section.groups())
        with open(path, "rb") as file:
            file.seek(offset)
            self.code = file.read(size)
        symbols = subprocess.run(["nm", "--defined-only", path], capture_output=True, text=True).stdout
        self.names = collections.defaultdict(list)  # the linker gives equal functions one address
        for line in symbols.splitlines():
            address, kind, name = line.split(None, 2)
            if kind in "tTwW" and self.start <= int(address, 16) < self.start + size:
                self.names[int(address, 16)].append(name)
        self.stopping = bytearray(self.code)
        for address in self.names:
            self.stopping[address - self.start] = BREAKPOINT
        self.called = {}  # addresses as keys, in the order of the first calls


class Tracer:
    """A tracer of one program, and of those of the given names that it starts."""

    def __init__(self, names, images):
        self.names, self.images = names, images
        self.spaces = {}  # process ID: (image, address at which it is loaded)

    def run(self, command, seconds):
        """Runs the command, and ends it after the given time with SIGTERM."""
        child = os.fork()
        if child == 0:
            LIBC.ptrace(TRACEME, 0, None, None)
            os.kill(os.getpid(), signal.SIGSTOP)
            os.execvp(command[0], command)
        os.waitpid(child, ALL_THREADS)
        LIBC.ptrace(SETOPTIONS, child, None, OPTIONS)
        LIBC.ptrace(CONT, child, None, None)
        signal.signal(signal.SIGALRM, lambda *_: os.kill(child, signal.SIGTERM))
        signal.alarm(seconds)
        while True:
            try:
                thread, status = os.waitpid(-1, ALL_THREADS)
            except ChildProcessError:
                break
            if not os.WIFSTOPPED(status):
                self.spaces.pop(thread, None)
                if thread == child:
                    signal.alarm(0)
                continue
            event, received = status >> 16, os.WSTOPSIG(status)
            if event == EXEC_EVENT:
                self.begin(thread)
                received = 0
            elif event in CHILD_EVENTS:
                started = ctypes.c_ulong()
                LIBC.ptrace(GETEVENTMSG, thread, None, ctypes.byref(started))
                space = self.spaces.get(process(thread))
                if space and process(started.value) == started.value:
                    self.spaces[started.value] = space
                received = 0
            elif received == signal.SIGTRAP and self.step_over(thread):
                received = 0
            elif received == signal.SIGSTOP:  # each new thread begins with one
                received = 0
            LIBC.ptrace(CONT, thread, None, received)

    def begin(self, thread):
        """Sets the breakpoints of a program that has just been loaded."""
        path = os.readlink(f"/proc/{thread}/exe")
        self.spaces.pop(thread, None)
        if os.path.basename(path) not in self.names:
            return
        if os.path.basename(path) not in self.images:
            self.images[os.path.basename(path)] = Image(path)
        image = self.images[os.path.basename(path)]
        for line in Path(f"/proc/{thread}/maps").read_text().splitlines():
            if line.endswith(path):
                base = int(line.split("-")[0], 16) - int(line.split()[2], 16)
                break
        write(thread, base + image.start, image.stopping)
        self.spaces[thread] = image, base

    def step_over(self, thread):
        """Notes the function at whose breakpoint the thread stands and removes the breakpoint. False if there is none."""
        space = self.spaces.get(process(thread))
        if not space:
            return False
        image, base = space
        registers = ctypes.create_string_buffer(REGISTERS)
        LIBC.ptrace(GETREGS, thread, None, registers)
        stopped = struct.unpack_from("Q", registers, RIP)[0] - 1
        address = stopped - base
        if address not in image.names:
            return False
        try:
            write(thread, stopped, image.code[address - image.start :][:1])
        except ProcessLookupError:
            return True  # the process has just been killed
        struct.pack_into("Q", registers, RIP, stopped)
        LIBC.ptrace(SETREGS, thread, None, registers)
        image.called.setdefault(address, None)
        return True


def process(thread):
    """The ID of the thread's process."""
    try:
        status = Path(f"/proc/{thread}/status").read_text()
    except OSError:
        return thread
    return int(re.search(r"Tgid:\s+(\d+)", status).group(1))


def write(thread, address, data):
    with open(f"/proc/{thread}/mem", "r+b", buffering=0) as memory:
        memory.seek(address)
        memory.write(data)


def main():
    """The arguments are the folder of the lists, the names of the programs, separated by commas, and for each run the
    seconds after which it is ended, followed by its command and "--"."""
    folder, names, *rest = sys.argv[1:]
    images = {}
    while rest:
        end = rest.index("--")
        Tracer(names.split(","), images).run(rest[1:end], int(rest[0]))
        rest = rest[end + 1 :]
    for name, image in sorted(images.items()):
        lines = [symbol for address in image.called for symbol in image.names[address]]
        with open(Path(folder) / f"{name}.gz", "wb") as file:
            file.write(gzip.compress("".join(f"{line}\n" for line in lines).encode(), mtime=0))
        print(f"{name}: {len(image.called)} of {len(image.names)} functions are called")


main()
