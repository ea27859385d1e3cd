#!/bin/sh
# Makes the golden messages from their JSON with FlatBuffers' own compiler (Debian: apt-get install flatbuffers-compiler).
# The first word of a file name tells the type: config, state or command.
#
#   schemas/golden/generate.sh            writes <name>.bin for each <name>.json
#   schemas/golden/generate.sh --verify   makes them elsewhere, compares, and reads each back as JSON
#
# Exit codes: 0 written or equal; 1 a message differs or a JSON is wrong; 2 wrong command line; 3 nothing done, flatc is missing.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
schema=$here/../mc_rtc_msgs.fbs

fail() {
  echo "schemas/golden/generate.sh: $2" >&2
  exit "$1"
}

verify=no
case "${1-}" in
  "") ;;
  --verify) verify=yes ;;
  *) fail 2 "unknown argument '$1', wanted nothing or --verify" ;;
esac
command -v flatc >/dev/null 2>&1 || fail 3 "cannot make golden messages: flatc is missing; on Debian: apt-get install flatbuffers-compiler"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

count=0
for json in "$here"/*.json; do
  name=$(basename "$json" .json)
  case "$name" in
    config_*) type=MessageConfig ;;
    state_*) type=MessageState ;;
    command_*) type=MessageCommand ;;
    *) fail 1 "cannot tell the type of $name.json: wanted config_, state_ or command_ in front; rename it" ;;
  esac
  flatc --binary --root-type "robot_comm_msgs.$type" -o "$work" "$schema" "$json" >&2 || fail 1 "$name.json is no $type"
  if [ "$verify" = yes ]; then
    cmp "$work/$name.bin" "$here/$name.bin" || fail 1 "$name.bin is not what $name.json gives; run schemas/golden/generate.sh"
    flatc --json --raw-binary --strict-json --root-type "robot_comm_msgs.$type" -o "$work" "$schema" -- "$here/$name.bin" >&2 ||
      fail 1 "flatc cannot read $name.bin"
  else
    cp "$work/$name.bin" "$here/$name.bin"
  fi
  count=$((count + 1))
done
if [ "$verify" = yes ]; then
  for binary in "$here"/*.bin; do
    [ -f "${binary%.bin}.json" ] || fail 1 "$(basename "$binary") has no JSON; remove it or add the JSON"
  done
  echo "schemas/golden: $count messages equal, byte for byte, to what flatc makes of their JSON"
else
  echo "schemas/golden: $count messages written"
fi
