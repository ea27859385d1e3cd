//! Every function that Deno calls goes through here: errors become text in the caller's buffer, panics stop at the boundary.

use std::panic::{catch_unwind, AssertUnwindSafe};

/// Runs `work`. An error, or a panic, becomes a text of at most `capacity` bytes in `error` (UTF-8, ended by a zero byte), and
/// `fallback` is returned.
///
/// # Safety
/// `error` points to `capacity` writable bytes, or is null.
pub unsafe fn guard<T>(fallback: T, error: *mut u8, capacity: u32, work: impl FnOnce() -> Result<T, String>) -> T {
    let text = match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(value)) => return value,
        Ok(Err(text)) => text,
        Err(panic) => format!("the Zenoh library failed: {}", panic_text(panic.as_ref())),
    };
    write_text(error, capacity, &text);
    fallback
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> &str {
    if let Some(text) = panic.downcast_ref::<&str>() {
        return text;
    }
    panic
        .downcast_ref::<String>()
        .map_or("it does not say why", |text| text.as_str())
}

unsafe fn write_text(to: *mut u8, capacity: u32, text: &str) {
    if to.is_null() || capacity == 0 {
        return;
    }
    let mut end = text.len().min(capacity as usize - 1);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    std::ptr::copy_nonoverlapping(text.as_ptr(), to, end);
    *to.add(end) = 0;
}

/// The text of `length` bytes at `bytes`.
///
/// # Safety
/// `bytes` points to `length` readable bytes.
pub unsafe fn read_text<'a>(bytes: *const u8, length: u32) -> Result<&'a str, String> {
    std::str::from_utf8(read_bytes(bytes, length)).map_err(|error| format!("reading a text: {error}; wanted UTF-8"))
}

/// The `length` bytes at `bytes`, which may be null when there are none.
///
/// # Safety
/// `bytes` points to `length` readable bytes.
pub unsafe fn read_bytes<'a>(bytes: *const u8, length: u32) -> &'a [u8] {
    if length == 0 {
        return &[];
    }
    std::slice::from_raw_parts(bytes, length as usize)
}
