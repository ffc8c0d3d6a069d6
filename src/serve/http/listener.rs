//! The listener: a bound port, and the origins by which this machine and others reach it. If a port is taken, a later
//! one is bound.

use std::io::{self, ErrorKind};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, ToSocketAddrs, UdpSocket};

use super::target::without_brackets;
use crate::diagnostic::Diagnostic;

/// The number of further ports that are tried if the requested one is taken.
const MAX_NEXT_PORTS: u16 = 20;
/// An address for documentation, which no machine has (RFC 5737).
const REMOTE_ADDRESS: (Ipv4Addr, u16) = (Ipv4Addr::new(192, 0, 2, 1), 9);

pub struct Listener {
    pub(super) socket: TcpListener,
    address: SocketAddr,
}

impl Listener {
    /// Binds the port, or the first free one of the `MAX_NEXT_PORTS` ports after it. Port 0 stands for any free port.
    ///
    /// # Errors
    /// Fails if the host is not one of this machine, or if no port can be bound.
    pub fn open(host: &str, port: u16) -> Result<Self, Diagnostic> {
        let unbracketed = without_brackets(host);
        let last = if port == 0 { 0 } else { port.saturating_add(MAX_NEXT_PORTS) };
        for candidate in port..=last {
            let resolved = (unbracketed, candidate).to_socket_addrs().map_err(|error| unknown_host(host, &error))?;
            let socket = match TcpListener::bind(&*resolved.collect::<Vec<_>>()) {
                Ok(socket) => socket,
                Err(error) if error.kind() == ErrorKind::AddrInUse => continue,
                Err(error) => return Err(bind_failure(host, candidate, &error)),
            };
            let address = socket.local_addr().map_err(|error| bind_failure(host, candidate, &error))?;
            return Ok(Self { socket, address });
        }
        Err(Diagnostic::error("port-taken", format!("the ports {port} to {last} are all taken"))
            .help("choose another one, such as `--port 8080`, or `--port 0` for any that is free")
            .help("or end the programs that have them: `ss -ltnp` lists who listens where"))
    }

    pub fn port(&self) -> u16 {
        self.address.port()
    }

    /// Whether only this machine can connect.
    pub fn is_local(&self) -> bool {
        self.address.ip().is_loopback()
    }

    /// Returns the origin by which this machine reaches the port, such as `http://localhost:4000`.
    pub fn origin(&self) -> String {
        match self.address.ip() {
            address if address.is_unspecified() => format!("http://localhost:{}", self.port()),
            address => self.origin_at(address),
        }
    }

    /// Returns the origin by which other machines reach the port; `None` if they can't, or if there is no network.
    pub fn network_origin(&self) -> Option<String> {
        let address = self.address.ip();
        let reachable = if address.is_unspecified() { network_address() } else { Some(address) };
        reachable.filter(|address| !address.is_loopback()).map(|address| self.origin_at(address))
    }

    fn origin_at(&self, address: IpAddr) -> String {
        format!("http://{}", SocketAddr::new(address, self.port()))
    }
}

/// Returns the address of this machine in its network: the one from which the system would send to other networks.
/// Connecting a UDP socket sends nothing.
fn network_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect(REMOTE_ADDRESS).ok()?;
    let address = socket.local_addr().ok()?.ip();
    (!address.is_loopback() && !address.is_unspecified()).then_some(address)
}

fn unknown_host(host: &str, error: &io::Error) -> Diagnostic {
    Diagnostic::error("unknown-host", format!("`{host}` is not a name or an address of this machine"))
        .note(error.to_string())
        .help("leave out `--host` to serve to this machine only, or use `--host 0.0.0.0` to serve to its network too")
}

fn bind_failure(host: &str, port: u16, error: &io::Error) -> Diagnostic {
    match error.kind() {
        ErrorKind::PermissionDenied => {
            Diagnostic::error("port-forbidden", format!("the system does not let you use port {port}"))
                .help("ports below 1024 are often reserved: choose another one, such as `--port 4000`")
        }
        ErrorKind::AddrNotAvailable => unknown_host(host, error),
        _ => Diagnostic::error("no-port", format!("port {port} of `{host}` can't be used")).note(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_taken_port_is_replaced_by_a_later_one() {
        let first = Listener::open("127.0.0.1", 0).expect("a free port");
        let port = first.port();
        if let Ok(second) = Listener::open("127.0.0.1", port) {
            assert!(second.port() > port && second.port() - port <= MAX_NEXT_PORTS);
        }
        assert_eq!(first.origin(), format!("http://127.0.0.1:{port}"));
        assert!(first.is_local() && first.network_origin().is_none());
    }

    #[test]
    fn unknown_hosts_are_reported() {
        let check = |host: &str| {
            let code = Listener::open(host, 0).err().map(|d| d.code);
            assert_eq!(code, Some("unknown-host"), "{host}");
        };
        check("not a host");
        check("192.0.2.1");
    }

    #[test]
    fn a_forbidden_port_is_reported_with_help() {
        let diagnostic = bind_failure("127.0.0.1", 80, &io::Error::from(ErrorKind::PermissionDenied));
        assert_eq!(diagnostic.code, "port-forbidden");
        assert!(diagnostic.message.contains("80") && diagnostic.help[0].contains("--port"));
    }
}
