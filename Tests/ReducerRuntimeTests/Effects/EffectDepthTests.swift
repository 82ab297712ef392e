import ReducerTestSupport
import Testing

@testable import ReducerRuntime

/// Tests that the cost of an effect grows in proportion to the depth of its feature, not faster. They count the operations
/// whose number would grow faster.
@MainActor
@Suite(.checksForLeaks) struct EffectDepthTests {
  @Test func `each level embeds an action of a presented child once`() {
    let counts = [10, 20, 30].map { depth in
      let start = (0..<depth).reduce(Nested.Action.start) { action, _ in .child(.presented(action))
      }
      return count(start) {
        (0..<depth).reduce(Nested.State()) { child, _ in
          Nested.State(child: PresentationState(wrappedValue: child))
        }
      }
    }
    #expect(counts.map(\.embeddings) == [60, 120, 180])
    #expect(counts.map(\.steps) == [6, 6, 6])
  }

  @Test func `each level hashes the identifiers of a row's effect equally often`() {
    let counts = [10, 20, 30].map { depth in
      let start = (0..<depth).reduce(Nested.Action.start) { action, _ in
        .rows(.element(id: CountedID(), action: action))
      }
      return count(start) {
        (0..<depth).reduce(Nested.State()) { row, _ in Nested.State(rows: [row]) }
      }
    }
    let hashes = counts.map(\.hashes)
    #expect(hashes[2] - hashes[1] == hashes[1] - hashes[0], "\(hashes)")
    #expect(counts.map(\.steps) == [6, 6, 6])
  }

  /// Sends `action` to a store with the state `state`, runs its effects and returns the number of operations.
  private func count(_ action: Nested.Action, in state: () -> Nested.State) -> Counts {
    let queue = EffectQueue()
    let store = Store<Nested.State, Nested.Action>(
      initialState: state(), reducer: { Nested() }, withDependencies: { _ in },
      effectExecutor: queue)
    let counts = LockIsolated(Counts())
    Counts.$current.withValue(counts) {
      store.send(action)
      queue.drain()
    }
    #expect(store.isIdle)
    return counts.value
  }
}

private struct Counts {
  @TaskLocal static var current: LockIsolated<Counts>?

  var embeddings = 0
  var hashes = 0
  var steps = 0

  static func add(_ path: any WritableKeyPath<Counts, Int> & Sendable) {
    current?.withValue { $0[keyPath: path] += 1 }
  }
}

/// An identifier that counts how often it is hashed.
private struct CountedID: Hashable {
  func hash(into hasher: inout Hasher) { Counts.add(\.hashes) }
}

/// A feature that presents itself, and contains itself as a row. Its effects send six actions.
private struct Nested: Reducer {
  struct State: Identifiable {
    var id = CountedID()
    var child = PresentationState<State>(wrappedValue: nil)
    var rows: IdentifiedArrayOf<State> = []
  }

  indirect enum Action: CasePathable, Sendable {
    case start
    case step
    case child(PresentationAction<Action>)
    case rows(IdentifiedAction<CountedID, Action>)

    struct AllCasePaths {
      var child: AnyCasePath<Action, PresentationAction<Action>> {
        AnyCasePath {
          Counts.add(\.embeddings)
          return .child($0)
        } extract: {
          if case .child(let action) = $0 { action } else { nil }
        }
      }

      var rows: AnyCasePath<Action, IdentifiedAction<CountedID, Action>> {
        AnyCasePath {
          .rows($0)
        } extract: {
          if case .rows(let action) = $0 { action } else { nil }
        }
      }
    }

    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some Reducer<State, Action> {
    Reduce { _, action in
      switch action {
      case .start:
        return .merge(
          .send(.step),
          .run { send in
            for _ in 0..<5 { await send(.step) }
          }
          .cancellable(id: CountedID(), cancelInFlight: true))
      case .step:
        Counts.add(\.steps)
      case .child, .rows:
        break
      }
      return .none
    }
    .ifLet(\.child, action: \.child) { Nested() }
    .forEach(\.rows, action: \.rows) { Nested() }
  }
}
