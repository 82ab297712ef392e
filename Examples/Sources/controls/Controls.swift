import ReducerRuntime
import TerminalUI

/// A feature that shows each control of `TerminalUI`, with its keys.
@Reducer
struct Controls {
  @ObservableState
  struct State: Equatable {
    var sample = Sample.allCases[0]
    /// Whether the keys go to the control instead of the list of controls.
    var isTrying = false
    @Presents var alert: AlertState<Action.Alert>?
    // The values that the controls show.
    let fruits = ["Apples", "Bananas", "Cherries", "Dates"]
    var row = 1
    var tab = 0
    var tenths = 4
    var field = TextField("Apples")

    /// The part of a bar, from 0 to 1.
    var share: Double { Double(tenths) / 10 }
  }

  enum Action {
    case alert(PresentationAction<Alert>)
    case backKeyPressed
    case barKeyPressed(Int)
    case edited(TextEdit)
    case rowKeyPressed(Int)
    case sampleKeyPressed(Int)
    case tabKeyPressed(Int)
    case tryKeyPressed

    @CasePathable
    enum Alert { case deletionConfirmed }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .alert:
        break
      case .backKeyPressed:
        state.isTrying = false
      case .barKeyPressed(let change):
        state.tenths = min(max(0, state.tenths + change), 10)
      case .edited(let edit):
        state.field.edit(edit)
      case .rowKeyPressed(let offset):
        state.row = state.row.moved(by: offset, in: state.fruits.count)
      case .sampleKeyPressed(let offset):
        let index = (Sample.allCases.firstIndex(of: state.sample) ?? 0)
          .moved(by: offset, in: Sample.allCases.count)
        state.sample = Sample.allCases[index]
      case .tabKeyPressed(let tab):
        state.tab = tab
      case .tryKeyPressed:
        if state.sample == .alert { state.alert = .delete } else { state.isTrying = true }
      }
      return .none
    }
    .ifLet(\.$alert, action: \.alert)
  }
}

extension AlertState<Controls.Action.Alert> {
  static let delete = AlertState {
    TextState("Delete?")
  } actions: {
    ButtonState(role: .destructive, action: .deletionConfirmed) { TextState("Delete") }
    ButtonState(role: .cancel) { TextState("Keep") }
  }
}

// MARK: - Keys

extension Controls {
  static let keys =
    (Sample.allCases.reduce(KeyMap<State, Action>()) { keys, sample in
      keys + sample.keys.when { $0.isTrying && $0.sample == sample }
    }
    + [
      .init([.escape], "back", .backKeyPressed, when: \.isTrying),
      .init(
        [.enter], "try", .tryKeyPressed,
        when: { !$0.isTrying && !$0.sample.keys.rows(in: $0).isEmpty }),
    ]
    + .listNavigation { .sampleKeyPressed($0) }.when { !$0.isTrying })
    .alert(state: \.alert, action: \.alert)
}

extension Sample {
  /// The keys of the control.
  var keys: KeyMap<Controls.State, Controls.Action> {
    switch self {
    case .alert:
      KeyMap().alert(state: { _ in .delete }, action: \.alert)
    case .list, .table, .splitView, .help:
      .listNavigation { .rowKeyPressed($0) }
    case .tabBar:
      [
        .init(["1"], "Day", .tabKeyPressed(0)), .init(["2"], "Week", .tabKeyPressed(1)),
        .init(["3"], "Month", .tabKeyPressed(2)),
      ]
    case .textField:
      .textEditing("text", { .edited($0) }, in: \.field)
    case .progressBar, .shareBar:
      [.init([.left], "less", .barKeyPressed(-1)), .init([.right], "more", .barKeyPressed(1))]
    default: []
    }
  }
}
