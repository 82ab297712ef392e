import Glibc

/// A connection to a server on this machine.
package final class TestConnection {
  let descriptor: Int32
  private var received: [UInt8] = []

  /// Connects to a port.
  ///
  /// - Parameter host: The last 24 bits of the source address, in 127.0.0.0/8.
  /// - Returns: `nil` if nothing listens on the port.
  package init?(port: UInt16, from host: UInt32 = 1) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard
      host == 1 || Self.call(bind, descriptor, host: host, port: 0),
      Self.call(connect, descriptor, host: 1, port: port)
    else { return nil }
  }

  private static func call(
    _ function: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32, _ descriptor: Int32,
    host: UInt32, port: UInt16
  ) -> Bool {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = (0x7F00_0000 | host).bigEndian
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        function(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }

  deinit { close(descriptor) }

  package func send(_ text: String) { send(Array(text.utf8)) }

  /// Sends bytes.
  ///
  /// - Returns: False if the server closed the connection before it received all bytes.
  @discardableResult
  package func send(_ bytes: [UInt8]) -> Bool {
    sendAll(bytes, to: descriptor)
  }

  /// Sends as many bytes as possible without waiting.
  package func sendNow(_ bytes: [UInt8]) {
    _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
  }

  /// Returns the server's output until it has sent a text or closed the connection.
  package func receive(until end: String) -> String {
    var response: [UInt8] = []
    var byte: UInt8 = 0
    while read(descriptor, &byte, 1) == 1 {
      response.append(byte)
      if response.suffix(end.utf8.count).elementsEqual(end.utf8) { break }
    }
    return String(decoding: response, as: UTF8.self)
  }

  /// Returns the server's output up to the first occurrence of a text.
  ///
  /// - Returns: All received text if the server closes the connection before that.
  package func receive(through text: String) -> String {
    let end = Array(text.utf8)
    while true {
      if let found = received.firstRange(of: end) {
        defer { received.removeSubrange(..<found.upperBound) }
        return String(decoding: received[..<found.upperBound], as: UTF8.self)
      }
      guard receivePart() else { return finish() }
    }
  }

  /// Returns the next bytes that the server sends.
  package func receive(count: Int) -> String {
    while received.count < count, receivePart() {}
    defer { received.removeFirst(min(count, received.count)) }
    return String(decoding: received.prefix(count), as: UTF8.self)
  }

  /// Receives at least one byte.
  ///
  /// - Returns: False if the server has closed the connection.
  private func receivePart() -> Bool {
    var part = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &part, part.count)
    guard count > 0 else { return false }
    received += part[..<count]
    return true
  }

  /// Returns the server's output until it closes the connection.
  package func finish() -> String {
    while receivePart() {}
    defer { received = [] }
    return String(decoding: received, as: UTF8.self)
  }
}

/// Sends bytes to a server on this machine, and returns its output until it closes the connection.
///
/// The connection stays open for writing: libmicrohttpd closes half-closed connections during requests.
///
/// - Returns: An empty string if nothing listens on the port.
package func exchange(_ request: String, port: UInt16) -> String {
  guard let connection = TestConnection(port: port) else { return "" }
  connection.send(request)
  return connection.finish()
}

/// Sends bytes over a socket.
///
/// - Returns: False if the other side closed the connection before it received all bytes.
func sendAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes {
      send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
    guard count > 0 else { return false }
    rest = rest.dropFirst(count)
  }
  return true
}
