#!/bin/sh
# Makes the binary forms of the schemas that recordings carry: by FlatBuffers' own compiler, and by Protobuf's (Debian: apt-get install
# flatbuffers-compiler protobuf-compiler).
#
#   schemas/binary_schemas.sh            writes mc_rtc_msgs.bfbs and mc_rtc_msgs.desc
#   schemas/binary_schemas.sh --verify   makes them elsewhere and compares
#
# Exit codes: 0 written or equal; 1 one differs or a schema is wrong; 2 wrong command line; 3 nothing done, a compiler is missing, or flatc is
# another one: what it writes changes with its version.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
flatc_version=2.0.8

fail() {
  echo "schemas/binary_schemas.sh: $2" >&2
  exit "$1"
}

verify=no
case "${1-}" in
  "") ;;
  --verify) verify=yes ;;
  *) fail 2 "unknown argument '$1', wanted nothing or --verify" ;;
esac
command -v flatc >/dev/null 2>&1 || fail 3 "cannot make binary schemas: flatc is missing; on Debian: apt-get install flatbuffers-compiler"
command -v protoc >/dev/null 2>&1 || fail 3 "cannot make binary schemas: protoc is missing; on Debian: apt-get install protobuf-compiler"
found=$(flatc --version)
[ "$found" = "flatc version $flatc_version" ] || fail 3 "cannot make binary schemas: this is $found, wanted $flatc_version"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

cd "$here"
flatc --binary --schema -o "$work" mc_rtc_msgs.fbs >&2 || fail 1 "mc_rtc_msgs.fbs is no schema"
protoc --proto_path=. --include_imports --descriptor_set_out="$work/mc_rtc_msgs.desc" mc_rtc_msgs.proto ||
  fail 1 "mc_rtc_msgs.proto is no schema"
for name in mc_rtc_msgs.bfbs mc_rtc_msgs.desc; do
  if [ "$verify" = yes ]; then
    cmp "$work/$name" "$name" || fail 1 "$name is not what its schema gives; run schemas/binary_schemas.sh"
  else
    cp "$work/$name" "$name"
  fi
done
if [ "$verify" = yes ]; then echo "schemas: 2 binary schemas equal, byte for byte"; else echo "schemas: 2 binary schemas written"; fi
