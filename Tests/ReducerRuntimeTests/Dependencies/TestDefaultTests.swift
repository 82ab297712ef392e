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

  @Test func `fresh dependencies have fresh defaults`() {
    @Dependency(NumbersClient.self) var numbers
    #expect(numbers.next() == 1)
    withDependencies {
      $0 = .test
    } operation: {
      @Dependency(NumbersClient.self) var fresh
      #expect(fresh.next() == 1)
      #expect(numbers.next() == 2)
    }
  }

  @Test func `a default is made with the dependencies that its model captured`() {
    struct Model {
      @Dependency(Greeting.self) var greeting
    }
    let model = withDependencies {
      $0.date.now = Date(timeIntervalSince1970: 7)
    } operation: {
      Model()
    }
    #expect(model.greeting.time == Date(timeIntervalSince1970: 7))
  }

  @Test func `a default is made once, also by many threads`() async {
    let count = LockIsolated(0)
    await Greeting.$count.withValue(count) {
      await withDependencies {
        $0 = .test
        $0.date.now = .distantPast
      } operation: {
        await withTaskGroup { group in
          for _ in 1...100 {
            group.addTask {
              @Dependency(Greeting.self) var greeting
              _ = greeting
            }
          }
        }
      }
    }
    #expect(count.value == 1)
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

/// A value whose default reads another dependency.
private struct Greeting: TestDependencyKey {
  var time: Date

  /// The number of defaults that were created.
  @TaskLocal static var count: LockIsolated<Int>?

  static var testValue: Greeting {
    count?.withValue { $0 += 1 }
    @Dependency(\.date.now) var now
    return Greeting(time: now)
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
