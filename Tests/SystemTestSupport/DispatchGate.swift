import Dispatch

/// A gate that threads wait at until it is opened.
package final class DispatchGate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  package init() {}

  package func wait() {
    semaphore.wait()
    // Lets the next thread pass too.
    semaphore.signal()
  }

  package func open() { semaphore.signal() }
}
