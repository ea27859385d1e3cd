#!/bin/sh
# Makes the golden messages of the Protobuf backend with Protobuf's own compiler (Debian: apt-get install protobuf-compiler), from the JSON
# of schemas/golden/, which it is given as text format: the same without quotes around the names of fields.
# The first word of a file name tells the type: config, state or command.
#
#   schemas/golden/protobuf/generate.sh            writes <name>.bin for each <name>.json
#   schemas/golden/protobuf/generate.sh --verify   makes them elsewhere, compares, and reads each back
#
# Exit codes: 0 written or equal; 1 a message differs or a JSON is wrong; 2 wrong command line; 3 nothing done, protoc is missing.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
schemas=$(CDPATH='' cd -- "$here/../.." && pwd)

fail() {
  echo "schemas/golden/protobuf/generate.sh: $2" >&2
  exit "$1"
}

verify=no
case "${1-}" in
  "") ;;
  --verify) verify=yes ;;
  *) fail 2 "unknown argument '$1', wanted nothing or --verify" ;;
esac
command -v protoc >/dev/null 2>&1 || fail 3 "cannot make golden messages: protoc is missing; on Debian: apt-get install protobuf-compiler"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

count=0
for json in "$here"/../*.json; do
  name=$(basename "$json" .json)
  case "$name" in
    config_*) type=MessageConfig ;;
    state_*) type=MessageState ;;
    command_*) type=MessageCommand ;;
    *) fail 1 "cannot tell the type of $name.json: wanted config_, state_ or command_ in front; rename it" ;;
  esac
  tr '\n' ' ' <"$json" | sed 's/^ *{//; s/} *$//; s/"\([a-z_]*\)" *:/\1:/g' >"$work/$name.txt"
  protoc --proto_path="$schemas" --encode="robot_comm_msgs_proto.$type" "$schemas/mc_rtc_msgs.proto" \
    <"$work/$name.txt" >"$work/$name.bin" || fail 1 "$name.json is no $type"
  if [ "$verify" = yes ]; then
    cmp "$work/$name.bin" "$here/$name.bin" ||
      fail 1 "$name.bin is not what $name.json gives; run schemas/golden/protobuf/generate.sh"
    protoc --proto_path="$schemas" --decode="robot_comm_msgs_proto.$type" "$schemas/mc_rtc_msgs.proto" \
      <"$here/$name.bin" >/dev/null || fail 1 "protoc cannot read $name.bin"
  else
    cp "$work/$name.bin" "$here/$name.bin"
  fi
  count=$((count + 1))
done
if [ "$verify" = yes ]; then
  for binary in "$here"/*.bin; do
    [ -f "$here/../$(basename "$binary" .bin).json" ] || fail 1 "$(basename "$binary") has no JSON; remove it or add the JSON"
  done
  echo "schemas/golden/protobuf: $count messages equal, byte for byte, to what protoc makes of their JSON"
else
  echo "schemas/golden/protobuf: $count messages written"
fi
