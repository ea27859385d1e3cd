"""A robot interface and a robot manager by other people's code: eclipse-zenoh, flatbuffers, protobuf.

python_peer.py BACKEND SCHEMA_FOLDER SESSION

BACKEND: flatbuffer (classes made by `flatc --python`) or protobuf (descriptors made by `protoc`), found in SCHEMA_FOLDER.
SESSION: `zenoh` or `zenoh/shm`, which is what a C++ program generates for these protocols, or a file of Zenoh's configuration.

Each line on standard input is a JSON object {"op": ..., arguments}; each gets one line {"ok": ...} or {"error": ...} in answer.
Numbers that JSON does not have are given as text: "nan", "inf".
"""
import json
import sys
from importlib import metadata

import zenoh

from python_peer_interface import Interface
from python_peer_manager import Manager
from python_peer_messages import FlatBuffers, Protobuf


def open_session(kind):
    """A session as a C++ program opens it: the library's defaults, or a file in their place."""
    if kind not in ("zenoh", "zenoh/shm"):
        return zenoh.open(zenoh.Config.from_file(kind))
    config = zenoh.Config()
    if kind == "zenoh/shm":
        config.insert_json5("transport/shared_memory/enabled", "true")
        config.insert_json5("mode", '"peer"')
    return zenoh.open(config)


def main():
    backend, folder, kind = sys.argv[1:]
    codec = {"flatbuffer": FlatBuffers, "protobuf": Protobuf}[backend](folder)
    session = open_session(kind)
    roles = {"interface": Interface, "manager": Manager}
    parts = {}
    print(json.dumps({"ok": metadata.version("eclipse-zenoh")}), flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        op = request.pop("op")
        try:
            if op == "links":
                answer = {"routers": len(session.info.routers_zid()), "peers": len(session.info.peers_zid())}
            elif op in roles:
                parts[op] = roles[op](session, codec, **request)
                answer = None
            else:
                role, method = op.split(".")
                answer = getattr(parts[role], method)(**request)
            print(json.dumps({"ok": answer}), flush=True)
        except Exception as error:
            print(json.dumps({"error": "%s: %s" % (type(error).__name__, error)}), flush=True)
    for part in parts.values():
        part.stop()
    session.close()


main()
