import Foundation
import ReducerTestSupport
import Testing

@testable import ReducerRuntime

@Suite(.checksForLeaks)
struct SharedScopeTests {
  @Test func `finding the test's scope needs the same stack each time`() async {
    await #expect(processExitsWith: .success) {
      installTestScopes { "test" }
      await withCheckedContinuation { done in
        let thread = Thread {
          for _ in 1...20_000 { _ = SharedScope.current }
          done.resume()
        }
        thread.stackSize = 256 << 10
        thread.start()
      }
    }
  }
}
