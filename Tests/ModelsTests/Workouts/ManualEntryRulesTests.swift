import Models
import Testing

/// Tests of the rules for manually entered reps and times.
struct ManualEntryRulesTests {
  private let pushUps = ManualEntryRules(Catalogue.standard["pushups-2min"])

  @Test(arguments: [
    ("3:00", "\"3:00\" is more than the 2:00 of pushups-2min"),
    ("90", "must be minutes and seconds, as in 04:30 or 04:30.25, not \"90\""),
    ("0:00", "must be minutes and seconds, as in 04:30 or 04:30.25, not \"0:00\""),
    ("1:2", "must be minutes and seconds, as in 04:30 or 04:30.25, not \"1:2\""),
  ])
  func `an invalid time is rejected`(text: String, rule: String) {
    #expect(throws: ManualEntryRules.Problem(field: .time, rule: rule)) { try pushUps.time(text) }
  }

  @Test(arguments: ["0", "-1", "many", "100001", "1.5", ""])
  func `an invalid number of reps is rejected`(text: String) {
    #expect(
      throws: ManualEntryRules.Problem(
        field: .reps, rule: "must be a whole number from 1 to 100000, not \"\(text)\"")
    ) { try pushUps.reps(text) }
  }

  @Test func `more reps than the goal are rejected`() throws {
    let hundred = ManualEntryRules(Catalogue.standard["pushups-100"])
    #expect(try hundred.reps("100") == 100)
    #expect(
      throws: ManualEntryRules.Problem(
        field: .reps, rule: "\"101\" is more than the 100 of pushups-100")
    ) { try hundred.reps("101") }
  }

  @Test func `impossibly fast results are rejected`() {
    #expect(
      pushUps.impossibilityMessage(for: 4, in: .milliseconds(10))
        == "4 reps in 00:00.01 is faster than humanly possible")
    #expect(pushUps.impossibilityMessage(for: 4, in: .seconds(1)) == nil)
    #expect(ManualEntryRules(nil).impossibilityMessage(for: 10, in: .seconds(1)) == nil)
  }
}

struct WorkoutFiguresTests {
  @Test(arguments: [("1", 1), ("8", 8), ("8.5", 8.5), ("8.0", 8), ("10", 10), ("10.0", 10)])
  func `an effort is from 1 to 10 in halves`(text: String, value: Double) {
    #expect(Effort(text)?.value == value)
  }

  @Test(arguments: [
    "", "0", "0.5", "10.5", "11", "8.3", "8.", ".5", "8.50", "-8", "+8", "8,5", "१",
  ])
  func `other texts are not efforts`(text: String) { #expect(Effort(text) == nil) }

  @Test func `a weight keeps its typed text and can be converted`() throws {
    let weight = try #require(Weight(bodyWeight: "180LB"))
    #expect(weight.text == "180lb")
    #expect((weight.value(in: .kilograms) * 100).rounded() == 8165)
    #expect(weight.value(in: .pounds) == 180)
    #expect(Weight(bodyWeight: "82.50kg")?.text == "82.50kg")
    let back = try #require(Weight(bodyWeight: "100kg")).value(in: .pounds)
    #expect((back * 10).rounded() == 2205)
  }

  @Test(arguments: [
    "82.5", "kg", "9kg", "701kg", "1e2kg", "82,5kg", "-82kg", "nankg", "80st", "00kg",
  ])
  func `an impossible weight or one without a unit is rejected`(text: String) {
    #expect(Weight(bodyWeight: text) == nil)
  }

  @Test(arguments: [("5km", 5000), ("500m", 500), ("2mi", 3218.688), ("1000km", 1_000_000)])
  func `a distance is in meters, kilometers or miles`(text: String, meters: Double) {
    #expect(Distance(text)?.meters == meters)
    #expect(Distance(text)?.text == text)
  }

  @Test(arguments: ["5", "0km", "1001km", "5 km", "5cm", "km"])
  func `other texts are not distances`(text: String) { #expect(Distance(text) == nil) }

  @Test func `calories are a whole number`() {
    #expect(Calories("120kcal")?.text == "120kcal")
    for text in ["120", "0kcal", "20001kcal", "1.5kcal", "-1kcal"] {
      #expect(Calories(text) == nil)
    }
  }

  @Test func `figures are written as one text, and unknown words in it are ignored`() {
    let figures = WorkoutFigures(
      effort: Effort("8.5"), bodyWeight: Weight(bodyWeight: "82.5kg"), distance: Distance("5km"),
      calories: Calories("120kcal"))
    #expect(figures.text == "rpe8.5 82.5kg 5km 120kcal")
    #expect(WorkoutFigures(text: figures.text) == figures)
    #expect(WorkoutFigures(text: "hr150 5km") == WorkoutFigures(distance: Distance("5km")))
    #expect(WorkoutFigures(text: "").isEmpty && WorkoutFigures().line == nil)
    // A text of this length is ignored, because no version writes such a long text.
    #expect(WorkoutFigures(text: "5km" + String(repeating: " ", count: 200)).isEmpty)
  }
}
