import ReducerRuntime

/// A feature without children.
@Reducer
struct TreeLeaf {
  @ObservableState
  struct State: Equatable, Identifiable {
    let id: Int
    var content: TreeContent

    init(_ number: Int) {
      id = number % TreeNode.idCount
      content = TreeContent(number)
    }

    mutating func apply(_ change: Change) {
      switch change {
      case .replaceContent(let number): content = TreeContent(number)
      case .append: content.append()
      case .reset(let number): self = Self(TreeNode.number(number, withID: id))
      }
    }

    var isConsistent: Bool { content.isConsistent }
  }

  enum Change {
    case replaceContent(Int)
    case append
    case reset(Int)
  }

  enum Action {
    case change(Change)
    case start
    case stop
    case ticked
  }

  enum CancelID { case ticks }
  @Dependency(\.treeSignals) var signals

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .change(let change): state.apply(change)
      case .start:
        return .run { [signal = signals.make(), token = state.content.token] send in
          for await _ in signal.stream {
            if token.number >= 0 { await send(.ticked) }
          }
        }
        .cancellable(id: CancelID.ticks)
      case .stop: return .cancel(id: CancelID.ticks)
      case .ticked:
        // Written in place, and equal afterwards: the model does not know which effects are active.
        state.content.numbers.append(0)
        state.content.numbers.removeLast()
      }
      return .none
    }
  }
}

/// The signals of all effects that leaves started.
final class TreeSignals: DependencyKey, Sendable {
  private let signals = LockIsolated<[Signal]>([])

  static let liveValue = TreeSignals()
  static var testValue: TreeSignals { TreeSignals() }

  func make() -> Signal {
    let signal = Signal()
    signals.withValue { $0.append(signal) }
    return signal
  }

  func fireAll() { signals.withValue { $0.forEach { $0.fire() } } }
}

extension DependencyValues {
  var treeSignals: TreeSignals {
    get { self[TreeSignals.self] }
    set { self[TreeSignals.self] = newValue }
  }
}
