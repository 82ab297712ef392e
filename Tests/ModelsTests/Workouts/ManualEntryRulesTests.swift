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
        == "4 reps in 00:00.01 is faster than anyone can do them")
    #expect(pushUps.impossibilityMessage(for: 4, in: .seconds(1)) == nil)
    #expect(ManualEntryRules(nil).impossibilityMessage(for: 10, in: .seconds(1)) == nil)
  }
}
