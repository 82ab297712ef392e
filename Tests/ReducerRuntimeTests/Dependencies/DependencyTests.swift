import FoundationEssentials
import ReducerTestSupport
import SystemTestSupport
import Testing

@testable import ReducerRuntime

@MainActor
@Suite(.checksForLeaks) struct DependencyTests {
  struct Teller: Sendable {
    @Dependency(\.word) var word
  }

  @Test func `escaped dependencies apply to asynchronous work`() async {
    let escaped = withDependencies {
      $0.date.now = Date(timeIntervalSince1970: 60)
    } operation: {
      withEscapedDependencies { $0 }
    }
    let yielded = await Task.detached {
      await escaped.yield {
        await Task.yield()
        @Dependency(\.date.now) var now
        return now
      }
    }.value
    #expect(yielded == Date(timeIntervalSince1970: 60))
  }

  @Test func `the dependency at the point of access overrides the dependency at creation`() {
    let teller = withDependencies {
      $0.word = "made"
    } operation: {
      Teller()
    }
    #expect(teller.word == "made")
    withDependencies {
      $0.word = "read"
    } operation: {
      #expect(teller.word == "read")
    }
  }

  @Test func `tests use the test value`() {
    #expect(Teller().word == "test")
    withDependencies {
      $0.context = .live
    } operation: {
      #expect(Teller().word == "live")
    }
    withDependencies {
      $0.context = .preview
    } operation: {
      #expect(Teller().word == "live")
    }
  }

  @Test func `nested overrides are combined`() {
    withDependencies {
      $0.word = "outer"
    } operation: {
      withDependencies {
        $0.number = 1
      } operation: {
        @Dependency(\.number) var number
        #expect((Teller().word, number) == ("outer", 1))
      }
      #expect(Teller().word == "outer")
    }
  }

  @Test func `overrides apply to an asynchronous operation`() async {
    await withDependencies {
      $0.word = "async"
    } operation: {
      await Task.yield()
      MainActor.assertIsolated()
      #expect(Teller().word == "async")
      await Task { #expect(Teller().word == "async") }.value
    }
  }

  @Test func `escaped dependencies apply when they are used later`() async {
    let later = withDependencies {
      $0.word = "escaped"
    } operation: {
      withEscapedDependencies { escaped in { escaped.yield { Teller().word } } }
    }
    #expect(later() == "escaped")
    #expect(Teller().word == "test")
  }

  /// Returns a store that records the current value of a dependency for each action.
  func store(
    _ effect: @escaping @MainActor (String) -> Effect<String>
  ) -> (Store<[String], String>, EffectQueue) {
    let queue = EffectQueue()
    let store = Store<[String], String>(
      initialState: [],
      reducer: {
        Reduce { words, action in
          words.append("\(action): \(Teller().word)")
          return effect(action)
        }
      },
      withDependencies: { $0.word = "store" }, effectExecutor: queue)
    return (store, queue)
  }

  @Test func `a store's dependencies apply to its actions and effects`() {
    let (store, queue) = store { action in
      action == "start" ? .run { send in await send(Teller().word) } : .none
    }
    store.send("start")
    queue.drain()
    #expect(store.state == ["start: store", "store: store"])
  }

  @Test func `an effect's dependencies do not apply to the actions it sends`() {
    let (store, queue) = store { action in
      switch action {
      case "start":
        withDependencies {
          $0.word = "effect"
        } operation: {
          .run { send in await send(Teller().word) }
        }
      case "effect": .merge(.send("2"), .run { send in await send("3") })
      default: .none
      }
    }
    store.send("start")
    queue.drain()
    #expect(store.state == ["start: store", "effect: store", "2: store", "3: store"])
  }

  @Test func `a task that a reducer starts has the store's dependencies`() async {
    let words = LockIsolated<[String]>([])
    let tasks = LockIsolated<[Task<Void, Never>]>([])
    let store = Store<Int, Int>(initialState: 0) {
      Reduce { _, _ in
        let plain = Task {
          @Dependency(\.word) var word
          words.withValue { [word] in $0.append(word) }
        }
        let urgent = Task(priority: .high) {
          @Dependency(\.word) var word
          words.withValue { [word] in $0.append(word) }
        }
        tasks.setValue([plain, urgent])
        return .none
      }
    } withDependencies: {
      $0.word = "store"
    }
    store.send(1)
    for task in tasks.value { await task.value }
    #expect(words.value == ["store", "store"])
  }

  @Test func `an update of the dependencies may be asynchronous`() async {
    let teller = await withDependencies {
      await Task.yield()
      $0.word = "async"
    } operation: {
      await Task.yield()
      return Teller()
    }
    #expect(teller.word == "async")
    let child = await withDependencies(from: teller) {
      await Task.yield()
      $0.number = 3
    } operation: {
      await Task.yield()
      return Teller()
    }
    #expect(child.word == "async")
  }

  @Test func `an object without dependency properties has those it was made with`() {
    final class Parent {
      func child() -> Teller { withDependencies(from: self) { Teller() } }
    }
    let parent = withDependencies {
      $0.word = "made"
    } operation: {
      Parent()
    }
    #expect(parent.child().word == "made")
    withExpectedIssue { _ = Parent().child() }
  }

  @Test func `a reducer created in a store has the store's dependencies`() {
    let store = Store(initialState: [String]()) {
      MadeInside()
    } withDependencies: {
      $0.word = "store"
    }
    store.send("a")
    #expect(store.state == ["store"])
  }

  struct MadeInside: Reducer {
    let teller = Teller()
    func reduce(into state: inout [String], action: String) -> Effect<String> {
      state.append(teller.word)
      return .none
    }
  }

  @Test func `unset clocks, dates and ids are reported`() async {
    let reported = await issues {
      @Dependency(\.date.now) var now
      @Dependency(\.uuid) var uuid
      @Dependency(\.continuousClock) var clock
      _ = (now, uuid(), clock.uptime)
    }
    #expect(reported.count >= 2)
  }

  @Test func `incrementing identifiers count up`() {
    let uuid = UUIDGenerator.incrementing
    #expect(uuid() == UUID(0))
    #expect(uuid().uuidString == "00000000-0000-0000-0000-000000000001")
    #expect(UUID(255).uuidString == "00000000-0000-0000-0000-0000000000FF")
    #expect(UUID(-1).uuidString == "00000000-0000-0001-0000-000000000001")
    #expect(UUID(.min).uuidString == "00000000-0000-0001-8000-000000000000")
  }

  @Test func `a constant date stays the same`() {
    let moment = Date(timeIntervalSince1970: 7)
    withDependencies {
      $0.date.now = moment
    } operation: {
      @Dependency(\.date) var date
      #expect(date() == moment)
      #expect(date.now == moment)
    }
  }
}

extension DependencyValues {
  fileprivate var word: String {
    get { self[Word.self] }
    set { self[Word.self] = newValue }
  }
  fileprivate var number: Int {
    get { self[Number.self] }
    set { self[Number.self] = newValue }
  }
}

private enum Word: DependencyKey {
  static let liveValue = "live"
  static let testValue = "test"
}

private enum Number: DependencyKey {
  static let liveValue = 0
  static let testValue = 0
}

/// Tests of the compiler's diagnostics for misused dependencies.
@Suite(.checksForLeaks)
struct DependencyDiagnosticTests {
  @Test func `a dependency that does not exist is reported by a single error`() async {
    for type in ["", ": Int"] {
      let errors = await Compiler.errors(
        in: """
          import ReducerRuntime
          struct Feature {
            @Dependency(\\.analytics) var analytics\(type)
          }
          """)
      #expect(errors.count == 1)
      #expect(errors[0].contains("'DependencyValues' has no member of this name"))
    }
  }

  @Test func `a dependency is read by its key path or its key`() async {
    let errors = await Compiler.errors(
      in: """
        import ReducerRuntime
        struct Client: Sendable, TestDependencyKey { static let testValue = Client() }
        struct Feature {
          @Dependency(\\.uuid) var uuid
          @Dependency(\\.date.now) var now
          @Dependency(Client.self) var client
        }
        """)
    #expect(errors == [])
  }
}
