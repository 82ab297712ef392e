import Clients
import Models
import ReducerRuntime
import SharedFeatures
import TerminalUI

/// A page with the version of Ladder and its environment, which can be copied into a bug report.
@Reducer
public struct AppInfo {
  @ObservableState
  public struct State: Equatable, Sendable {
    /// The information on the page; `nil` until it is loaded.
    public internal(set) var information: SystemInformation?
    public internal(set) var isToastShown = false

    public init() {}
  }

  public enum Action: BoundedAction, Sendable {
    @CasePathable
    public enum View: Sendable {
      case copyButtonTapped
      case closeButtonTapped
    }

    @CasePathable
    public enum Command: Sendable {
      /// Load the information, or reload it after the window was resized.
      case load
    }

    @CasePathable
    public indirect enum Internal: Sendable {
      case informationResponse(SystemInformation)
      case toastExpired
    }

    case view(View)
    case command(Command)
    case delegate(Never)
    case _internal(Internal)
  }

  enum CancelID { case toast }

  /// The time for which the toast is shown.
  static let toastDuration = Duration.seconds(2)

  @Dependency(\.clipboard) var clipboard
  @Dependency(\.continuousClock) var clock
  @Dependency(\.dismiss) var dismiss
  @Dependency(\.systemInformation) var systemInformation

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .command(.load):
        return .run { send in await send(._internal(.informationResponse(systemInformation.read())))
        }

      case ._internal(.informationResponse(let information)):
        state.information = information
        return .none

      case .view(.copyButtonTapped):
        guard let report = state.information?.report else { return .none }
        state.isToastShown = true
        return .run { send in
          await clipboard.send(text: report)
          try await clock.sleep(for: Self.toastDuration)
          await send(._internal(.toastExpired))
        }
        .cancellable(id: CancelID.toast, cancelInFlight: true)

      case ._internal(.toastExpired):
        state.isToastShown = false
        return .none

      case .view(.closeButtonTapped):
        return .run { _ in await dismiss() }
      }
    }
  }
}

extension AppInfo {
  /// The keys of the page about Ladder.
  public static let keys = KeyMap<State, Action.View>([
    .init(["c"], "copy", .copyButtonTapped, when: { $0.information != nil }),
    .init([.escape, "i"], "back", .closeButtonTapped),
  ])
  .section("About Ladder").screen("about Ladder").map(Action.view)
}

// MARK: - View

/// A view of the page about Ladder, with a row for each item.
struct AppInfoView: RetainedView {
  let store: StoreOf<AppInfo>

  var body: some View {
    SizeReader { size in
      VStack {
        if size.height >= 12 {
          Text("About Ladder").style(.title)
          Divider()
        }
        if let information = store.information {
          ForEach(information.items) { item in
            HStack(spacing: 2) {
              Text(item.name).style(.dim).frame(width: 8)
              Text(item.value)
            }
          }
        } else {
          Text("Loading…").style(.dim)
        }
      }
      .expanded()
    }
    .readable()
    .overlay(.bottom) {
      if store.isToastShown { SentToTerminalLine().padding(1, 0).background(.selection) }
    }
  }
}
