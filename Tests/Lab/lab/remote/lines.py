# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""A program that takes orders as lines of JSON, answers each by its number, and reports events."""

import itertools
import json
import subprocess
import threading

PATIENCE = 35


class Program:
    """One process."""

    def __init__(self, login, command, environment):
        self.login = login
        # Excludes it from the processes that the login ends, since it ends by itself.
        environment = {name: value for name, value in environment.items() if name != "CALLS"}
        self.process = subprocess.Popen([str(word) for word in command], env=environment, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, bufsize=1)
        self.events, self.answers, self.lines = [], {}, []
        self.condition, self.numbers = threading.Condition(), itertools.count(1)
        self.readers = [threading.Thread(target=read, daemon=True) for read in (self.read, self.read_log)]
        for reader in self.readers:
            reader.start()
        login.hosts.append(self)

    @property
    def pid(self):
        return self.process.pid

    def read(self):
        for line in self.process.stdout:
            item = json.loads(line)
            with self.condition:
                if "n" in item:
                    self.answers[item["n"]] = item
                else:
                    self.events.append(item)
                self.condition.notify_all()

    def read_log(self):
        for line in self.process.stderr:
            with self.condition:
                self.lines.append(line.rstrip("\n"))
                self.condition.notify_all()

    def wait_until(self, match, what, timeout):
        """Waits until `match` finds something in what has been read, and returns that. Fails after a time, and when the
        program has ended."""
        with self.condition:
            self.condition.wait_for(lambda: match() or not self.readers[0].is_alive(), timeout)
            found = match()
            assert found, f"{what}; exit {self.process.poll()}, events {self.events}, lines {self.lines}"
            return found

    def begin(self, do, **fields):
        """Gives an order; returns its number."""
        number = next(self.numbers)
        self.process.stdin.write(json.dumps({"n": number, "do": do, **fields}) + "\n")
        self.process.stdin.flush()
        return number

    def finish(self, number, timeout=PATIENCE):
        """Waits for the answer to an order, and returns it."""
        return self.wait_until(lambda: self.answers.get(number), f"no answer to order {number}", timeout)

    def ask(self, do, **fields):
        """Gives an order that must succeed, and returns the answer."""
        answer = self.finish(self.begin(do, **fields))
        assert answer["ok"], f"{do} {fields}: {answer}; it says {self.lines}"
        return answer

    def refused(self, do, **fields):
        """Returns the error of an order that must fail."""
        answer = self.finish(self.begin(do, **fields))
        assert not answer["ok"], f"{do} {fields} succeeded: {answer}"
        return answer["error"]

    def read_so_far(self, event, start=0, **fields):
        """Returns the events of a kind with these fields that were read so far, from the event number `start` on."""
        return [item for item in self.events[start:] if item.get("event") == event
                and all(item.get(key) == value for key, value in fields.items())]

    def wait(self, event, start=0, timeout=20, count=1, **fields):
        """Waits for `count` events of a kind with these fields, and returns the last."""
        def match():
            found = self.read_so_far(event, start, **fields)
            return found[count - 1] if len(found) >= count else None
        return self.wait_until(match, f"no {count} {event} {fields}", timeout)

    def wait_line(self, wanted, timeout=20):
        """Waits for a line of its log that contains a text, and returns it."""
        return self.wait_until(lambda: next((line for line in self.lines if wanted in line), None),
                               f"the log has no {wanted!r}", timeout)

    def close(self):
        """Tells it to quit, as a program does whose window is closed."""
        if self.process.poll() is None:
            try:
                self.begin("quit")
                self.process.wait(20)
            except (subprocess.TimeoutExpired, BrokenPipeError):
                self.process.kill()
                raise AssertionError(f"{self.process.args} did not end within 20 s of the order") from None
        for reader in self.readers:
            reader.join(5)
        for stream in self.process.stdin, self.process.stdout, self.process.stderr:
            stream.close()
        assert self.process.returncode == 0, f"it ended with {self.process.returncode}: {self.lines}"
        problems = [line for line in self.lines if "bug:" in line or "Fatal" in line or "Traceback" in line]
        assert not problems, self.lines

    def quit(self):
        """Ends it before the end of the test."""
        self.login.hosts.remove(self)
        self.close()

    def kill(self):
        """Kills the program, as if it crashed."""
        self.login.hosts.remove(self)
        self.process.kill()
        self.process.wait()
