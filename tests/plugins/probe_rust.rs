// The probe (probe.cpp) in Rust, over the plain C interface of uri_driver.h: joints that follow their position commands, and a log of the calls.
// Of the script language it knows `log:`, `joints:`, `initial:`, and `panic: CYCLE`: sync() panics then, which becomes an error and not an abort.
use std::ffi::{c_char, CStr};
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::ptr;
use std::time::Duration;

/// The first fields of `uri_driver_config`, as far as they are needed here.
#[repr(C)]
pub struct Config {
    struct_size: u32,
    mode: u32,
    period_ns: u64,
    class_name: *const c_char,
    robot: *const c_char,
    ip: *const c_char,
    config_path: *const c_char,
}

/// `uri_driver_state`.
#[repr(C)]
pub struct State {
    struct_size: u32,
    joint_capacity: u32,
    position_count: u32,
    velocity_count: u32,
    torque_count: u32,
    imu_capacity: u32,
    imu_count: u32,
    force_sensor_capacity: u32,
    force_sensor_count: u32,
    reserved: u32,
    position: *mut f64,
}

pub struct Driver {
    q: Vec<f64>,
    target: Vec<f64>,
    cycle: u64,
    panic_at: u64,
    log: Option<File>,
    period: Duration,
    error: String,
}

#[repr(C)]
struct Timespec {
    seconds: i64,
    nanoseconds: i64,
}

extern "C" {
    fn clock_gettime(clock: i32, time: *mut Timespec) -> i32;
}

const CLOCK_MONOTONIC: i32 = 1;

impl Driver {
    fn read(script: &str, period: Duration) -> Result<Driver, String> {
        let text =
            std::fs::read_to_string(script).map_err(|error| format!("reading the probe's script {script}: {error}"))?;
        let mut made = Driver {
            q: vec![],
            target: vec![],
            cycle: 0,
            panic_at: 0,
            log: None,
            period,
            error: String::new(),
        };
        let mut joints = 6;
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let (key, value) = line
                .split_once(": ")
                .ok_or(format!("reading the probe's script: '{line}' has no key"))?;
            let number = |text: &str| {
                text.parse::<f64>()
                    .map_err(|error| format!("reading the probe's script: '{line}': {error}"))
            };
            match key {
                "log" => made.log = OpenOptions::new().create(true).append(true).open(value).ok(),
                "joints" => joints = number(value)? as usize,
                "initial" => made.q = value.split(' ').map(number).collect::<Result<_, _>>()?,
                "panic" => made.panic_at = number(value)? as u64,
                _ => {
                    return Err(format!(
                        "reading the probe's script: '{key}' is no key of it; see probe_rust.rs"
                    ))
                }
            }
        }
        made.q.resize(joints, 0.0);
        made.target = made.q.clone();
        Ok(made)
    }

    fn write(&mut self, what: &str, values: &[f64]) {
        let mut now = Timespec {
            seconds: 0,
            nanoseconds: 0,
        };
        unsafe { clock_gettime(CLOCK_MONOTONIC, &mut now) };
        let mut line = format!(
            "{}\t{}\t{what}",
            now.seconds * 1_000_000_000 + now.nanoseconds,
            self.cycle
        );
        for value in values {
            line += &format!("\t{value}");
        }
        line.push('\n');
        if let Some(log) = &mut self.log {
            let _ = log.write_all(line.as_bytes());
        }
    }

    fn sync(&mut self) {
        self.cycle += 1;
        std::thread::sleep(self.period);
        assert!(self.cycle != self.panic_at, "the script wants it");
        self.q.copy_from_slice(&self.target);
        let q = self.q.clone();
        self.write("sync", &q);
    }

    fn servo_j(&mut self, q: &[f64]) -> i32 {
        self.write("servoJ", q);
        if q.len() != self.target.len() {
            self.error = format!("servoJ(): {} values; wanted {}", q.len(), self.target.len());
            return -1;
        }
        self.target.copy_from_slice(q);
        0
    }
}

/// Copies a text to a buffer of the caller.
unsafe fn give(text: &str, into: *mut c_char, size: u32) {
    let length = text.len().min(size.saturating_sub(1) as usize);
    ptr::copy_nonoverlapping(text.as_ptr(), into.cast(), length);
    *into.add(length) = 0;
}

#[no_mangle]
pub extern "C" fn uri_driver_abi_version() -> u32 {
    1
}

#[no_mangle]
pub extern "C" fn uri_driver_class_name(index: u32) -> *const c_char {
    if index == 0 {
        c"RobotDriverProbeRust".as_ptr()
    } else {
        ptr::null()
    }
}

/// # Safety
/// As uri_driver.h says.
#[no_mangle]
pub unsafe extern "C" fn uri_driver_create(
    config: *const Config,
    driver: *mut *mut Driver,
    error: *mut c_char,
    size: u32,
) -> i32 {
    let script = CStr::from_ptr((*config).config_path).to_string_lossy();
    match Driver::read(&script, Duration::from_nanos((*config).period_ns)) {
        Ok(mut made) => {
            made.write("create", &[]);
            *driver = Box::into_raw(Box::new(made));
            0
        }
        Err(text) => {
            give(&text, error, size);
            -1
        }
    }
}

/// # Safety
/// As uri_driver.h says.
#[no_mangle]
pub unsafe extern "C" fn uri_driver_destroy(driver: *mut Driver) {
    (*driver).write("destroy", &[]);
    drop(Box::from_raw(driver));
}

/// # Safety
/// As uri_driver.h says.
#[no_mangle]
pub unsafe extern "C" fn uri_driver_sync(driver: *mut Driver) -> i32 {
    let driver = &mut *driver;
    match catch_unwind(AssertUnwindSafe(|| driver.sync())) {
        Ok(()) => 0,
        Err(_) => {
            driver.error = "a panic".into();
            -1
        }
    }
}

/// # Safety
/// As uri_driver.h says.
#[no_mangle]
pub unsafe extern "C" fn uri_driver_read_state(driver: *mut Driver, state: *mut State) -> i32 {
    let (driver, state) = (&*driver, &mut *state);
    let count = driver.q.len().min(state.joint_capacity as usize);
    ptr::copy_nonoverlapping(driver.q.as_ptr(), state.position, count);
    state.position_count = driver.q.len() as u32;
    0
}

/// # Safety
/// As uri_driver.h says.
#[no_mangle]
pub unsafe extern "C" fn uri_driver_servo_j(driver: *mut Driver, q: *const f64, count: u32) -> i32 {
    (*driver).servo_j(std::slice::from_raw_parts(q, count as usize))
}

/// # Safety
/// As uri_driver.h says.
#[no_mangle]
pub unsafe extern "C" fn uri_driver_speed_j(driver: *mut Driver, _qd: *const f64, _count: u32) -> i32 {
    (*driver).error = "speedJ(): this robot takes positions only; wanted mode: position".into();
    -7
}

/// # Safety
/// As uri_driver.h says.
#[no_mangle]
pub unsafe extern "C" fn uri_driver_tau_j(driver: *mut Driver, _tau: *const f64, _count: u32) -> i32 {
    (*driver).error = "tauJ(): this robot takes positions only; wanted mode: position".into();
    -7
}

/// # Safety
/// As uri_driver.h says.
#[no_mangle]
pub unsafe extern "C" fn uri_driver_last_error(driver: *mut Driver, text: *mut c_char, size: u32) -> u32 {
    let error = &(*driver).error;
    give(error, text, size);
    error.len() as u32
}
