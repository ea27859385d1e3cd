//! The remote API's port. The plugin opens it by itself and only logs what goes wrong, so it is watched from outside.

use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream, ToSocketAddrs};
use std::path::Path;
use std::time::{Duration, Instant};

/// Name of the plugin in a configuration.
pub const PLUGIN: &str = "remote_api";
/// A client that does not answer for so long is gone: its tokens must be, too [ms].
const CLIENT_TIMEOUT_MS: libc::c_int = 2000;
/// Longest wait for an answer of another router's remote API.
const ANSWERS_WITHIN: Duration = Duration::from_millis(500);

/// Where the remote API listens.
#[derive(Clone)]
pub struct RemoteApi {
    host: String,
    port: u16,
    secure: bool,
}

/// Why the port cannot be had.
pub enum PortError {
    /// Somebody listens there.
    InUse,
    /// Anything else, with what to do.
    Other(String),
}

impl RemoteApi {
    /// Reads the section `plugins.remote_api`.
    pub fn read(section: &serde_json::Value) -> Result<RemoteApi, String> {
        let config: zenoh_plugin_remote_api::Config =
            serde_json::from_value(section.clone()).map_err(|error| format!("plugins.{PLUGIN}: {error}"))?;
        if let Some(secure) = &config.secure_websocket {
            for (key, path) in [
                ("certificate_path", &secure.certificate_path),
                ("private_key_path", &secure.private_key_path),
            ] {
                std::fs::File::open(Path::new(path))
                    .map_err(|error| format!("plugins.{PLUGIN}.secure_websocket.{key}: reading {path}: {error}"))?;
            }
        }
        let text = &config.websocket_port;
        let parts = text
            .rsplit_once(':')
            .and_then(|(host, port)| Some((host, port.parse().ok()?)));
        let Some((host, port)) = parts else {
            return Err(format!(
                "plugins.{PLUGIN}.websocket_port: '{text}', wanted 'address:port', port at most 65535"
            ));
        };
        Ok(RemoteApi {
            host: host.to_string(),
            port,
            secure: config.secure_websocket.is_some(),
        })
    }

    /// `address:port`, as the configuration says it.
    pub fn address(&self) -> String {
        format!("{}:{}", self.host, self.port)
    }

    /// For those who connect from this host, where it listens on every address.
    pub fn url(&self) -> String {
        let scheme = if self.secure { "wss" } else { "ws" };
        let host = match self.host.as_str() {
            "0.0.0.0" | "[::]" | "*" => "127.0.0.1",
            host => host,
        };
        format!("{scheme}://{host}:{}", self.port)
    }

    /// Whether the port is free; chooses one for port 0. Nothing listens meanwhile: a router that starts at the same time is not disturbed.
    pub fn check_port(&mut self) -> Result<(), PortError> {
        let key = format!("change plugins.{PLUGIN}.websocket_port");
        let addresses = self.address().to_socket_addrs();
        let addresses =
            addresses.map_err(|error| PortError::Other(format!("resolving {}: {error}; {key}", self.address())))?;
        let mut refused = PortError::Other(format!("{} is no address; {key}", self.address()));
        for address in addresses {
            match bind_once(address) {
                Ok(port) => {
                    self.port = port;
                    return Ok(());
                }
                Err(error) if error.kind() == ErrorKind::AddrInUse => refused = PortError::InUse,
                Err(error) => refused = PortError::Other(format!("listening on {address}: {error}; {key}")),
            }
        }
        Err(refused)
    }

    /// Waits until this process listens on the port, then has its connections send small messages at once and notice dead clients.
    /// False when somebody else has it, or when it takes too long.
    pub fn wait_until_listening(&self, within: Duration) -> bool {
        let end = Instant::now() + within;
        loop {
            // In this order: what is in use was not ours before it was looked at, or it is found now.
            let is_in_use = matches!(self.clone().check_port(), Err(PortError::InUse));
            if let Some(fd) = find_own_listener(self.port) {
                set_for_clients(fd);
                return true;
            }
            if is_in_use || Instant::now() > end {
                return false;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Whether a WebSocket server answers on the port.
    pub fn answers(&self) -> bool {
        let Ok(mut addresses) = self.url().replace("wss://", "").replace("ws://", "").to_socket_addrs() else {
            return false;
        };
        addresses.any(|address| ask(address, self.secure).unwrap_or(false))
    }
}

fn bind_once(address: SocketAddr) -> std::io::Result<u16> {
    let tokio = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
    tokio.block_on(async {
        let socket = if address.is_ipv4() {
            tokio::net::TcpSocket::new_v4()
        } else {
            tokio::net::TcpSocket::new_v6()
        }?;
        socket.set_reuseaddr(true)?;
        socket.bind(address)?;
        Ok(socket.local_addr()?.port())
    })
}

fn ask(address: SocketAddr, secure: bool) -> std::io::Result<bool> {
    let mut stream = TcpStream::connect_timeout(&address, ANSWERS_WITHIN)?;
    if secure {
        return Ok(true);
    }
    stream.set_read_timeout(Some(ANSWERS_WITHIN))?;
    stream.write_all(
        b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
          Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
    )?;
    let mut answer = [0; 12];
    stream.read_exact(&mut answer)?;
    Ok(&answer == b"HTTP/1.1 101")
}

/// The socket of this process that listens on `port`.
fn find_own_listener(port: u16) -> Option<libc::c_int> {
    let names = std::fs::read_dir("/proc/self/fd").ok()?;
    let fds = names.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    fds.into_iter().find(|&fd| listening_port(fd) == Some(port))
}

fn listening_port(fd: libc::c_int) -> Option<u16> {
    let mut listens: libc::c_int = 0;
    let mut length = std::mem::size_of::<libc::c_int>() as libc::socklen_t;
    // SAFETY: the pointers are to live values of the sizes given; a descriptor that is no socket is an error.
    let got = unsafe {
        libc::getsockopt(
            fd,
            libc::SOL_SOCKET,
            libc::SO_ACCEPTCONN,
            (&raw mut listens).cast(),
            &mut length,
        )
    };
    if got != 0 || listens == 0 {
        return None;
    }
    // SAFETY: all zeros is a valid address of no family; the kernel writes at most `length` bytes.
    let mut name: libc::sockaddr_in6 = unsafe { std::mem::zeroed() };
    let mut length = std::mem::size_of::<libc::sockaddr_in6>() as libc::socklen_t;
    // SAFETY: as above.
    let got = unsafe { libc::getsockname(fd, (&raw mut name).cast(), &mut length) };
    // The port lies at the same place in the addresses of both families.
    let is_internet = [libc::AF_INET, libc::AF_INET6].contains(&libc::c_int::from(name.sin6_family));
    (got == 0 && is_internet).then(|| u16::from_be(name.sin6_port))
}

/// Connections inherit these from the listening socket.
fn set_for_clients(fd: libc::c_int) {
    let options = [
        (libc::IPPROTO_TCP, libc::TCP_NODELAY, 1),
        (libc::SOL_SOCKET, libc::SO_KEEPALIVE, 1),
        (libc::IPPROTO_TCP, libc::TCP_KEEPIDLE, 1),
        (libc::IPPROTO_TCP, libc::TCP_KEEPINTVL, 1),
        (libc::IPPROTO_TCP, libc::TCP_KEEPCNT, 2),
        (libc::IPPROTO_TCP, libc::TCP_USER_TIMEOUT, CLIENT_TIMEOUT_MS),
    ];
    for (level, name, value) in options {
        let size = std::mem::size_of_val(&value) as libc::socklen_t;
        // SAFETY: the pointer is to a live value of the size given. One that fails leaves the system's default in force.
        unsafe { libc::setsockopt(fd, level, name, (&raw const value).cast(), size) };
    }
}
