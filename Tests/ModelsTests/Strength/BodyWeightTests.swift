import Testing

@testable import Models

struct BodyWeightTests {
  @Test(arguments: [
    ("pull-up", 100), ("Weighted Pull-Ups", 100), ("push up", 64), ("decline push-up", 70),
    ("bench dip", 0), ("ring dip", 100), ("squat", 0), ("", 0),
  ])
  func `an exercise moves a share of the body`(exercise: String, percent: Int) {
    #expect(BodyShare(of: exercise).percent == percent)
  }

  @Test func `each percentage in the file is from 0 to 100`() {
    let values = BodyShare.table.values.values
    #expect(values.count > 15)
    #expect(values.allSatisfy { (0...100).contains($0) })
  }

  /// The expected values are computed by hand: (body + load) × share × reps, and × (1 + reps ÷ 30).
  @Test(arguments: [
    ("pull-up", "+10x5 bw80", "450 kg", "105 kg"), ("pull-up", "-20x10 bw80", "600 kg", "80 kg"),
    ("pull-up", "x12 bw80.5kg", "966 kg", nil), ("push-up", "+10x10 bw90", "640 kg", "85.3 kg"),
    ("squat", "100x5 bw80", "500 kg", "116.7 kg"), ("squat", "x20 bw80", "0 kg", nil),
    ("pull-up", "+10x5", "0 kg", nil), ("pull-up", "w+10x5 bw80", "0 kg", nil),
    ("pull-up", "-90x5 bw80", "0 kg", nil), ("chin-up", "+22lbx1 bw176lb", "89.8 kg", "89.8 kg"),
  ])
  func `volume and maximum include the body's weight on that day`(
    exercise: String, text: String, volume: String, maximum: String?
  ) throws {
    let set = try SetEntry(text: text, unit: .kilograms)
    let share = BodyShare(of: exercise)
    #expect(set.volume(share).text(in: .kilograms) == volume)
    #expect(set.estimatedMaximum(share)?.text(in: .kilograms) == maximum)
    let performed = try #require(PerformedSet(exercise, set, at: .zero))
    #expect([performed].volume == set.volume(share))
  }

  @Test(arguments: [
    "x12 bw82.5kg", "w+10kgx5@9 bw82.5kg slow", "100kgx5 \"bw80kg\"", "100kgx5 bw181lb",
  ])
  func `a set keeps the body's weight in its text`(text: String) throws {
    let set = try SetEntry(text: text, unit: nil)
    #expect(set.text == text)
    #expect((set.body == nil) == text.contains("\""))
  }

  @Test(arguments: ["bw5", "bw800kg", "bw80stone", "bw80kgx5"])
  func `no body has another weight`(text: String) {
    #expect(throws: TextError.self) { try SetEntry(text: "x12 \(text)", unit: .kilograms) }
  }

  @Test func `percentages of a maximum are added weights`() throws {
    // 105 kg of which 80 are the body: 90 % of 95 % are 89.775 kg, so 9.775 kg are added.
    let rule = try ProgressionRule(text: "percent 95%x3 70%x8 of 90% step 2.5")
    let history = history("pull-up", ["+10kgx5 bw80kg"], rule)
    #expect(history.suggestion?.map(\.text) == ["+7.5kgx3", "-15kgx8"])
  }

  @Test func `relative strength grows if a lighter body lifts the same`() throws {
    let history = history("squat", ["100kgx1 bw64kg", "100kgx1 bw125kg", "100kgx1"], nil)
    // 64 and 125 to the power of 2/3 are 16 and 25.
    #expect(
      history.estimates.map { $0.relative.map { ($0 * 1000).rounded() } } == [6250, 4000, nil])
  }

  private func history(
    _ exercise: String, _ sets: [String], _ rule: ProgressionRule?
  ) -> StrengthHistory {
    StrengthHistory(
      exercise: exercise,
      sessions: sets.enumerated().map { day, text in
        .init(
          workout: Workout.ID(), day: Int64(day), time: .distantPast,
          sets: (try? [SetEntry](text: text, unit: .kilograms)) ?? [])
      }, unit: .kilograms, rule: rule)
  }
}
