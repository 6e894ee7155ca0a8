"""A relay between a program and an X server, which limits the rate and adds a delay, like a network."""

import socket
import threading
import time
from collections import deque


class Relay(threading.Thread):
    """The relay listens on TCP as an X display, passes all bytes to another display, and counts those to it. `rate`
    is in bytes per second and `delay` in seconds, in each direction; None and 0 are no limit."""

    CHUNK = 16384  # the bytes passed on at once
    HELD = 65536  # the bytes that the line takes before the sender waits

    def __init__(self, display, rate=None, delay=0):
        super().__init__(daemon=True)
        self.target = int(display.lstrip(":").split(".")[0])
        self.rate, self.delay = rate, delay
        self.sent = 0  # bytes to the server
        self.listener, self.number = self._listen()
        self.ended = False

    @staticmethod
    def _listen():
        for number in range(200, 400):
            listener = socket.socket()
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                # A small receive buffer: data that the relay has not read must wait in the program.
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, Relay.HELD)
                listener.bind(("127.0.0.1", 6000 + number))
                listener.listen()
                return listener, number
            except OSError:
                listener.close()
        raise OSError("no free display number")

    @property
    def display(self):
        return f"127.0.0.1:{self.number}"

    def run(self):
        while not self.ended:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            server = socket.create_connection(("127.0.0.1", 6000 + self.target))
            for end in (client, server):
                end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._pass(client, server, True)
            self._pass(server, client, False)

    def _pass(self, source, target, counts):
        line = Line(source, target, self.rate, self.delay)

        def read():
            while True:
                try:
                    data = source.recv(self.CHUNK)
                except OSError:
                    data = b""
                if counts:
                    self.sent += len(data)
                line.put(data)
                if not data:
                    return

        threading.Thread(target=read, daemon=True).start()
        threading.Thread(target=line.deliver, daemon=True).start()

    def close(self):
        self.ended = True
        self.listener.close()


class Line:
    """One direction of a relayed connection, with the bytes that are delayed."""

    def __init__(self, source, target, rate, delay):
        self.source, self.target, self.rate, self.delay = source, target, rate, delay
        self.queue, self.change = deque(), threading.Condition()
        self.free = 0.0  # the time from which on the line is free

    def put(self, data):
        """Queues data for delivery, and returns when the rate permits more."""
        now = time.monotonic()
        self.free = max(self.free, now)
        if self.rate:
            self.free += len(data) / self.rate
        with self.change:
            self.queue.append((self.free + self.delay, data))
            self.change.notify()
        if self.free > now:
            time.sleep(self.free - now)

    def deliver(self):
        while True:
            with self.change:
                while not self.queue:
                    self.change.wait()
                due, data = self.queue.popleft()
            pause = due - time.monotonic()
            if pause > 0:
                time.sleep(pause)
            try:
                if not data:
                    self.target.shutdown(socket.SHUT_WR)
                    return
                self.target.sendall(data)
            except OSError:
                self.source.close()
                return
