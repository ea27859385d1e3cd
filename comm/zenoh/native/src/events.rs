//! What a session has to tell the main thread of the process: a queue that the main thread empties, as callbacks of Zenoh run on threads of Zenoh and must
//! not wait for it.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex};

/// What an event tells; the numbers are those of comm/zenoh/native_event.ts.
#[derive(Clone, Copy)]
#[repr(u32)]
pub enum Kind {
    /// A query for queryable `id`: `number` of the query, payload, attachment.
    Query = 1,
    /// An answer to the question `id`: `number` of who answers, 0 if unknown, payload, attachment.
    Answer = 2,
    /// There are no more answers to the question `id`.
    AnswersEnd = 3,
    /// Watch `id`: the token whose key is the payload is there (`number` 1) or gone (0).
    Token = 4,
    /// A transport to another session was opened (`number` 1) or closed (0); payload: its id and kind.
    Transport = 5,
}

/// An event is five words of 32 bits, little endian (kind, id, number, length of the payload, length of the attachment or `ABSENT`), and the two.
const ABSENT: u32 = u32::MAX;

/// Bytes that may wait: more than any sensible main thread leaves lying.
const LIMIT: usize = 512 * 1024 * 1024;

#[derive(Default)]
struct Waiting {
    events: VecDeque<Vec<u8>>,
    bytes: usize,
    closed: bool,
}

/// The queue.
#[derive(Default)]
pub struct Events {
    waiting: Mutex<Waiting>,
    changed: Condvar,
}

impl Events {
    /// Adds an event. Returns false when there is no room for it: what it stands for did not happen then.
    pub fn push(&self, kind: Kind, id: u32, number: u32, payload: &[u8], attachment: Option<&[u8]>) -> bool {
        let length = attachment.map_or(ABSENT, |bytes| bytes.len() as u32);
        let attached = attachment.unwrap_or_default();
        let mut event = Vec::with_capacity(20 + payload.len() + attached.len());
        for word in [kind as u32, id, number, payload.len() as u32, length] {
            event.extend_from_slice(&word.to_le_bytes());
        }
        event.extend_from_slice(payload);
        event.extend_from_slice(attached);
        let mut waiting = self.lock();
        if waiting.closed || waiting.bytes + event.len() > LIMIT {
            return false;
        }
        waiting.bytes += event.len();
        waiting.events.push_back(event);
        self.changed.notify_one();
        true
    }

    /// Waits for the next event. Returns its length, or -1 once the queue was closed.
    pub fn wait(&self) -> i32 {
        let mut waiting = self.lock();
        loop {
            if waiting.closed {
                return -1;
            }
            if let Some(event) = waiting.events.front() {
                return event.len() as i32;
            }
            waiting = self
                .changed
                .wait(waiting)
                .unwrap_or_else(|poisoned| poisoned.into_inner());
        }
    }

    /// Takes the next event. Returns the length of the one behind it, 0 when there is none.
    pub fn take(&self, into: &mut [u8]) -> i32 {
        let mut waiting = self.lock();
        if let Some(event) = waiting.events.pop_front() {
            waiting.bytes -= event.len();
            let count = event.len().min(into.len());
            into[..count].copy_from_slice(&event[..count]);
        }
        waiting.events.front().map_or(0, |event| event.len() as i32)
    }

    /// Ends every wait.
    pub fn close(&self) {
        let mut waiting = self.lock();
        waiting.closed = true;
        waiting.events.clear();
        self.changed.notify_all();
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hands_out_events_in_order_and_whole() {
        let events = Events::default();
        assert!(events.push(Kind::Query, 3, 4, b"abc", Some(b"")));
        assert!(events.push(Kind::Answer, 5, 0, b"", None));
        assert_eq!(events.wait(), 23);
        let mut event = [0; 23];
        assert_eq!(events.take(&mut event), 20);
        assert_eq!(event[..4], [1, 0, 0, 0]);
        assert_eq!(event[16..], [0, 0, 0, 0, b'a', b'b', b'c']);
        assert_eq!(events.take(&mut event), 0);
        assert_eq!(event[16..20], [255; 4]);
    }

    #[test]
    fn ends_waits_when_it_is_closed_and_takes_nothing_more() {
        let events = Events::default();
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| events.wait());
            events.close();
            assert_eq!(waiting.join().unwrap(), -1);
        });
        assert!(!events.push(Kind::AnswersEnd, 1, 0, b"", None));
    }
}
