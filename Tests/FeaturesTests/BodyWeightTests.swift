import Clients
import FoundationEssentials
import Models
import ReducerRuntime
import ReducerTestSupport
import TerminalUI
import Testing

/// Tests of the body weight in a strength session: when it is asked for, and which sets have it.
@Suite(.checksForLeaks)
@MainActor
struct BodyWeightTests {
  /// Returns an app in a session with an exercise.
  ///
  /// - Parameter known: The latest body weight.
  private func session(_ exercise: String, known: String? = nil) -> VirtualApp {
    var settings = LoadedSettings()
    settings.settings.unit = .kilograms
    settings.settings.rest = 0
    let app = VirtualApp(settings: settings) {
      $0.strength.exercises = { [] }
      $0.strength.bodyWeight = { _ in known.flatMap { Weight(bodyWeight: $0) } }
    }
    app.press("W", "s")
    type(exercise, in: app)
    return app
  }

  private func type(_ text: String, in app: VirtualApp) {
    for character in text { app.press(Key(character)) }
    app.press(.enter)
  }

  private func storedSets(in app: VirtualApp) -> [String] {
    app.memory.storage.withLock { storage in
      storage.unfinished.values.flatMap { $0.log.sets.map(\.set.text) }
    }
  }

  @Test func `the first set with the body's weight asks for it`() {
    let app = session("pull-up")
    type("+10x5", in: app)
    #expect(app.shows("Body weight today") && storedSets(in: app).isEmpty)
    type("8", in: app)
    #expect(app.shows("your weight is from 10"))
    type("2.5", in: app)
    #expect(storedSets(in: app) == ["+10kgx5 bw82.5kg"])
    type("x8", in: app)
    #expect(storedSets(in: app).last == "x8 bw82.5kg")
    #expect(app.shows("1122.5 kg"))
  }

  @Test func `an empty answer and Esc leave it unknown for the session`() {
    let app = session("pull-up")
    type("x8", in: app)
    app.press(.enter)
    #expect(storedSets(in: app) == ["x8"])
    type("x7", in: app)
    #expect(storedSets(in: app) == ["x8", "x7"])
    let other = session("pull-up")
    type("x8", in: other)
    app.press(.escape)
    other.press(.escape)
    #expect(storedSets(in: other).isEmpty && other.shows("x8"))
    other.press(.enter)
    #expect(storedSets(in: other) == ["x8"])
  }

  @Test func `a known body weight is used without a question`() {
    let app = session("pull-up", known: "80kg")
    type("x8", in: app)
    #expect(storedSets(in: app) == ["x8 bw80kg"])
  }

  @Test func `b sets the body weight, which all later sets have`() {
    let app = session("squat", known: "80kg")
    type("100x5", in: app)
    app.press("b")
    type("81", in: app)
    #expect(storedSets(in: app).count == 1)
    type("100x5", in: app)
    #expect(storedSets(in: app) == ["100kgx5 bw80kg", "100kgx5 bw81kg"])
  }

  @Test func `an edited set keeps the body weight`() {
    let app = session("pull-up", known: "80kg")
    type("x8", in: app)
    app.press(.up, .enter)
    #expect(app.shows("x8 bw80kg"))
    app.press(.home, .right, .delete)
    type("9", in: app)
    #expect(storedSets(in: app) == ["x9 bw80kg"])
  }

  @Test func `exercises with weights do not ask`() {
    let app = session("squat")
    type("100x5", in: app)
    #expect(storedSets(in: app) == ["100kgx5"])
  }
}
