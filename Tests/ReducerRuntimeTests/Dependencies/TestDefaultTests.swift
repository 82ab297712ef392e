import FoundationEssentials
import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
struct TestDefaultTests {
  @Test(arguments: 1...3) func `a default keeps its state for one test`(_: Int) {
    @Dependency(NumbersClient.self) var numbers
    #expect(numbers.next() == 1)
    @Dependency(NumbersClient.self) var same
    #expect(same.next() == 2)
  }

  @Test(arguments: [1.0, 2, 3]) func `prepared dependencies hold for one test`(seconds: Double) {
    prepareDependencies { $0.date.now = Date(timeIntervalSince1970: seconds) }
    @Dependency(\.date.now) var now
    #expect(now.timeIntervalSince1970 == seconds)
  }

  @Test func `a dependency's value need not be Sendable`() {
    withDependencies {
      $0.player = Player(name: "Ada")
    } operation: {
      @Dependency(\.player) var player
      player.name += "!"
      #expect(player.name == "Ada!")
    }
  }

  @Test(.dependency(\.date.now, Date(timeIntervalSince1970: 7)))
  func `a trait sets a part of a dependency`() {
    @Dependency(\.date) var date
    #expect(date() == Date(timeIntervalSince1970: 7))
  }

  @Test func `dependencies escape an asynchronous operation`() async {
    await withDependencies {
      $0.uuid = .constant(UUID(7))
    } operation: {
      await withEscapedDependencies { dependencies in
        let task = Task.detached {
          dependencies.yield {
            @Dependency(\.uuid) var uuid
            return uuid()
          }
        }
        #expect(await task.value == UUID(7))
      }
    }
  }

  @Test func `the context is test`() {
    #expect(isTesting)
  }
}

/// A client whose default value counts its calls.
struct NumbersClient: TestDependencyKey {
  var next: @Sendable () -> Int

  static var testValue: NumbersClient {
    let last = LockIsolated(0)
    return NumbersClient {
      last.withValue {
        $0 += 1
        return $0
      }
    }
  }
}

private final class Player {
  var name: String
  init(name: String) { self.name = name }
}

extension DependencyValues {
  fileprivate var player: Player {
    get { self[PlayerKey.self].value }
    set { self[PlayerKey.self] = UncheckedSendable(newValue) }
  }

  private enum PlayerKey: TestDependencyKey {
    static var testValue: UncheckedSendable<Player> { UncheckedSendable(Player(name: "")) }
  }
}
