import Glibc

/// Sends bytes to a server on this machine and returns everything that it answers until it closes the connection.
///
/// - Returns: An empty string if nothing listens on the port.
package func exchange(_ request: String, port: UInt16) -> String {
  let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  defer { close(descriptor) }
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = port.bigEndian
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  let isConnected = withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
    }
  }
  guard isConnected else { return "" }
  let bytes = Array(request.utf8)
  _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  shutdown(descriptor, Int32(SHUT_WR))
  var response: [UInt8] = []
  var part = [UInt8](repeating: 0, count: 4096)
  while case let count = read(descriptor, &part, part.count), count > 0 {
    response += part[..<count]
  }
  return String(decoding: response, as: UTF8.self)
}
