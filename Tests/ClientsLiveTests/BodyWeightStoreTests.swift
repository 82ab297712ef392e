import Clients
import FoundationEssentials
import Models
import SQLite
import SystemTestSupport
import Testing

@testable import ClientsLive

/// Tests of the body weight in sets, and of the settings of an exercise that need no set.
struct BodyWeightStoreTests {
  private let folder = TestFolder()
  private let ann = PersonName.sample("Ann")
  /// The local day of the first session.
  private let day: Int64

  init() { day = DayStart.midnight.day(at: .sunday) }

  /// Saves a session a number of days after Sunday.
  private func finish(
    _ text: String, after days: Int64, _ figures: String = "", in stores: Connection
  ) throws -> Workout {
    let draft = try WorkoutDraft.strength(
      text, at: Date.sunday.addingTimeInterval(Double(days) * 86_400))
    return try stores.workouts.finish(draft, figures: WorkoutFigures(text: figures), by: ann)
      .workout
  }

  @Test func `the latest body weight of the last thirty days is known`() throws {
    let stores = try Connection.open(in: folder.data)
    #expect(try stores.strength.bodyWeight(of: ann, on: day) == nil)
    _ = try finish("squat 100x5", after: 0, "rpe8 80kg", in: stores)
    _ = try finish("squat 100x5", after: 2, "81kg", in: stores)
    _ = try finish("squat 100x5", after: 3, "rpe8", in: stores)
    func known(_ days: Int64) throws -> String? {
      try stores.strength.bodyWeight(of: ann, on: day + days)?.text
    }
    #expect(
      try [-1, 0, 1, 2, 3, 32, 33].map(known) == [nil, "80kg", "80kg", "81kg", "81kg", "81kg", nil])
    #expect(try stores.strength.bodyWeight(of: .sample("Bob"), on: day) == nil)
  }

  @Test func `a body weight that was typed in a session is a figure of the workout`() throws {
    let stores = try Connection.open(in: folder.data)
    func figure(_ set: String, after days: Int64, _ figures: String = "") throws -> String? {
      try finish("pull-up \(set)", after: days, figures, in: stores).figures.bodyWeight?.text
    }
    #expect(try figure("x8 bw80kg", after: 0) == "80kg")
    // The same weight was taken from the workout before. After thirty days it must have been typed again.
    #expect(try figure("x8 bw80kg", after: 29) == nil)
    #expect(try figure("x8 bw80kg", after: 31) == "80kg")
    #expect(try figure("x8 bw79.5kg", after: 32) == "79.5kg")
    #expect(try figure("x8", after: 33) == nil)
    #expect(try figure("x8 bw80kg", after: 34, "78kg") == "78kg")
  }

  @Test func `a summary has the best maximum with the body's weight`() throws {
    let stores = try Connection.open(in: folder.data)
    _ = try finish("pull-up +10x5 bw80kg", after: 0, in: stores)
    _ = try finish("pull-up +10x5 bw90kg", after: 1, in: stores)
    _ = try finish("pull-up +10x5", after: 2, in: stores)
    // (90 + 10) × (1 + 5 ÷ 30)
    let summary = try #require(try stores.strength.summaries(of: ann).first)
    #expect(summary.bestEstimate?.mass.text(in: .kilograms) == "116.7 kg")
  }

  @Test func `all settings of an exercise are read with its history`() throws {
    let stores = try Connection.open(in: folder.data)
    _ = try finish("squat 100x5", after: 0, in: stores)
    var settings = try stores.strength.history(of: "squat", by: ann).settings
    for bar in ["10kg one-side plates 10x4", "none"] {
      let seen = settings
      settings.bar = try Bar(text: bar)
      settings.muscles = .hips
      try stores.strength.save(settings, replacing: seen, for: "squat", by: ann)
      #expect(try stores.strength.history(of: "squat", by: ann).settings == settings)
    }
  }
}
