//! The writing side of a cell: the layout and the order of its stores are those of comm/cell/cell_layout.ts and cell_writer.ts.

use std::alloc::{alloc_zeroed, Layout};
use std::sync::atomic::{fence, AtomicI32, AtomicI64, AtomicU32, Ordering};
use std::sync::Mutex;

const MAGIC: u32 = 0x4349_5255;
const VERSION: i32 = 3;
const SLOTS: u32 = 4;
const HEADER: usize = 16;
const SLOT_HEADER: usize = 8;
const W_MAGIC: usize = 0;
const W_VERSION: usize = 1;
const W_CAPACITY: usize = 2;
const W_SLOTS: usize = 3;
const W_SEQUENCE: usize = 4;
const W_AWAITED: usize = 5;
const S_SEQUENCE: usize = 0;
const S_LENGTH: usize = 1;
const S_STAMP: usize = 2;
const S_WRITER: usize = 4;

/// `accept` of a cell that takes messages of anybody.
pub const ANYBODY: i64 = -1;

/// Memory of one cell, which the callbacks of one subscriber fill. Wait-free towards readers; several callbacks at a time queue up.
pub struct Cell {
    words: *mut AtomicI32,
    layout: Layout,
    capacity: usize,
    sequence: Mutex<i32>,
    accept: AtomicI64,
    ignored: AtomicU32,
}

// The memory is only written under the lock of `sequence`, and read by atomic means.
unsafe impl Send for Cell {}
unsafe impl Sync for Cell {}

impl Cell {
    /// A cell for messages of up to `capacity` bytes, a multiple of 8.
    pub fn new(capacity: u32) -> Result<Self, String> {
        let capacity = capacity as usize;
        let words = HEADER + SLOTS as usize * (SLOT_HEADER + capacity / 4);
        let layout = Layout::from_size_align(4 * words, 64).map_err(|error| error.to_string())?;
        let memory = match take_used(capacity) {
            Some(memory) => memory,
            None => unsafe { alloc_zeroed(layout) }.cast::<AtomicI32>(),
        };
        if memory.is_null() {
            let bytes = 4 * words;
            return Err(format!(
                "reserving {bytes} bytes for a channel: there is no memory left; use a smaller capacity"
            ));
        }
        let last = unsafe { &*memory.add(W_SEQUENCE) }.load(Ordering::SeqCst);
        let (sequence, accept, ignored) = (Mutex::new(last), AtomicI64::new(ANYBODY), AtomicU32::new(0));
        let cell = Cell {
            words: memory,
            layout,
            capacity,
            sequence,
            accept,
            ignored,
        };
        cell.word(W_VERSION).store(VERSION, Ordering::SeqCst);
        cell.word(W_CAPACITY).store(capacity as i32, Ordering::SeqCst);
        cell.word(W_SLOTS).store(SLOTS as i32, Ordering::SeqCst);
        cell.word(W_MAGIC).store(MAGIC as i32, Ordering::SeqCst);
        Ok(cell)
    }

    /// Where the memory begins.
    pub fn address(&self) -> *mut libc::c_void {
        self.words.cast()
    }

    /// Only messages with this mark are wanted from now on; [`ANYBODY`]: all.
    pub fn accept(&self, mark: i64) {
        self.accept.store(mark, Ordering::SeqCst);
    }

    /// Messages that were not wanted, or too large, so far.
    pub fn ignored(&self) -> u32 {
        self.ignored.load(Ordering::Relaxed)
    }

    /// Publishes the message made of `parts`, of the writer `mark`, stamped with the present time, when it is wanted and fits.
    pub fn write<'a>(&self, parts: impl Iterator<Item = &'a [u8]>, length: usize, mark: u32) {
        let wanted = self.accept.load(Ordering::SeqCst);
        if length > self.capacity || (wanted != ANYBODY && wanted != i64::from(mark)) {
            self.ignored.fetch_add(1, Ordering::Relaxed);
            return;
        }
        let mut last = self.sequence.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let previous = *last;
        let sequence = previous.wrapping_add(1);
        let slot = HEADER + (sequence as u32 & (SLOTS - 1)) as usize * (SLOT_HEADER + self.capacity / 4);
        self.word(slot + S_SEQUENCE).store(!sequence, Ordering::SeqCst);
        fence(Ordering::SeqCst); // the stores below do not become visible before the mark above
        self.word(slot + S_LENGTH).store(length as i32, Ordering::Relaxed);
        self.word(slot + S_WRITER).store(mark as i32, Ordering::Relaxed);
        let stamp = steady_ns();
        self.word(slot + S_STAMP).store(stamp as u32 as i32, Ordering::Relaxed);
        self.word(slot + S_STAMP + 1)
            .store((stamp >> 32) as i32, Ordering::Relaxed);
        let mut to = self.word(slot + SLOT_HEADER).as_ptr().cast::<u8>();
        let mut left = length;
        for part in parts {
            let count = part.len().min(left);
            // Within the slot: `left` is never more than what remains of it.
            unsafe {
                std::ptr::copy_nonoverlapping(part.as_ptr(), to, count);
                to = to.add(count);
            }
            left -= count;
        }
        self.word(slot + S_SEQUENCE).store(sequence, Ordering::SeqCst);
        self.word(W_SEQUENCE).store(sequence, Ordering::SeqCst);
        *last = sequence;
        // A reader that sleeps has registered before it looked at the sequence number, and this looks after changing it.
        if self.word(W_AWAITED).load(Ordering::SeqCst) == previous {
            unsafe {
                libc::syscall(
                    libc::SYS_futex,
                    self.word(W_SEQUENCE).as_ptr(),
                    libc::FUTEX_WAKE,
                    i32::MAX,
                    0,
                    0,
                    0,
                )
            };
        }
    }

    fn word(&self, index: usize) -> &AtomicI32 {
        debug_assert!(4 * index < self.layout.size());
        unsafe { &*self.words.add(index) }
    }
}

impl Drop for Cell {
    fn drop(&mut self) {
        // Not freed: a control loop that hangs may come back and look at it after the main thread has given up on it.
        let mut used = USED.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        used.push((self.capacity, self.words as usize));
    }
}

/// Memory of cells that are no more, for the next ones: capacity and address. What lies in it was published before any new reader came.
static USED: Mutex<Vec<(usize, usize)>> = Mutex::new(Vec::new());

fn take_used(capacity: usize) -> Option<*mut AtomicI32> {
    let mut used = USED.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let at = used.iter().position(|(size, _)| *size == capacity)?;
    Some(used.swap_remove(at).1 as *mut AtomicI32)
}

/// CLOCK_MONOTONIC [ns].
fn steady_ns() -> u64 {
    let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &mut now) };
    now.tv_sec as u64 * 1_000_000_000 + now.tv_nsec as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(cell: &Cell) -> (u32, Vec<u8>) {
        let sequence = cell.word(W_SEQUENCE).load(Ordering::SeqCst);
        let slot = HEADER + (sequence as u32 & (SLOTS - 1)) as usize * (SLOT_HEADER + cell.capacity / 4);
        assert_eq!(cell.word(slot + S_SEQUENCE).load(Ordering::SeqCst), sequence);
        let length = cell.word(slot + S_LENGTH).load(Ordering::SeqCst) as usize;
        let bytes = unsafe { std::slice::from_raw_parts(cell.word(slot + SLOT_HEADER).as_ptr().cast::<u8>(), length) };
        (cell.word(slot + S_WRITER).load(Ordering::SeqCst) as u32, bytes.to_vec())
    }

    #[test]
    fn takes_a_message_in_parts() {
        let cell = Cell::new(64).unwrap();
        for round in 0..9u8 {
            cell.write([&[1u8, 2, 3][..], &[], &[4, round]].into_iter(), 5, 7);
            assert_eq!(read(&cell), (7, vec![1, 2, 3, 4, round]));
        }
    }

    #[test]
    fn keeps_away_what_is_too_large_or_of_somebody_else() {
        let cell = Cell::new(8).unwrap();
        cell.write([&[9u8; 8][..]].into_iter(), 8, 1);
        cell.write([&[0u8; 9][..]].into_iter(), 9, 1);
        cell.accept(2);
        cell.write([&[1u8][..]].into_iter(), 1, 1);
        cell.write([&[1u8][..]].into_iter(), 1, 0);
        assert_eq!((read(&cell), cell.ignored()), ((1, vec![9; 8]), 3));
        cell.write([&[5u8][..]].into_iter(), 1, 2);
        cell.accept(ANYBODY);
        assert_eq!(read(&cell), (2, vec![5]));
        cell.write([&[6u8][..]].into_iter(), 1, 0);
        assert_eq!(read(&cell), (0, vec![6]));
    }

    #[test]
    fn memory_serves_again_and_goes_on_where_it_was() {
        let first = Cell::new(1048).unwrap();
        first.write([&[1u8][..]].into_iter(), 1, 1);
        let (address, sequence) = (first.address() as usize, first.word(W_SEQUENCE).load(Ordering::SeqCst));
        drop(first);
        let second = Cell::new(1048).unwrap();
        assert_eq!((second.address() as usize, second.ignored()), (address, 0));
        second.write([&[2u8][..]].into_iter(), 1, 3);
        assert_eq!(second.word(W_SEQUENCE).load(Ordering::SeqCst), sequence + 1);
        assert_eq!(read(&second), (3, vec![2]));
        assert_ne!(Cell::new(1048).unwrap().address() as usize, address);
    }

    #[test]
    fn is_filled_by_several_threads_without_tearing() {
        let cell = Cell::new(256).unwrap();
        std::thread::scope(|scope| {
            for mark in 1..4u8 {
                let cell = &cell;
                scope.spawn(move || {
                    (0..2000).for_each(|_| cell.write([&[mark; 256][..]].into_iter(), 256, u32::from(mark)))
                });
            }
        });
        let (mark, bytes) = read(&cell);
        assert!(bytes.iter().all(|byte| u32::from(*byte) == mark));
    }
}
