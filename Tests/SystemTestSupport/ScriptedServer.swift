import Glibc
import Synchronization

/// A server on this machine whose responses are bytes chosen by a test.
package final class ScriptedServer: Sendable {
  package let port: UInt16
  private let listener: Int32
  private let connections = Mutex<(open: Set<Int32>, count: Int, isClosed: Bool)>(([], 0, false))

  /// Starts a server.
  ///
  /// - Parameter serve: Called on a thread for each connection, which is closed when `serve` returns.
  package init(_ serve: @escaping @Sendable (ServedConnection) -> Void) {
    let (listener, port) = Self.listen()
    self.listener = listener
    self.port = port
    accept(serve)
  }

  /// The number of connections that were accepted.
  package var connectionCount: Int { connections.withLock { $0.count } }

  /// Closes all connections and stops listening.
  package func stop() {
    connections.withLock { connections in
      guard !connections.isClosed else { return }
      connections.isClosed = true
      // Wakes the threads that wait on sockets; each closes its own.
      for descriptor in connections.open { shutdown(descriptor, Int32(SHUT_RDWR)) }
      shutdown(listener, Int32(SHUT_RDWR))
    }
  }

  deinit { stop() }

  private static func listen() -> (descriptor: Int32, port: UInt16) {
    let (listener, port) = boundSocket()
    guard Glibc.listen(listener, 64) == 0 else {
      fatalError("a test's server cannot listen: error \(errno)")
    }
    return (listener, port)
  }

  private func accept(_ serve: @escaping @Sendable (ServedConnection) -> Void) {
    startThread { [weak self, listener] in
      while true {
        let descriptor = Glibc.accept(listener, nil, nil)
        guard descriptor >= 0, let self, self.open(descriptor) else {
          if descriptor >= 0 { close(descriptor) }
          break
        }
        startThread { [weak self] in
          serve(ServedConnection(descriptor: descriptor))
          self?.connections.withLock { _ = $0.open.remove(descriptor) }
          close(descriptor)
        }
      }
      close(listener)
    }
  }

  private func open(_ descriptor: Int32) -> Bool {
    connections.withLock { connections in
      guard !connections.isClosed else { return false }
      connections.open.insert(descriptor)
      connections.count += 1
      return true
    }
  }
}

/// A connection to a ``ScriptedServer``.
package struct ServedConnection: Sendable {
  package let descriptor: Int32

  /// Reads a request with its body, or only a part of it if the client closes the connection.
  package func readRequest() -> String {
    var bytes: [UInt8] = []
    while true {
      if let end = String(decoding: bytes, as: UTF8.self).range(endingHeaderIn: bytes) {
        guard bytes.count < end.header + end.body else {
          return String(decoding: bytes, as: UTF8.self)
        }
      }
      guard let part = read() else { return String(decoding: bytes, as: UTF8.self) }
      bytes += part
    }
  }

  /// Waits for bytes. Returns `nil` at the end.
  package func read() -> [UInt8]? {
    var part = [UInt8](repeating: 0, count: 1 << 14)
    let count = Glibc.read(descriptor, &part, part.count)
    return count > 0 ? Array(part[..<count]) : nil
  }

  /// Sends bytes.
  ///
  /// - Returns: Whether the client still receives data.
  @discardableResult
  package func send(_ bytes: [UInt8]) -> Bool {
    sendAll(bytes, to: descriptor)
  }

  @discardableResult
  package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// Sends a response in JSON.
  package func respond(_ json: String, status: String = "200 OK", headers: String = "") {
    send(
      "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\n\(headers)"
        + "Content-Length: \(json.utf8.count)\r\n\r\n\(json)")
  }

  /// Waits until the client closes the connection.
  package func waitForClose() { while read() != nil {} }
}

extension String {
  /// The sizes of the header and the body of a request, once the header is complete.
  fileprivate func range(endingHeaderIn bytes: [UInt8]) -> (header: Int, body: Int)? {
    let end: [UInt8] = Array("\r\n\r\n".utf8)
    guard
      bytes.count >= 4,
      let start = (0...bytes.count - 4).first(where: { Array(bytes[$0..<$0 + 4]) == end })
    else { return nil }
    let body = split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
      .flatMap { Int($0.dropFirst("content-length:".count).drop { $0 == " " }) }
    return (start + 4, body ?? 0)
  }
}
