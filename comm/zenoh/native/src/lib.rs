//! Zenoh sessions for uri: a flat C interface over the zenoh crate.

mod guard;
