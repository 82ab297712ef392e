import ReducerRuntime
import ReducerTestSupport
import Testing

/// Tests of seed article 000: features as namespaces with custom protocols, for an about screen.
@Suite(.checksForLeaks)
@MainActor
struct FeatureNamespacesTests {
  private let clock = TestClock()
  private let events = LockIsolated<[Analytics.Record]>([])
  private let pasteboard = LockIsolated<[String]>([])

  private func appInfo() -> TestStoreOf<AppInfoFeature.Reducer> {
    TestStore(initialState: AppInfoFeature.State()) {
      AppInfoFeature.Reducer()
    } withDependencies: { [events, pasteboard] in
      $0.continuousClock = clock
      $0[Analytics.self].record = { record in events.withValue { $0.append(record) } }
      $0[Pasteboard.self].copy = { text in pasteboard.withValue { $0.append(text) } }
    }
  }

  @Test func `only actions with an event are recorded`() async {
    let store = appInfo()
    await store.send(.onAppear)
    await store.send(.selectedAppIconChanged(.dark)) { $0.selectedAppIcon = .dark }
    await store.send(.onDisappear)
    #expect(
      events.value == [
        Analytics.Record(id: "AppInfo.onAppear"), Analytics.Record(id: "AppInfo.onDisappear"),
      ])
  }

  @Test func `the toast disappears after two seconds`() async {
    let store = appInfo()
    await store.send(.copyEnvironmentInfoPressed) { $0.showEnvInfoCopiedToClipboard = true }
    #expect(pasteboard.value == ["Ladder 1.0"])
    await clock.advance(by: .milliseconds(1_999))
    await clock.advance(by: .milliseconds(1))
    await store.receive(.binding(.set(\.showEnvInfoCopiedToClipboard, false))) {
      $0.showEnvInfoCopiedToClipboard = false
    }
  }

  @Test func `copying again restarts the toast's timer`() async {
    let store = appInfo()
    await store.send(.copyEnvironmentInfoPressed) { $0.showEnvInfoCopiedToClipboard = true }
    await clock.advance(by: .milliseconds(1_500))
    await store.send(.copyEnvironmentInfoPressed)
    await clock.advance(by: .milliseconds(1_500))
    await clock.advance(by: .milliseconds(500))
    await store.receive(\.binding.showEnvInfoCopiedToClipboard) {
      $0.showEnvInfoCopiedToClipboard = false
    }
  }

  @Test func `a binding sets a property without a separate action`() async {
    let store = appInfo()
    await store.send(.binding(.set(\.showEnvInfoCopiedToClipboard, true))) {
      $0.showEnvInfoCopiedToClipboard = true
    }
  }

  @Test func `an error is shown on a sheet, and its code is recorded`() async {
    let store = appInfo()
    await store.send(.errorOccurred(.diskFull)) {
      $0.childErrorHandling = ErrorHandlingFeature.State(message: "The disk is full.")
    }
    #expect(
      events.value == [
        Analytics.Record(id: "AppInfo.errorOccurred", attributes: ["errorCode": "1"])
      ])
    await store.send(.childErrorHandling(.presented(.detailsPressed))) {
      $0.childErrorHandling?.showsDetails = true
    }
    await store.send(.childErrorHandling(.presented(.closePressed)))
    await store.receive(\.childErrorHandling.dismiss) { $0.childErrorHandling = nil }
  }

  @Test func `the feature's view shows the feature's store`() {
    let store: FeatureStore<AppInfoFeature> = Store(initialState: AppInfoFeature.State()) {
      AppInfoFeature.Reducer()
    } withDependencies: {
      $0[Analytics.self].record = { _ in }
    }
    let view = AppInfoFeature.View(store: store)
    #expect(view.body == "light")
    store.send(.selectedAppIconChanged(.dark))
    #expect(view.body == "dark")
  }
}

// MARK: - Feature protocols

protocol Feature {
  associatedtype State: FeatureState
  associatedtype Action: FeatureAction
  associatedtype Event: FeatureEvent
  associatedtype Error: FeatureError
  associatedtype Reducer: FeatureReducer
  associatedtype View: FeatureView
}

protocol FeatureState: Equatable {
  var childErrorHandling: ErrorHandlingFeature.State? { get set }
}

protocol FeatureAction: Equatable {
  associatedtype ErrorType: FeatureError

  static func errorOccurred(_ error: ErrorType) -> Self
  static func childErrorHandling(
    _ action: PresentationAction<ErrorHandlingFeature.Action>
  ) -> Self
}

protocol FeatureEvent: AnalyticsEvent {}

protocol FeatureError: HelpfulError {}

protocol FeatureReducer: Reducer {
  init()
}

protocol FeatureView: View {
  associatedtype Action: FeatureAction
}

typealias FeatureStore<F: Feature> = Store<F.State, F.Action>

/// A stand-in for a view.
@MainActor
protocol View {
  associatedtype Body
  var body: Body { get }
}

protocol HelpfulError: Error, Equatable, Sendable {
  var errorCode: Int { get }
  var sentence: String { get }
}

// MARK: - Analytics

protocol AnalyticsEvent: Identifiable where ID == String {
  var idComponents: [String] { get }
}

extension AnalyticsEvent {
  var id: String { idComponents.joined(separator: ".") }
}

@DependencyClient
struct Analytics: Sendable, TestDependencyKey {
  struct Record: Equatable, Sendable {
    var id: String
    var attributes: [String: String] = [:]
  }

  struct AttributedEvent<Event: AnalyticsEvent> {
    var event: Event
    var attributes: [String: String] = [:]

    var record: Record { Record(id: event.id, attributes: attributes) }
  }

  var record: @Sendable (_ record: Record) -> Void

  static let testValue = Analytics()
}

/// A reducer that records an event for each action that has one.
struct AnalyticsEventRecorder<State, Action, Event: AnalyticsEvent>: Reducer {
  let toAttributedEvent: @MainActor (State, Action) -> Analytics.AttributedEvent<Event>?

  @Dependency(Analytics.self) var analytics

  init(
    event toAttributedEvent:
      @escaping @MainActor (State, Action) -> Analytics.AttributedEvent<
        Event
      >?
  ) {
    self.toAttributedEvent = toAttributedEvent
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if let event = toAttributedEvent(state, action) { analytics.record(record: event.record) }
      return .none
    }
  }
}

typealias AnalyticsEventRecorderOf<F: Feature> =
  AnalyticsEventRecorder<F.State, F.Action, F.Event>

// MARK: - The about screen

enum AppInfoFeature: Feature {
  enum AppIcon: String { case light, dark }

  @ObservableState
  struct State: FeatureState {
    var showEnvInfoCopiedToClipboard = false
    var selectedAppIcon = AppIcon.light

    @Presents var childErrorHandling: ErrorHandlingFeature.State?
  }

  @CasePathable
  enum Action: FeatureAction, BindableAction {
    case onAppear
    case onDisappear
    case selectedAppIconChanged(AppIcon)
    case copyEnvironmentInfoPressed

    case binding(BindingAction<State>)

    case errorOccurred(Error)
    case childErrorHandling(PresentationAction<ErrorHandlingFeature.Action>)
  }

  enum Event: String, FeatureEvent {
    case onAppear, onDisappear, copyEnvironmentInfoPressed, errorOccurred

    var idComponents: [String] { ["AppInfo", rawValue] }
  }

  enum Error: Int, FeatureError {
    case diskFull = 1

    var errorCode: Int { rawValue }
    var sentence: String { "The disk is full." }
  }

  struct Reducer: FeatureReducer {
    @Dependency(\.continuousClock) var clock
    @Dependency(Pasteboard.self) var pasteboard
  }

  struct View: FeatureView {
    typealias Action = AppInfoFeature.Action

    let store: FeatureStore<AppInfoFeature>

    var body: String { store.selectedAppIcon.rawValue }
  }
}

// The long parts of a feature may be in extensions.
extension AppInfoFeature.Reducer: Reducer {
  typealias State = AppInfoFeature.State
  typealias Action = AppInfoFeature.Action

  private enum CancelID { case showEnvInfoCopied }

  var body: some ReducerOf<Self> {
    AnalyticsEventRecorderOf<AppInfoFeature> { state, action in
      switch action {
      case .onAppear:
        return .init(event: .onAppear)
      case .onDisappear:
        return .init(event: .onDisappear)
      case .copyEnvironmentInfoPressed:
        return .init(event: .copyEnvironmentInfoPressed)
      case .errorOccurred(let error):
        return .init(event: .errorOccurred, attributes: ["errorCode": "\(error.errorCode)"])
      case .binding, .childErrorHandling, .selectedAppIconChanged:
        return nil
      }
    }

    BindingReducer()

    Reduce<State, Action> { state, action in
      switch action {
      case .onAppear, .onDisappear, .binding:
        return .none
      case .selectedAppIconChanged(let icon):
        state.selectedAppIcon = icon
        return .none
      case .copyEnvironmentInfoPressed:
        return copyEnvironmentInfoPressed(state: &state)
      case .errorOccurred(let error):
        state.childErrorHandling = ErrorHandlingFeature.State(message: error.sentence)
        return .none
      case .childErrorHandling:
        return .none
      }
    }
    .ifLet(\.$childErrorHandling, action: \.childErrorHandling) { ErrorHandlingFeature() }
  }

  private func copyEnvironmentInfoPressed(state: inout State) -> Effect<Action> {
    pasteboard.copy(text: "Ladder 1.0")
    state.showEnvInfoCopiedToClipboard = true
    return .run { send in
      try await clock.sleep(for: .seconds(2))
      try Task.checkCancellation()
      await send(.set(\.showEnvInfoCopiedToClipboard, false))
    }
    .cancellable(id: CancelID.showEnvInfoCopied, cancelInFlight: true)
  }
}

@DependencyClient
struct Pasteboard: Sendable, TestDependencyKey {
  var copy: @Sendable (_ text: String) -> Void

  static let testValue = Pasteboard()
}

/// A sheet that explains an error and dismisses itself.
@Reducer
struct ErrorHandlingFeature {
  @ObservableState
  struct State: Equatable {
    var message: String
    var showsDetails = false
  }

  enum Action: Equatable { case detailsPressed, closePressed }

  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .detailsPressed:
        state.showsDetails = true
        return .none
      case .closePressed:
        return .run { _ in await dismiss() }
      }
    }
  }
}
