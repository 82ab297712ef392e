import ReducerRuntime
import ReducerTestSupport
import Testing

/// Examples of a reducer that reacts to state changes, and of combined effects.
@Suite(.checksForLeaks)
@MainActor
struct ReducerExamples {
  let clock = TestClock()
  let spoken = LockIsolated<[String]>([])

  private func pace(_ state: Pace.State) -> TestStoreOf<Pace> {
    TestStore(initialState: state) {
      Pace()
    } withDependencies: {
      // Each sentence takes two seconds.
      $0[VoiceClient.self].say = { text in
        spoken.withValue { $0.append(text) }
        try? await clock.sleep(for: .seconds(2))
      }
    }
  }

  @Test func `the pace is announced when it changes by at least five`() async {
    let store = pace(Pace.State(repsPerMinute: 20))
    await store.send(.paceMeasured(23)) { $0.repsPerMinute = 23 }
    await store.send(.paceMeasured(28)) { $0.repsPerMinute = 28 }
    await clock.advance(by: .seconds(2))
    #expect(spoken.value == ["From 23 to 28"])
  }

  @Test func `stopping announces the end and then the pace`() async {
    let store = pace(Pace.State(repsPerMinute: 20))
    await store.send(.stopButtonTapped)
    await store.receive(.stopped)
    #expect(spoken.value == ["Goodbye"])
    await clock.advance(by: .seconds(2))
    #expect(spoken.value == ["Goodbye", "20 a minute"])
    await clock.advance(by: .seconds(2))
  }
}

@DependencyClient
private struct VoiceClient: Sendable, TestDependencyKey {
  var say: @Sendable (_ text: String) async -> Void

  static let testValue = VoiceClient()
}

@Reducer
private struct Pace {
  @ObservableState
  struct State: Equatable { var repsPerMinute: Int }

  enum Action: Equatable {
    case paceMeasured(Int)
    case stopButtonTapped
    case stopped
  }

  @Dependency(VoiceClient.self) var voice

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .paceMeasured(let pace):
        state.repsPerMinute = pace
        return .none
      case .stopButtonTapped:
        return say("Goodbye")
          .concatenate(with: say("\(state.repsPerMinute) a minute"))
          .merge(with: .send(.stopped))
      case .stopped:
        return .none
      }
    }
    .onChange(of: \.repsPerMinute, removeDuplicates: { abs($0 - $1) < 5 }) { old, new in
      Reduce { _, _ in say("From \(old) to \(new)") }
    }
  }

  /// The name of the task in a profiler.
  private func say(_ text: String) -> EffectOf<Self> {
    .run(priority: .high, name: "voice") { _ in await voice.say(text: text) }
  }
}
