#!/bin/sh
# Writes zenoh_config_keys.ts, the keys of a Zenoh configuration, from the sources of the pinned crates.
#
#   schemas/zenoh/generate_keys.sh            writes it
#   schemas/zenoh/generate_keys.sh --verify   compares it with the checked-in file
#
# Exit codes: 0 written or equal; 1 the file differs; 2 it cannot be made; 3 nothing was compared, because the sources of the
# crates are not on this computer.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
exec "$root/dev" deno run --quiet --no-check --allow-read --allow-write --allow-env --allow-run \
  "$root/tools/zenoh_keys.ts" "$@"
