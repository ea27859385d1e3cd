//! A session and everything that is declared on it. All functions may be called from any thread; those that may wait for the network say so.

use std::collections::HashMap;
use std::ffi::c_void;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, RwLock};
use std::time::Duration;

use zenoh::bytes::ZBytes;
use zenoh::cancellation::CancellationToken;
use zenoh::internal::runtime::{Runtime, RuntimeBuilder, ZRuntime};
use zenoh::key_expr::KeyExpr;
use zenoh::liveliness::LivelinessToken;
use zenoh::pubsub::{Publisher, Subscriber};
use zenoh::qos::{CongestionControl, Priority, Reliability};
use zenoh::query::{ConsolidationMode, Query, QueryTarget, Queryable};
use zenoh::sample::SampleKind;
use zenoh::session::EntityGlobalId;
use zenoh::{Session, Wait};

use crate::cell::Cell;
use crate::events::{Events, Kind};
use crate::guard::{guard, read_bytes, read_text};
use crate::rediscovery::Rediscovery;
use crate::threads;

/// Longest time for which a session that is closed tells others of it.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// A session with its queue of events.
pub struct UriSession {
    session: Session,
    runtime: Runtime,
    rediscovery: Mutex<Option<Rediscovery>>,
    events: Arc<Events>,
    queries: Arc<Queries>,
    questions: Mutex<HashMap<u32, CancellationToken>>,
}

/// Queries that were handed to the main thread and not answered yet.
#[derive(Default)]
struct Queries {
    waiting: Mutex<HashMap<u32, Query>>,
    last: AtomicU32,
}

/// A publisher with what it attaches to each message. It is never freed, only emptied: a control loop that hangs may come back and publish after the
/// main thread has given up on it.
pub struct UriPublisher {
    publisher: RwLock<Option<Publisher<'static>>>,
    attachment: ZBytes,
}

/// Anything else that is declared; dropping it takes it back.
pub enum Declared {
    Subscriber(Option<Subscriber<()>>, Arc<Cell>),
    Queryable(Option<Queryable<()>>),
    Token(Option<LivelinessToken>),
    Watch(Option<Subscriber<()>>),
}

/// Tells the end of the answers when the callback that it belongs to is dropped.
struct AnswersEnd(Arc<Events>, u32);

impl Drop for AnswersEnd {
    fn drop(&mut self) {
        self.0.push(Kind::AnswersEnd, self.1, 0, &[], None);
    }
}

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

unsafe fn key(bytes: *const u8, length: u32) -> Result<KeyExpr<'static>, String> {
    KeyExpr::try_from(read_text(bytes, length)?.to_owned()).map_err(text)
}

/// A number, not 0, by which answering processes are told apart; 0: unknown.
fn number_of(replier: Option<EntityGlobalId>) -> u32 {
    let Some(replier) = replier else { return 0 };
    let mut hasher = std::hash::DefaultHasher::new();
    (replier.zid().to_le_bytes(), replier.eid()).hash(&mut hasher);
    hasher.finish() as u32 | 1
}

fn boxed<T>(value: T) -> *mut T {
    Box::into_raw(Box::new(value))
}

/// The mark that an attachment says: the letters `uri1` and 32 bits, little endian; 0 when it says something else.
fn mark_of(attachment: Option<&ZBytes>) -> u32 {
    let Some(bytes) = attachment.filter(|bytes| bytes.len() == 8) else {
        return 0;
    };
    match bytes.to_bytes().as_ref() {
        [b'u', b'r', b'i', b'1', a, b, c, d] => u32::from_le_bytes([*a, *b, *c, *d]),
        _ => 0,
    }
}

/// Opens a session from a configuration in JSON5. May take seconds. Returns null when it cannot be opened.
///
/// # Safety
/// `config` points to `config_length` readable bytes, `error` to `error_capacity` writable ones.
#[no_mangle]
pub unsafe extern "C" fn uri_zenoh_open(
    config: *const u8,
    config_length: u32,
    error: *mut u8,
    error_capacity: u32,
) -> *mut UriSession {
    guard(std::ptr::null_mut(), error, error_capacity, || {
        threads::prepare();
        let config = zenoh::Config::from_json5(read_text(config, config_length)?).map_err(text)?;
        // In the steps of `zenoh::open`, as the runtime is needed to connect to a peer that was found again.
        let runtime = RuntimeBuilder::new(config.clone()).build();
        let mut runtime = ZRuntime::Application.block_in_place(runtime).map_err(text)?;
        let session = zenoh::session::init(runtime.clone().into()).wait().map_err(text)?;
        if let Err(error) = ZRuntime::Application.block_in_place(runtime.start()) {
            let _ = (session.close().wait(), runtime.close().wait());
            return Err(text(error));
        }
        let events = Arc::new(Events::default());
        let told = events.clone();
        session
            .info()
            .transport_events_listener()
            .history(false)
            .callback(move |event| {
                let number = u32::from(event.kind() == SampleKind::Put);
                let other = format!("{} {}", event.transport().zid(), event.transport().whatami());
                told.push(Kind::Transport, 0, number, other.as_bytes(), None);
            })
            .background()
            .wait()
            .map_err(text)?;
        answer_pings(&session)?;
        let rediscovery = Mutex::new(Rediscovery::start(session.clone(), runtime.clone(), &config).map_err(text)?);
        Ok(boxed(UriSession {
            session,
            runtime,
            rediscovery,
            events,
            queries: Arc::default(),
            questions: Mutex::default(),
        }))
    })
}

/// Answers pings at once: who asks has its answer after everything that was declared here before.
fn answer_pings(session: &Session) -> Result<(), String> {
    let own = KeyExpr::try_from(format!("@uri/ping/{}", session.zid())).map_err(text)?;
    let key = own.clone();
    session
        .declare_queryable(own)
        .callback(move |query| drop(query.reply(key.clone(), ZBytes::new()).wait()))
        .background()
        .wait()
        .map_err(text)
}

/// Closes a session: ends waits, questions and queries. May take a second. What was declared must be dropped before, or is dead.
///
/// # Safety
/// `session` was opened here and is not used by anybody afterwards, except by `uri_zenoh_free`.
#[no_mangle]
pub unsafe extern "C" fn uri_zenoh_close(session: *const UriSession, error: *mut u8, error_capacity: u32) -> i32 {
    guard(-1, error, error_capacity, || {
        let session = &*session;
        session.events.close();
        session.rediscovery.lock().map_err(text)?.take();
        session.queries.waiting.lock().map_err(text)?.clear();
        for (_, token) in session.questions.lock().map_err(text)?.drain() {
            drop(token.cancel());
        }
        // Where a link is dead, what was to be told to the other side has nowhere to go, and Zenoh would wait for 10 s.
        session.session.close().timeout(CLOSE_TIMEOUT).wait().map_err(text)?;
        session.runtime.close().timeout(CLOSE_TIMEOUT).wait().map_err(text)?;
        Ok(0)
    })
}

/// Frees a session that was closed, once nobody waits for its events any more.
///
/// # Safety
/// `session` was closed, and is not used afterwards.
#[no_mangle]
pub unsafe extern "C" fn uri_zenoh_free(session: *mut UriSession) {
    guard((), std::ptr::null_mut(), 0, || {
        drop(Box::from_raw(session));
        Ok(())
    });
}

/// Writes the id of the session, at most 32 hexadecimal digits, and returns its length.
///
/// # Safety
/// `into` points to 32 writable bytes.
#[no_mangle]
pub unsafe extern "C" fn uri_zenoh_id(session: *const UriSession, into: *mut u8) -> u32 {
    guard(0, std::ptr::null_mut(), 0, || {
        let id = (*session).session.zid().to_string();
        let length = id.len().min(32);
        std::ptr::copy_nonoverlapping(id.as_ptr(), into, length);
        Ok(length as u32)
    })
}

/// Waits for the next event: see `Events::wait`.
///
/// # Safety
/// `session` is open, or closed and not freed.
#[no_mangle]
pub unsafe extern "C" fn uri_zenoh_wait(session: *const UriSession) -> i32 {
    guard(-1, std::ptr::null_mut(), 0, || Ok((*session).events.wait()))
}

/// Takes the next event: see `Events::take`.
///
/// # Safety
/// `into` points to `capacity` writable bytes.
#[no_mangle]
pub unsafe extern "C" fn uri_zenoh_take(session: *const UriSession, into: *mut u8, capacity: u32) -> i32 {
    guard(0, std::ptr::null_mut(), 0, || {
        Ok((*session)
            .events
            .take(std::slice::from_raw_parts_mut(into, capacity as usize)))
    })
}

/// Declares a publisher whose messages carry `attachment`: express, of real-time priority, dropped under congestion. Null: it cannot be.
///
/// # Safety
/// The pointers point to as many bytes as their lengths say.
#[no_mangle]
pub unsafe extern "C" fn uri_zenoh_publisher(
    session: *const UriSession,
    key_bytes: *const u8,
    key_length: u32,
    attachment: *const u8,
    attachment_length: u32,
    error: *mut u8,
    error_capacity: u32,
) -> *mut UriPublisher {
    guard(std::ptr::null_mut(), error, error_capacity, || {
        let publisher = (*session)
            .session
            .declare_publisher(key(key_bytes, key_length)?)
            .congestion_control(CongestionControl::Drop)
            .priority(Priority::RealTime)
            .express(true)
            .reliability(Reliability::Reliable)
            .wait()
            .map_err(text)?;
        Ok(boxed(UriPublisher {
            publisher: RwLock::new(Some(publisher)),
            attachment: ZBytes::from(read_bytes(attachment, attachment_length)),
        }))
    })
}

/// Publishes `length` bytes from `offset` on. Never waits for the network. Returns 0, or -1 when the session is closed.
///
/// # Safety
/// `data` points to at least `offset + length` readable bytes.
#[no_mangle]
pub unsafe extern "C" fn uri_zenoh_publish(
    publisher: *const UriPublisher,
    data: *const u8,
    offset: u32,
    length: u32,
) -> i32 {
    guard(-1, std::ptr::null_mut(), 0, || {
        let UriPublisher { publisher, attachment } = &*publisher;
        // Only taking it back locks it for writing: nobody waits here.
        let Ok(publisher) = publisher.try_read() else {
            return Ok(-1);
        };
        let Some(publisher) = publisher.as_ref() else {
            return Ok(-1);
        };
        let bytes = read_bytes(data.add(offset as usize), length);
        publisher
            .put(bytes)
            .attachment(attachment.clone())
            .wait()
            .map_err(text)?;
        Ok(0)
    })
}

/// Takes a publisher back: what is published afterwards goes nowhere.
///
/// # Safety
/// It was declared here.
#[no_mangle]
pub unsafe extern "C" fn uri_zenoh_publisher_drop(publisher: *const UriPublisher) {
    guard((), std::ptr::null_mut(), 0, || {
        let publisher = (&*publisher).publisher.write().map_err(text)?.take();
        undeclare(publisher, |p| p.undeclare().wait().map_err(text))
    });
}

/// Subscribes: messages go into a cell of this library, see `uri_zenoh_cell`. Null: it cannot be.
///
/// # Safety
/// `key_bytes` points to `key_length` readable bytes.
#[no_mangle]
pub unsafe extern "C" fn uri_zenoh_subscriber(
    session: *const UriSession,
    key_bytes: *const u8,
    key_length: u32,
    capacity: u32,
    error: *mut u8,
    error_capacity: u32,
) -> *mut Declared {
    guard(std::ptr::null_mut(), error, error_capacity, || {
        let cell = Arc::new(Cell::new(capacity)?);
        let filled = cell.clone();
        let subscriber = (*session)
            .session
            .declare_subscriber(key(key_bytes, key_length)?)
            .callback(move |sample| {
                if sample.kind() == SampleKind::Put {
                    let payload = sample.payload();
                    filled.write(payload.slices(), payload.len(), mark_of(sample.attachment()));
                }
            })
            .wait()
            .map_err(text)?;
        Ok(boxed(Declared::Subscriber(Some(subscriber), cell)))
    })
}

/// Where the cell of a subscriber begins. The memory stays when the subscriber is dropped, and serves another one later.
///
/// # Safety
/// `subscriber` is a subscriber.
#[no_mangle]
pub unsafe extern "C" fn uri_zenoh_cell(subscriber: *const Declared) -> *mut c_void {
    match &*subscriber {
        Declared::Subscriber(_, cell) => cell.address(),
        _ => std::ptr::null_mut(),
    }
}

/// Only messages with this mark are wanted from now on; a negative number: those of anybody.
///
/// # Safety
/// `subscriber` is a subscriber.
#[no_mangle]
pub unsafe extern "C" fn uri_zenoh_accept(subscriber: *const Declared, mark: i32) {
    if let Declared::Subscriber(_, cell) = &*subscriber {
        cell.accept(i64::from(mark));
    }
}

/// How many messages were kept away from the cell.
///
/// # Safety
/// `subscriber` is a subscriber.
#[no_mangle]
pub unsafe extern "C" fn uri_zenoh_ignored(subscriber: *const Declared) -> u32 {
    match &*subscriber {
        Declared::Subscriber(_, cell) => cell.ignored(),
        _ => 0,
    }
}

/// Answers queries: each becomes an event, and waits for `uri_zenoh_answer`.
///
/// # Safety
/// `key_bytes` points to `key_length` readable bytes.
#[no_mangle]
pub unsafe extern "C" fn uri_zenoh_queryable(
    session: *const UriSession,
    key_bytes: *const u8,
    key_length: u32,
    id: u32,
    error: *mut u8,
    error_capacity: u32,
) -> *mut Declared {
    guard(std::ptr::null_mut(), error, error_capacity, || {
        let (events, queries) = ((*session).events.clone(), (*session).queries.clone());
        let queryable = (*session)
            .session
            .declare_queryable(key(key_bytes, key_length)?)
            .callback(move |query| {
                let number = queries.last.fetch_add(1, Ordering::Relaxed).wrapping_add(1);
                let payload = query
                    .payload()
                    .map(|bytes| bytes.to_bytes().into_owned())
                    .unwrap_or_default();
                let attachment = query.attachment().map(|bytes| bytes.to_bytes().into_owned());
                let Ok(mut waiting) = queries.waiting.lock() else {
                    return;
                };
                waiting.insert(number, query);
                if !events.push(Kind::Query, id, number, &payload, attachment.as_deref()) {
                    waiting.remove(&number);
                }
            })
            .wait()
            .map_err(text)?;
        Ok(boxed(Declared::Queryable(Some(queryable))))
    })
}

/// Answers query `number`, or ends it without an answer when `has_answer` is 0. A query that is gone already is passed over.
///
/// # Safety
/// The pointers point to as many bytes as their lengths say.
#[no_mangle]
pub unsafe extern "C" fn uri_zenoh_answer(
    session: *const UriSession,
    number: u32,
    has_answer: u32,
    payload: *const u8,
    payload_length: u32,
    attachment: *const u8,
    attachment_length: u32,
    error: *mut u8,
    error_capacity: u32,
) -> i32 {
    guard(-1, error, error_capacity, || {
        let query = (&*session).queries.waiting.lock().map_err(text)?.remove(&number);
        let Some(query) = query.filter(|_| has_answer != 0) else {
            return Ok(0);
        };
        let reply = query
            .reply(query.key_expr().clone(), read_bytes(payload, payload_length))
            .attachment(ZBytes::from(read_bytes(attachment, attachment_length)));
        reply.wait().map_err(text)?;
        Ok(0)
    })
}

/// Asks everybody who answers on a key. Answers, and their end, become events with this `id`.
///
/// # Safety
/// The pointers point to as many bytes as their lengths say.
#[no_mangle]
pub unsafe extern "C" fn uri_zenoh_ask(
    session: *const UriSession,
    key_bytes: *const u8,
    key_length: u32,
    payload: *const u8,
    payload_length: u32,
    attachment: *const u8,
    attachment_length: u32,
    timeout_ms: u32,
    id: u32,
    error: *mut u8,
    error_capacity: u32,
) -> i32 {
    guard(-1, error, error_capacity, || {
        let session = &*session;
        let end = AnswersEnd(session.events.clone(), id);
        let token = CancellationToken::default();
        session.questions.lock().map_err(text)?.insert(id, token.clone());
        session
            .session
            .get(key(key_bytes, key_length)?)
            .payload(read_bytes(payload, payload_length))
            .attachment(ZBytes::from(read_bytes(attachment, attachment_length)))
            .target(QueryTarget::All)
            .consolidation(ConsolidationMode::None)
            .timeout(Duration::from_millis(u64::from(timeout_ms)))
            .cancellation_token(token)
            .callback(move |reply| {
                if let Ok(sample) = reply.result() {
                    let attachment = sample.attachment().map(|bytes| bytes.to_bytes());
                    end.0.push(
                        Kind::Answer,
                        end.1,
                        number_of(reply.replier_id()),
                        &sample.payload().to_bytes(),
                        attachment.as_deref(),
                    );
                }
            })
            .wait()
            .map_err(text)?;
        Ok(0)
    })
}

/// Ends question `id`; its end becomes an event, if it did not yet.
///
/// # Safety
/// `session` is open.
#[no_mangle]
pub unsafe extern "C" fn uri_zenoh_ask_end(session: *const UriSession, id: u32) {
    guard((), std::ptr::null_mut(), 0, || {
        let token = (&*session).questions.lock().map_err(text)?.remove(&id);
        if let Some(token) = token {
            drop(token.cancel());
        }
        Ok(())
    });
}

/// Asks for the liveliness tokens that are there now: each becomes an answer whose payload is its key.
///
/// # Safety
/// `key_bytes` points to `key_length` readable bytes.
#[no_mangle]
pub unsafe extern "C" fn uri_zenoh_find_tokens(
    session: *const UriSession,
    key_bytes: *const u8,
    key_length: u32,
    timeout_ms: u32,
    id: u32,
    error: *mut u8,
    error_capacity: u32,
) -> i32 {
    guard(-1, error, error_capacity, || {
        let session = &*session;
        let end = AnswersEnd(session.events.clone(), id);
        let expression = key(key_bytes, key_length)?;
        let get = session
            .session
            .liveliness()
            .get(expression)
            .timeout(Duration::from_millis(u64::from(timeout_ms)));
        get.callback(move |reply| {
            if let Ok(sample) = reply.result() {
                end.0.push(Kind::Answer, end.1, 0, sample.key_expr().as_bytes(), None);
            }
        })
        .wait()
        .map_err(text)?;
        Ok(0)
    })
}

/// Declares a liveliness token.
///
/// # Safety
/// `key_bytes` points to `key_length` readable bytes.
#[no_mangle]
pub unsafe extern "C" fn uri_zenoh_token(
    session: *const UriSession,
    key_bytes: *const u8,
    key_length: u32,
    error: *mut u8,
    error_capacity: u32,
) -> *mut Declared {
    guard(std::ptr::null_mut(), error, error_capacity, || {
        let token = (*session)
            .session
            .liveliness()
            .declare_token(key(key_bytes, key_length)?)
            .wait()
            .map_err(text)?;
        Ok(boxed(Declared::Token(Some(token))))
    })
}

/// Watches tokens, those that are there already first: each appearance and each end becomes an event with this `id`.
///
/// # Safety
/// `key_bytes` points to `key_length` readable bytes.
#[no_mangle]
pub unsafe extern "C" fn uri_zenoh_watch(
    session: *const UriSession,
    key_bytes: *const u8,
    key_length: u32,
    id: u32,
    error: *mut u8,
    error_capacity: u32,
) -> *mut Declared {
    guard(std::ptr::null_mut(), error, error_capacity, || {
        let events = (*session).events.clone();
        let watch = (*session)
            .session
            .liveliness()
            .declare_subscriber(key(key_bytes, key_length)?)
            .history(true)
            .callback(move |sample| {
                let number = u32::from(sample.kind() == SampleKind::Put);
                events.push(Kind::Token, id, number, sample.key_expr().as_bytes(), None);
            })
            .wait()
            .map_err(text)?;
        Ok(boxed(Declared::Watch(Some(watch))))
    })
}

/// Takes back what was declared; a subscriber's cell is filled no more.
///
/// # Safety
/// It is not used afterwards.
#[no_mangle]
pub unsafe extern "C" fn uri_zenoh_drop(declared: *mut Declared) {
    guard((), std::ptr::null_mut(), 0, || {
        let mut declared = Box::from_raw(declared);
        match declared.as_mut() {
            // The callbacks have ended when this returns: nobody writes into the cell any more.
            Declared::Subscriber(subscriber, _) => undeclare(subscriber.take(), |s| {
                s.undeclare().wait_callbacks().wait().map_err(text)
            }),
            Declared::Watch(watch) => undeclare(watch.take(), |s| s.undeclare().wait().map_err(text)),
            Declared::Queryable(queryable) => undeclare(queryable.take(), |q| q.undeclare().wait().map_err(text)),
            Declared::Token(token) => undeclare(token.take(), |t| t.undeclare().wait().map_err(text)),
        }
    });
}

fn undeclare<T>(declared: Option<T>, undo: impl FnOnce(T) -> Result<(), String>) -> Result<(), String> {
    declared.map_or(Ok(()), undo)
}
