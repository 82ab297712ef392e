import Glibc

/// A proxy on this machine that passes connections to a server, and can cut them.
package final class TestProxy: Sendable {
  package enum Direction: Sendable {
    case request, response
  }

  private let server: ScriptedServer

  package var port: UInt16 { server.port }

  /// Starts a proxy.
  ///
  /// - Parameters:
  ///   - target: Returns the port of the server for a new connection.
  ///   - pass: Called with the direction and size of each part. Returns the number of bytes to pass on. If it is
  ///     smaller than the part, the connection is then cut.
  package init(
    to target: @escaping @Sendable () -> UInt16,
    passing pass: @escaping @Sendable (Direction, Int) -> Int
  ) {
    server = ScriptedServer { client in
      guard let connection = TestConnection(port: target()) else { return }
      let ends = [client.descriptor, connection.descriptor]
      while true {
        var polled = ends.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        guard poll(&polled, 2, -1) > 0 else { return }
        for (from, direction) in [(0, Direction.request), (1, .response)]
        where polled[from].revents != 0 {
          var part = [UInt8](repeating: 0, count: 1 << 14)
          let count = read(ends[from], &part, part.count)
          guard count > 0 else { return }
          let passed = pass(direction, count)
          let isSent = send(ends[1 - from], part, passed, Int32(MSG_NOSIGNAL)) == passed
          guard isSent, passed == count else { return }
        }
      }
    }
  }

  /// Closes all connections and stops listening.
  package func stop() { server.stop() }
}
