#!/usr/bin/env python3
"""Checks the reference of `agent-directory` with a real XMPP server, Prosody on loopback.

Usage:
  tools/ci/check-directory.py            runs every check
  tools/ci/check-directory.py --verbose  also prints every stanza

The directory is a component (XEP-0114) that answers discovery and publishes changes. Tests/DirectoryClient runs the
reference. It exchanges whole stanzas with the server through a login of its own. The checks are: connecting (presence
and carbons), the four columns, history, presence, work and its response, a carbon copy, typing, a response that arrived
while the client was disconnected, and lists that change.
Exit code 0: every check passed, 1: a check failed, 2: the checks can't run.
"""

import base64
import ctypes
import hashlib
import json
import os
import pathlib
import selectors
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as tree
import xml.parsers.expat
from xml.sax.saxutils import quoteattr

from shared.script import ROOT, Failure, cannot_run, parser, run_script

SECRET = "only on loopback"
HOST = "localhost"
SERVICE = "switch.localhost"
DIRECTORY = SERVICE + "/directory"
PUBSUB = "pubsub.localhost"
ITEMS = "{http://jabber.org/protocol/disco#items}"
WORK = "{urn:parity:subagent:0}"
PATIENCE = 60

SWITCH, NIGHT = "dispatch@localhost", "night@localhost"
GROUP, OTHER_GROUP = "parity@rooms.localhost", "docs@rooms.localhost"
ADA, TESTS = "ada@localhost", "tests@localhost"

CONFIG = """
run_as_root = true
data_path = "{folder}/data"
pidfile = "{folder}/prosody.pid"
interfaces = {{ "127.0.0.1" }}
component_interfaces = {{ "127.0.0.1" }}
c2s_ports = {{ {client} }}
component_ports = {{ {component} }}
modules_enabled = {{ "roster", "saslauth", "disco", "offline", "carbons", "mam", "presence", "message", "iq" }}
modules_disabled = {{ "s2s", "tls", "http", "admin_shell", "admin_socket" }}
c2s_require_encryption = false
allow_unencrypted_plain_auth = true
authentication = "internal_plain"
default_archive_policy = true
log = {{ {{ levels = {{ min = "info" }}, to = "file", filename = "{folder}/log" }} }}
VirtualHost "localhost"
Component "pubsub.localhost" "pubsub"
  admins = {{ "switch.localhost" }}
  autocreate_on_publish = true
Component "switch.localhost"
  component_secret = "{secret}"
"""


def die_with_parent():
    """On Linux, has a started program exit when this script is killed."""
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None, use_errno=True).prctl(1, signal.SIGTERM)


class Stream:
    """A connection that returns whole stanzas, with the bytes that the server wrote."""

    def __init__(self, name, port, opening):
        self.name, self.opening = name, opening
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self.pending = []
        self.start()

    def start(self):
        self.parser = xml.parsers.expat.ParserCreate("UTF-8")
        if hasattr(self.parser, "SetReparseDeferralEnabled"):
            self.parser.SetReparseDeferralEnabled(False)
        self.depth, self.bytes, self.first, self.stream_id = 0, bytearray(), 0, None
        self.parser.StartElementHandler = self.begin
        self.parser.EndElementHandler = self.end
        self.write(f"<?xml version='1.0'?><stream:stream {self.opening} xmlns:stream='http://etherx.jabber.org/streams'>")

    def begin(self, name, attributes):
        if self.depth == 0:
            self.stream_id = attributes.get("id")
        elif self.depth == 1:
            self.first = self.parser.CurrentByteIndex
        self.depth += 1

    def end(self, name):
        self.depth -= 1
        if self.depth == 1:
            self.pending.append(bytes(self.bytes[self.first :]).decode())
        elif self.depth == 0:
            raise Failure(f"the server ended the stream of {self.name}: {bytes(self.bytes[-400:])!r}")

    def read(self):
        """Takes in what has come; the stanzas are in `pending`."""
        data = self.socket.recv(65536)
        if not data:
            raise Failure(f"the server closed the connection of {self.name}: {bytes(self.bytes[-400:])!r}")
        for byte in data:
            # So that the end of a stanza is where the bytes end.
            self.bytes.append(byte)
            self.parser.Parse(bytes([byte]))

    def next(self, what):
        self.socket.settimeout(PATIENCE)
        while not self.pending:
            self.read()
        stanza = self.pending.pop(0)
        if what not in stanza:
            raise Failure(f"{self.name} waited for {what!r}, and the server said: {stanza}")
        return stanza

    def write(self, text):
        self.socket.sendall(text.encode())


def login(user, resource, port):
    stream = Stream(f"{user}/{resource}", port, f"to='{HOST}' version='1.0' xmlns='jabber:client'")
    stream.next("features")
    plain = base64.b64encode(f"\0{user}\0{SECRET}".encode()).decode()
    stream.write(f"<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>{plain}</auth>")
    stream.next("success")
    stream.start()
    stream.next("features")
    bind = f"<bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'><resource>{resource}</resource></bind>"
    stream.write(f"<iq type='set' id='bind'>{bind}</iq>")
    stream.next(f"{user}@{HOST}/{resource}")
    return stream


class Directory:
    """The component: answers discovery from its lists, and publishes a change of one."""

    def __init__(self, port):
        self.lists, self.asked, self.published = {}, [], 0
        self.stream = Stream("the directory", port, f"to='{SERVICE}' xmlns='jabber:component:accept'")
        self.stream.socket.settimeout(PATIENCE)
        while self.stream.stream_id is None:
            self.stream.read()
        digest = hashlib.sha1((self.stream.stream_id + SECRET).encode()).hexdigest()
        self.stream.write(f"<handshake>{digest}</handshake>")
        self.stream.next("handshake")

    def publish(self, node):
        self.published += 1
        self.stream.write(
            f"<iq type='set' id='publish{self.published}' from='{SERVICE}' to='{PUBSUB}'>"
            f"<pubsub xmlns='http://jabber.org/protocol/pubsub'><publish node={quoteattr(node)}>"
            f"<item id='current'><changed xmlns='urn:parity:directory'/></item></publish></pubsub></iq>"
        )

    def take(self, text):
        stanza = tree.fromstring(text)
        query = stanza.find(ITEMS + "query")
        if stanza.get("type") == "error":
            raise Failure(f"the directory was state: {text}")
        if stanza.get("type") != "get" or query is None:
            return
        node = query.get("node")
        self.asked.append(node)
        answer = f"<iq type='%s' id='{stanza.get('id')}' from='{DIRECTORY}' to='{stanza.get('from')}'>%s</iq>"
        if node not in self.lists:
            error = "<item-not-found xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/>"
            self.stream.write(answer % ("error", f"<error type='cancel'>{error}</error>"))
            return
        items = "".join(f"<item jid='{jid}' name={quoteattr(name)}/>" for jid, name in self.lists[node])
        query = f"<query xmlns='{ITEMS[1:-1]}' node={quoteattr(node)}>{items}</query>"
        self.stream.write(answer % ("result", query))


class Model:
    """The Swift client, which is handed whole stanzas and says what to send."""

    def __init__(self, program, stream):
        self.stream = stream
        self.program = subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, preexec_fn=die_with_parent
        )
        self.seen = {}
        self.delivered, self.received, self.sent = [], 0, 0
        self.send({"self": f"me@{HOST}/phone", "directory": DIRECTORY, "pubsub": PUBSUB})

    def use(self, stream):
        """Writes to another connection from now on, as after the earlier one was lost."""
        self.stream = stream

    def send(self, line):
        self.program.stdin.write(json.dumps(line).encode() + b"\n")
        self.program.stdin.flush()

    def do(self, **step):
        self.send(step)
        line = self.program.stdout.readline()
        if not line:
            raise Failure(f"the client ended with exit code {self.program.wait()} after {step}")
        self.seen = json.loads(line)
        if "error" in self.seen:
            raise Failure(f"the client says {self.seen['error']} to {step}")
        self.delivered += self.seen["delivered"]
        self.received += "receive" in step
        self.sent += len(self.seen["write"])
        for stanza in self.seen["write"]:
            self.stream.write(stanza)


class Room:
    """All that runs, and the loop that hands stanzas on."""

    def __init__(self, verbose):
        self.selector = selectors.DefaultSelector()
        self.takers = []
        self.verbose = verbose

    def add(self, stream, take):
        self.takers.append((stream, take))
        self.selector.register(stream.socket, selectors.EVENT_READ, stream)

    def disconnect(self, stream):
        """Ends a login and waits until the server has ended it too."""
        self.takers = [(other, take) for other, take in self.takers if other is not stream]
        self.selector.unregister(stream.socket)
        stream.socket.sendall(b"</stream:stream>")
        stream.socket.settimeout(PATIENCE)
        while stream.socket.recv(65536):
            pass
        stream.socket.close()

    def until(self, what, condition, state=lambda: ""):
        """Hands stanzas on until the condition holds, and it must, in time."""
        end = time.monotonic() + PATIENCE
        while True:
            for stream, take in self.takers:
                while stream.pending:
                    stanza = stream.pending.pop(0)
                    if self.verbose:
                        print(f"{stream.name} <- {stanza}")
                    take(stanza)
            if condition():
                print(f"{what}: passed")
                return
            if time.monotonic() > end:
                raise Failure(f"{what}: not in {PATIENCE} seconds; {state()}")
            for key, _ in self.selector.select(timeout=1):
                key.data.read()


def start_server(folder):
    program = shutil.which("prosody", path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin:/usr/bin")
    if program is None:
        cannot_run("Prosody is missing; tools/ci/install-check-tools.sh installs it")
    accounts = folder / "data" / HOST / "accounts"
    accounts.mkdir(parents=True)
    for user in ("me", "ada", "tests"):
        (accounts / f"{user}.dat").write_text(f'return {{ ["password"] = "{SECRET}"; }};\n')
    holders = [socket.create_server(("127.0.0.1", 0)) for _ in range(2)]
    client, component = (holder.getsockname()[1] for holder in holders)
    for holder in holders:
        holder.close()
    config = folder / "prosody.cfg.lua"
    config.write_text(CONFIG.format(folder=folder, client=client, component=component, secret=SECRET))
    output = open(folder / "output", "wb")
    server = subprocess.Popen(
        [program, "-F", "--config", str(config)], stdin=subprocess.DEVNULL, stdout=output, stderr=output,
        preexec_fn=die_with_parent, start_new_session=True,
    )
    output.close()
    return server, client, component


def wait_for_server(server, ports):
    end = time.monotonic() + PATIENCE
    for port in ports:
        while True:
            if server.poll() is not None:
                raise Failure(f"Prosody ended with exit code {server.returncode}")
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                if time.monotonic() > end:
                    raise Failure(f"Prosody does not listen after {PATIENCE} seconds") from None
                time.sleep(0.05)


def message(to, identity, body, more=""):
    return f"<message to='{to}' type='chat' id='{identity}'><body>{body}</body>{more}</message>"


def play(program, client, component, verbose, programs):
    room = Room(verbose)
    directory = Directory(component)
    room.add(directory.stream, directory.take)
    groups, individuals, subagents = f"groups:{SWITCH}", f"individuals:{GROUP}", f"subagents:{ADA}"
    directory.lists = {
        "dispatchers": [(SWITCH, "Switch"), (NIGHT, "Night <&> 'shift'")],
        groups: [(GROUP, "Parity"), (OTHER_GROUP, "Docs")],
        individuals: [(ADA, "Ada")],
        subagents: [(TESTS, "Tests")],
    }
    # What has no node yet cannot be subscribed to.
    for node in directory.lists:
        directory.publish(node)
        directory.stream.next("type='result'")

    # Written while the user is away: it comes twice, kept by the server and from the archive.
    ada = login("ada", "desk", client)
    room.add(ada, lambda stanza: None)
    ada.write("<presence/>" + message(f"me@{HOST}", "early", "While you were away"))

    work, held, synced = [], [], []
    is_holding = False
    tests = login("tests", "worker", client)

    def take_work(text):
        stanza = tree.fromstring(text)
        if stanza.get("id") == "sync":
            synced.append(stanza)
        # The default namespace is that of the stream.
        job = stanza.find(WORK + "work")
        if job is None:
            return
        work.append((job.get("task_id"), job.get("parent_jid"), stanza.find("body").text))
        response = f"<response xmlns='{WORK[1:-1]}' task_id={quoteattr(job.get('task_id'))}/>"
        answer = message(stanza.get("from"), f"answer-{len(work)}", "12 of 12 &lt;green&gt;", response)
        if is_holding:
            held.append(answer)
        else:
            tests.write(answer)

    room.add(tests, take_work)
    tests.write("<presence/>")

    phone = login("me", "phone", client)
    model = Model(program, phone)
    programs.append(model.program)
    room.add(phone, lambda stanza: model.do(receive=stanza))

    def shows(column, expected):
        return lambda: model.seen.get(column) == [list(item) for item in expected]

    def state():
        return f"the client shows {json.dumps(model.seen)}; the directory was asked {directory.asked}"

    # Without presence, the server keeps messages to the account. Without carbons, it sends no copies.
    model.do(connect=True)
    if [tree.fromstring(stanza).tag for stanza in model.seen["write"]] != ["presence", "iq", "iq"]:
        raise Failure(f"connecting wrote {model.seen['write']}")
    room.until("the dispatchers", shows("dispatchers", directory.lists["dispatchers"]), state)
    model.do(select={"column": "dispatchers", "jid": SWITCH})
    room.until("the groups of one", shows("groups", directory.lists[groups]), state)
    model.do(select={"column": "groups", "jid": GROUP})
    room.until("the individuals of a group", shows("individuals", directory.lists[individuals]), state)
    model.do(select={"column": "individuals", "jid": ADA})
    room.until("the sub-agents of an individual", shows("subagents", directory.lists[subagents]), state)
    early = {"from": ADA, "body": "While you were away"}
    room.until("the history, once", lambda: model.seen["messages"] == [early], state)

    tests.write(f"<presence to='me@{HOST}/phone'><status>dispatcher of all</status></presence>")
    room.until("a sub-agent is online, and no dispatcher", lambda: model.seen["online"] == [TESTS], state)

    model.do(sendWork={"to": TESTS, "task_id": "task & 1", "body": "Run the <tests>"})
    room.until("the answer comes back to its parent", lambda: model.delivered, state)
    expected = [{"to": ADA, "task_id": "task & 1", "body": "12 of 12 <green>"}]
    if (work, model.delivered) != ([("task & 1", ADA, "Run the <tests>")], expected):
        raise Failure(f"the sub-agent had {work}, and the client delivered {model.delivered}")

    desk = login("me", "desk", client)
    room.add(desk, lambda stanza: None)
    desk.write("<presence/>" + message(ADA, "from-desk", "From my desk"))
    mine = {"from": f"me@{HOST}", "body": "From my desk"}
    room.until("a copy of what another device has sent", lambda: model.seen["messages"] == [early, mine], state)

    composing = "<composing xmlns='http://jabber.org/protocol/chatstates'/>"
    ada.write(f"<message to='me@{HOST}' type='chat'>{composing}</message>")
    room.until("the contact is typing", lambda: model.seen["typing"], state)
    ada.write(message(f"me@{HOST}", "typed", "Done typing"))
    typed = {"from": ADA, "body": "Done typing"}
    room.until("the message ends typing", lambda: not model.seen["typing"], state)
    if model.seen["messages"] != [early, mine, typed]:
        raise Failure(f"the message that was typed: {state()}")

    is_holding = True
    model.do(sendWork={"to": TESTS, "task_id": "task 2", "body": "Run them again"})
    room.until("the sub-agent has more work", lambda: held, state)
    room.disconnect(phone)
    tests.write(held[0])
    # The server handles the stanzas of one login in order, so the response is in the archive then.
    tests.write(f"<iq type='get' id='sync' to='{HOST}'><query xmlns='http://jabber.org/protocol/disco#info'/></iq>")
    room.until("a response while the client is disconnected", lambda: synced, state)
    if len(model.delivered) != 1:
        raise Failure(f"a delivery without a connection: {model.delivered}")

    phone = login("me", "phone", client)
    model.use(phone)
    room.add(phone, lambda stanza: model.do(receive=stanza))
    model.do(connect=True)
    room.until("the response is delivered after the client reconnected", lambda: len(model.delivered) > 1, state)
    room.until("the dispatchers again", shows("dispatchers", directory.lists["dispatchers"]), state)

    directory.lists["dispatchers"].append(("third@localhost", "Third"))
    directory.publish("dispatchers")
    room.until("a list that has changed", shows("dispatchers", directory.lists["dispatchers"]), state)
    directory.lists[groups] = [(OTHER_GROUP, "Docs")]
    directory.publish(groups)
    room.until("a group that is gone", shows("groups", directory.lists[groups]), state)
    if model.seen["individuals"] or model.seen["subagents"] or model.seen["chat"] is not None:
        raise Failure(f"columns and chat after the selected group vanished: {state()}")
    expected.append({"to": ADA, "task_id": "task 2", "body": "12 of 12 <green>"})
    if model.delivered != expected:
        raise Failure(f"not every response was delivered once: {model.delivered}")
    print(f"{model.received} stanzas received, {model.sent} sent")


def end(program):
    if program.poll() is None:
        program.terminate()
        try:
            program.wait(10)
        except subprocess.TimeoutExpired:
            program.kill()
            program.wait()


def main():
    arguments = parser(__doc__)
    arguments.add_argument("--verbose", action="store_true", help="print every stanza")
    options = arguments.parse_args()
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    build = ["swift", "build", "--product", "DirectoryClient"]
    if subprocess.run(build, cwd=ROOT, check=False, stdout=sys.stderr).returncode:
        cannot_run("Tests/DirectoryClient doesn't build")
    places = subprocess.run(["swift", "build", "--show-bin-path"], cwd=ROOT, check=True, capture_output=True, text=True)
    program = os.path.join(places.stdout.strip(), "DirectoryClient")
    folder = pathlib.Path(tempfile.mkdtemp(prefix="parity-directory-"))
    programs = []
    try:
        server, client, component = start_server(folder)
        programs.append(server)
        wait_for_server(server, (client, component))
        play(program, client, component, options.verbose, programs)
    except (Failure, OSError) as error:
        for name in ("log", "output"):
            path = folder / name
            if path.exists():
                print(f"-- Prosody's {name}\n{path.read_text(errors='replace')[-4000:]}", file=sys.stderr)
        raise Failure(error) from None
    finally:
        for started in reversed(programs):
            end(started)
        shutil.rmtree(folder, ignore_errors=True)
    print("every check passed")
    return 0


if __name__ == "__main__":
    run_script(main)
