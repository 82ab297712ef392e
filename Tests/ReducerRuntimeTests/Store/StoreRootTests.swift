import ReducerRuntime
import ReducerTestSupport
import Testing

/// State is read and changed in place, so a store stops a program that does both at the same time.
@MainActor
@Suite(.checksForLeaks) struct StoreRootTests {
  @Test func `a property of the state must not send an action`() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await MainActor.run {
        Listener.store = Store(initialState: Meddler.State()) { Meddler() }
        Listener.onRead = { Listener.store?.send(.replace) }
        _ = Listener.store?.sum
      }
    }
    #expect(
      try #require(result).message.contains("An action was sent while a store was reading"))
  }

  @Test func `hashing a row's identifier must not send an action`() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await MainActor.run {
        let store = Store(initialState: Meddler.State(rows: [Meddler.Row(id: RowID(number: 1))])) {
          Meddler()
        }
        let row = store.scope(state: \.rows, action: \.rows)[0]
        Listener.onHash = { store.send(.replace) }
        _ = row.count
      }
    }
    #expect(
      try #require(result).message.contains("An action was sent while a store was reading"))
  }

  @Test func `a property of the state can send to another store`() {
    let other = Store(initialState: Meddler.State()) { Meddler() }
    let store = Store(initialState: Meddler.State(values: [1, 2])) { Meddler() }
    Listener.onRead = { other.send(.replace) }
    defer { Listener.onRead = nil }
    #expect(store.sum == 3)
    #expect(other.values == [4, 5, 6])
  }

  @Test func `an action sent by a getter during a reduction is reduced afterwards`() async {
    let store = Store(initialState: Meddler.State(values: [1, 2])) { Meddler() }
    Listener.onRead = { [weak store] in
      Listener.onRead = nil
      store?.send(.replace)
    }
    store.send(.sum)
    #expect(store.lastSum == 3)
    #expect(store.values == [4, 5, 6])
  }

  @Test func `an object that a reducer releases must not read the store`() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await MainActor.run {
        let store = Store(initialState: Meddler.State()) { Meddler() }
        store.send(.own(Owned { _ = store.values }))
        store.send(.own(nil))
      }
    }
    #expect(try #require(result).message.contains("the deinitializer of an object"))
  }
}

extension ExitTest.Result {
  fileprivate var message: String { String(decoding: standardErrorContent, as: UTF8.self) }
}

/// Closures that run while a store is reading its state.
@MainActor
private enum Listener {
  static var store: StoreOf<Meddler>?
  static var onRead: (() -> Void)?
  // Safe: set and called on the main actor only, where stores hash identifiers.
  nonisolated(unsafe) static var onHash: (@MainActor () -> Void)?
}

/// An object that runs a closure when it is released.
@MainActor
private final class Owned {
  private let onRelease: () -> Void
  init(_ onRelease: @escaping () -> Void) { self.onRelease = onRelease }
  isolated deinit { onRelease() }
}

private struct RowID: Hashable, Sendable {
  var number: Int

  func hash(into hasher: inout Hasher) {
    hasher.combine(number)
    if let onHash = Listener.onHash { MainActor.assumeIsolated { onHash() } }
  }
}

@Reducer
private struct Meddler {
  @ObservableState
  struct State {
    var values = [1]
    var rows: IdentifiedArrayOf<Row> = []
    var owned: Owned?
    var lastSum = 0

    @MainActor var sum: Int {
      Listener.onRead?()
      return values.reduce(0, +)
    }
  }

  struct Row: Identifiable {
    var id: RowID
    var count = 0
  }

  enum Action {
    case replace
    case sum
    case own(Owned?)
    case rows(IdentifiedAction<RowID, Never>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .replace:
        state.values = [4, 5, 6]
        state.rows = []
      case .sum: state.lastSum = state.sum
      case .own(let owned): state.owned = owned
      case .rows: break
      }
      return .none
    }
  }
}
