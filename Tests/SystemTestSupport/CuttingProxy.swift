import Glibc

/// A proxy on this machine that forwards connections to a server, and cuts one of them after a number of bytes.
package final class CuttingProxy: Sendable {
  private let server: ScriptedServer
  /// The number of bytes until the cut; `nil` after it.
  private let left: Recorded<Int?>

  package var port: UInt16 { server.port }

  /// Starts a proxy.
  ///
  /// - Parameters:
  ///   - target: The port of the server.
  ///   - limit: The number of bytes in both directions that pass before the cut. After it, everything passes.
  package init(to target: UInt16, cutAfter limit: Int) {
    let left = Recorded<Int?>(limit)
    self.left = left
    server = ScriptedServer { client in
      guard let connection = TestConnection(port: target) else { return }
      let ends = [client.descriptor, connection.descriptor]
      while true {
        var polled = ends.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        guard poll(&polled, 2, -1) > 0 else { return }
        for (from, to) in [(0, 1), (1, 0)] where polled[from].revents != 0 {
          var part = [UInt8](repeating: 0, count: 1 << 14)
          let count = read(ends[from], &part, part.count)
          guard count > 0 else { return }
          var passed = count
          left.update { left in
            guard let bytes = left else { return }
            passed = min(count, bytes)
            left = bytes > count ? bytes - count : nil
          }
          let isSent = send(ends[to], part, passed, Int32(MSG_NOSIGNAL)) == passed
          guard isSent, passed == count else { return }
        }
      }
    }
  }

  /// Whether a connection was cut.
  package var hasCut: Bool { left.value == nil }

  /// Closes all connections and stops listening.
  package func stop() { server.stop() }
}
