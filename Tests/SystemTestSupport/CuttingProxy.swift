/// A proxy that cuts a connection once, after a number of bytes.
package final class CuttingProxy: Sendable {
  private let proxy: TestProxy
  /// The number of bytes until the cut; `nil` after it.
  private let left: Recorded<Int?>

  package var port: UInt16 { proxy.port }

  /// Starts a proxy.
  ///
  /// - Parameters:
  ///   - target: The port of the server.
  ///   - limit: The number of bytes in both directions before the cut. After the cut, all bytes pass.
  package init(to target: UInt16, cutAfter limit: Int) {
    let left = Recorded<Int?>(limit)
    self.left = left
    proxy = TestProxy(to: { target }) { _, count in
      var passed = count
      left.update { left in
        guard let bytes = left else { return }
        passed = min(count, bytes)
        left = bytes > count ? bytes - count : nil
      }
      return passed
    }
  }

  /// Whether a connection was cut.
  package var hasCut: Bool { left.value == nil }

  /// Closes all connections and stops listening.
  package func stop() { proxy.stop() }
}
