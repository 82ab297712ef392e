import Clients
import Models
import ReducerRuntime
import Synchronization
import Testing

@Suite(.checksForLeaks)
@MainActor
struct WithoutScoreTests {
  @Test func `an unscored set is kept if discarding it fails, and a retry discards it`() async {
    let isLocked = Mutex(true)
    let app = VirtualApp {
      let delete = $0.workouts.delete
      $0.workouts.delete = { id in
        if isLocked.withLock({ $0 }) { throw SampleError() }
        return try await delete(id)
      }
    }
    app.press(.enter, "s", "s")
    await app.advance(by: .seconds(3))
    app.press("s", .delete)
    #expect(app.shows("The workout is in your history."))
    #expect(app.memory.storage.withLock { $0.finished.count } == 1)
    isLocked.withLock { $0 = false }
    app.press("r")
    #expect(app.shows("Scored by"))
    #expect(app.memory.storage.withLock { $0.finished.isEmpty })
  }

  @Test func `an unscored set is discarded once, however often the key is pressed`() async {
    let count = Mutex(0)
    let app = VirtualApp {
      $0.workouts.delete = { _ in
        count.withLock { $0 += 1 }
        return try await Task.never()
      }
    }
    app.press(.enter, "s", "s")
    await app.advance(by: .seconds(3))
    app.press("s", .delete, .delete)
    #expect(count.withLock { $0 } == 1)
  }

  @Test func `the discard key doesn't delete a saved set with reps`() async {
    let app = VirtualApp()
    app.press(.enter, "s", "s", .space, "s", .delete)
    #expect(app.shows("Saved") && !app.shows("discard"))
    #expect(app.memory.storage.withLock { $0.finished.count } == 1)
  }

  @Test func `ending a hold in its first seconds asks for confirmation in floor mode too`() async {
    let app = VirtualApp(catalogue: .standard)
    app.press("/", "p", "l", "a", "n", "k", .enter, "s", "s", "f")
    await app.advance(by: .seconds(1))
    app.press("x")
    #expect(app.shows("End this hold now?"))
    app.press(.escape)
    await app.advance(by: .milliseconds(5250))
    app.press(.function(7))
    #expect(app.memory.storage.withLock { $0.finished.map(\.duration) } == [.milliseconds(6250)])
    app.press("x", .space, .enter)
    #expect(app.memory.storage.withLock { $0.finished.count } == 1)
  }
}
