"""Reads a recording as programs do that know nothing of this project: with the packages mcap, flatbuffers and mcap-protobuf-support.

read_recording.py FILE FOLDER: FOLDER has the classes that flatc makes. Prints a JSON document with every message.
"""

import json
import sys

from mcap.reader import make_reader
from mcap.stream_reader import StreamReader
from mcap_protobuf.decoder import DecoderFactory

sys.path.insert(0, sys.argv[2])
from robot_comm_msgs.MessageCommand import MessageCommand  # noqa: E402
from robot_comm_msgs.MessageState import MessageState  # noqa: E402


def positions(schema, channel, message, decoders):
    """The joint positions of a message, decoded by what its schema says."""
    if channel.message_encoding == "flatbuffer":
        kind = {"robot_comm_msgs.MessageState": MessageState, "robot_comm_msgs.MessageCommand": MessageCommand}[schema.name]
        table = kind.GetRootAs(message.data)
        return [table.Position(i) for i in range(table.PositionLength())]
    if channel.id not in decoders:
        decoders[channel.id] = DecoderFactory().decoder_for(channel.message_encoding, schema)
    return list(decoders[channel.id](message.data).position)


def by_index(file):
    """All messages, found by the index; every checksum is looked at."""
    reader = make_reader(file, validate_crcs=True)
    summary = reader.get_summary()
    decoders, messages = {}, []
    for schema, channel, message in reader.iter_messages():
        values = positions(schema, channel, message, decoders)
        messages.append([channel.topic, message.sequence, message.log_time, message.publish_time, values])
    channels = {channel.topic: [channel.message_encoding, channel.metadata] for channel in summary.channels.values()}
    metadata = {record.name: record.metadata for record in reader.iter_metadata()}
    return {"channels": channels, "metadata": metadata, "messages": messages, "chunks": len(summary.chunk_indexes)}


def from_the_start(file):
    """What can be read of a file, from its start on: number of messages, and whether it has an end."""
    count, last = 0, ""
    try:
        for record in StreamReader(file, validate_crcs=True).records:
            last = type(record).__name__
            count += last == "Message"
    except Exception as error:  # the file ends where its writer was killed
        last = type(error).__name__
    return {"messages": count, "last": last}


with open(sys.argv[1], "rb") as opened:
    found = from_the_start(opened)
    if found["last"] == "Footer":
        opened.seek(0)
        found["index"] = by_index(opened)
print(json.dumps(found))
