import Glibc

/// A reserved port of this machine that refuses connections, because nothing listens on it.
package final class RefusingPort: Sendable {
  package let number: UInt16
  private let descriptor: Int32

  package init() { (descriptor, number) = boundSocket() }

  deinit { close(descriptor) }
}

/// Returns a socket bound to a free port of this machine.
func boundSocket() -> (descriptor: Int32, port: UInt16) {
  let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  var size = socklen_t(MemoryLayout<sockaddr_in>.size)
  withUnsafeMutablePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      guard bind(descriptor, $0, size) == 0, getsockname(descriptor, $0, &size) == 0 else {
        fatalError("no port for a test: error \(errno)")
      }
    }
  }
  return (descriptor, UInt16(bigEndian: address.sin_port))
}
