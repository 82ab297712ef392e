import FoundationEssentials
import ReducerRuntime
import ReducerTestSupport
import Testing

/// Examples of dependencies: defaults for each context, overrides for a part of the app, and propagation.
@Suite(.checksForLeaks)
@MainActor
struct DependencyExamples {
  @Test func `a greeting depends on the current date`() async {
    let store = TestStore(initialState: Greeting.State()) {
      Greeting()
    } withDependencies: {
      $0.date.now = Date(timeIntervalSince1970: 6 * 3_600)
      $0.calendar = Calendar(identifier: .gregorian)
      $0.timeZone = TimeZone(secondsFromGMT: 9 * 3_600) ?? .gmt
      $0.coach.name = { "Ada" }
    }
    await store.send(.onAppear) { $0.text = "Good afternoon from Ada" }
  }

  @Test func `a dependency is overridden for one part of the app`() async {
    let store = TestStore(initialState: Greeting.State()) {
      Greeting().transformDependency(\.coach) { coach in
        let name = coach.name
        coach.name = { name().uppercased() }
      }
    } withDependencies: {
      $0.date.now = Date(timeIntervalSince1970: 6 * 3_600)
      $0.calendar = Calendar(identifier: .gregorian)
      $0.timeZone = .gmt
      $0.coach.name = { "Ada" }
    }
    await store.send(.onAppear) { $0.text = "Good morning from ADA" }
  }

  @Test func `each context has its own default value`() {
    #expect(DependencyValues.live.coach.name() == "Grace")
    #expect(DependencyValues.preview.coach.name() == "a coach")
    let context: DependencyContext = DependencyValues.test.context
    #expect(context == .test)
    #expect(isTesting)
  }

  @Test func `dependencies are propagated into an escaping closure`() async {
    let announce: @Sendable () -> String = withDependencies {
      $0.coach.name = { "Ada" }
    } operation: {
      withEscapedDependencies { (dependencies: DependencyValues.Continuation) in
        {
          dependencies.yield {
            @Dependency(\.coach) var coach
            return "Go, says \(coach.name())"
          }
        }
      }
    }
    #expect(await Task.detached { announce() }.value == "Go, says Ada")
  }

  @Test func `a model passes its dependencies to a model that it creates`() {
    let session = withDependencies {
      $0.coach.name = { "Ada" }
    } operation: {
      Session()
    }
    #expect(session.makeSet().coach.name() == "Ada")
  }

  @Test func `a weight is formatted for the current locale`() {
    withDependencies {
      $0.locale = Locale(identifier: "en_US")
    } operation: {
      #expect(WeightLabel(kilograms: 20).text == "44 lb")
    }
    withDependencies {
      $0.locale = Locale(identifier: "de_DE")
    } operation: {
      #expect(WeightLabel(kilograms: 20).text == "20 kg")
    }
  }

  @Test func `a program prepares its dependencies before they are used`() {
    prepareDependencies { $0.coach.name = { "Linus" } }
    @Dependency(\.coach) var coach
    #expect(coach.name() == "Linus")
  }

  @Test(.dependency(\.uuid, .incrementing))
  func `each workout gets the next identifier`() {
    @Dependency(\.uuid) var uuid
    #expect([uuid(), uuid()] == [UUID(0), UUID(1)])
  }

  @Test func `a workout is chosen at random`() {
    withDependencies {
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(AlwaysFirst())
    } operation: {
      @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
      let exercise = withRandomNumberGenerator { generator in
        ["Push-ups", "Squats"].randomElement(using: &generator)
      }
      #expect(exercise == "Push-ups")
    }
  }
}

/// A model outside the reducers.
private struct Session {
  @Dependency(\.coach) var coach

  func makeSet() -> ExerciseSet { withDependencies(from: self) { ExerciseSet() } }
}

private struct ExerciseSet {
  @Dependency(\.coach) var coach
}

private struct WeightLabel {
  @Dependency(\.locale) var locale
  var kilograms: Int

  init(kilograms: Int) {
    self.kilograms = kilograms
  }

  var text: String {
    locale.identifier == "en_US" ? "\(kilograms * 22 / 10) lb" : "\(kilograms) kg"
  }
}

private struct AlwaysFirst: RandomNumberGenerator {
  func next() -> UInt64 { 0 }
}

private struct CoachClient: Sendable, DependencyKey {
  var name: @Sendable () -> String

  static let liveValue = CoachClient { "Grace" }
  static let previewValue = CoachClient { "a coach" }
  static let testValue = CoachClient(name: unimplemented("CoachClient.name", placeholder: ""))
}

extension DependencyValues {
  fileprivate var coach: CoachClient {
    get { self[CoachClient.self] }
    set { self[CoachClient.self] = newValue }
  }
}

@Reducer
private struct Greeting {
  @ObservableState
  struct State: Equatable { var text = "" }

  enum Action { case onAppear }

  @Dependency(\.calendar) var calendar
  @Dependency(\.coach) var coach
  @Dependency(\.date.now) var now
  @Dependency(\.timeZone) var timeZone

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .onAppear:
        var calendar = calendar
        calendar.timeZone = timeZone
        let isMorning = calendar.component(.hour, from: now) < 12
        state.text = "Good \(isMorning ? "morning" : "afternoon") from \(coach.name())"
        return .none
      }
    }
  }
}
