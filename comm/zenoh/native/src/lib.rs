//! Zenoh sessions for uri: a flat C interface over the zenoh crate, called by Deno.
//!
//! - Texts come in as bytes and their length, UTF-8; errors go out as text into a buffer of the caller.
//! - What is made is a pointer of the caller, to be given back to the function that takes it back, once.
//! - Nothing unwinds into the caller: see `guard`.

mod cell;
mod events;
mod guard;
mod rediscovery;
mod router;
mod session;
mod threads;

/// Version of this interface: it changes when a function changes.
#[no_mangle]
pub extern "C" fn uri_zenoh_abi_version() -> u32 {
    1
}
