#!/bin/sh
# Builds codec.wasm, the same bytes on every machine that has the same tools.
#
#   wasm/build.sh            writes wasm/codec.wasm and wasm/codec.tools (the tools it was made with)
#   wasm/build.sh --verify   builds elsewhere and compares with the checked-in file
#
# Exit codes: 0 built or equal; 1 the build failed, or the file differs; 2 wrong command line;
# 3 nothing was compared, because a tool is missing or is another version than the one in codec.tools.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
sysroot_lib=/usr/lib/wasm32-wasi
headers=/usr/include/flatbuffers
packages="clang lld wasi-libc libc++-dev-wasm32 libclang-rt-dev-wasm32 flatbuffers-compiler libflatbuffers-dev binaryen"

fail() {
  echo "wasm/build.sh: $2" >&2
  exit "$1"
}

verify=no
case "${1-}" in
  "") ;;
  --verify) verify=yes ;;
  *) fail 2 "unknown argument '$1', wanted nothing or --verify" ;;
esac

missing=""
for tool in clang++ wasm-ld wasm-opt flatc sha256sum; do
  command -v "$tool" >/dev/null 2>&1 || missing="$missing $tool"
done
[ -f "$headers/flatbuffers.h" ] || missing="$missing $headers/flatbuffers.h"
[ -f "$sysroot_lib/libc.a" ] || missing="$missing $sysroot_lib/libc.a"
[ -d /usr/include/wasm32-wasi/c++/v1 ] || missing="$missing /usr/include/wasm32-wasi/c++/v1"
[ -z "$missing" ] || fail 3 "cannot build: missing$missing; on Debian: apt-get install $packages"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# What decides the bytes of the result.
tools() {
  clang++ --version | sed -n 1p
  wasm-ld --version
  wasm-opt --version
  flatc --version
  echo "flatbuffers headers $(cat "$headers"/*.h | sha256sum | cut -c1-16)"
  echo "wasi-libc $(sha256sum <"$sysroot_lib/libc.a" | cut -c1-16)"
}
tools >"$work/codec.tools"

if [ "$verify" = yes ] && ! cmp -s "$work/codec.tools" "$here/codec.tools"; then
  echo "wasm/build.sh: the tools here are not those that made codec.wasm (<: made with, >: here)" >&2
  diff "$here/codec.tools" "$work/codec.tools" >&2 || true
  fail 3 "cannot verify: wanted the tools named in wasm/codec.tools"
fi

# The header library alone, without the rest of /usr/include, which belongs to another machine.
mkdir "$work/include"
ln -s "$headers" "$work/include/flatbuffers"
flatc --cpp -o "$work/include" "$here/../schemas/mc_rtc_msgs.fbs"

# Compiler and linker are called one by one: the compiler's driver would run whatever wasm-opt it finds.
clang++ --target=wasm32-wasi -std=c++17 -O3 -fno-unroll-loops -DNDEBUG -fno-exceptions -fno-rtti -fvisibility=hidden \
  -Wall -Wextra -Werror -isystem "$work/include" -c -o "$work/codec.o" "$here/codec.cpp"
wasm-ld --no-entry --export=__heap_base --stack-first -z stack-size=16384 --gc-sections --strip-all \
  -L"$sysroot_lib" -o "$work/linked.wasm" "$work/codec.o" -lc++ -lc++abi -lc
wasm-opt -O3 --strip-producers "$work/linked.wasm" -o "$work/codec.wasm"

if [ "$verify" = no ]; then
  cp "$work/codec.wasm" "$work/codec.tools" "$here/"
  echo "wasm/codec.wasm: $(wc -c <"$here/codec.wasm") bytes, sha256 $(sha256sum <"$here/codec.wasm" | cut -c1-16)"
elif cmp "$work/codec.wasm" "$here/codec.wasm"; then
  echo "wasm/codec.wasm: equal, byte for byte, to what its sources give"
else
  fail 1 "codec.wasm is not what its sources give; run wasm/build.sh and commit the result"
fi
