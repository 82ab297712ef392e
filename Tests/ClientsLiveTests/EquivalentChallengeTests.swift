import Models
import SQLite
import SystemTestSupport
import Testing

@testable import ClientsLive

/// Tests that a routine is found or added as a challenge, once.
struct EquivalentChallengeTests {
  private func challenge(_ text: String) throws -> Challenge {
    let routine = try Routine(text: text)
    return .custom(
      "own-new", name: "New", kind: .core, scoring: try #require(routine.scoring),
      instructions: [], routine: routine)
  }

  @Test func `a challenge with the same routine is found`() throws {
    let stores = try Connection.inMemory()
    #expect(try stores.challenges.findOrAdd(challenge("push-up 2:00")).id == "pushups-2min")
    #expect(try stores.challenges.custom().current.isEmpty)
    let knee = try challenge("knee push-up 2:00")
    #expect(try stores.challenges.findOrAdd(knee) == knee)
    let other = try challenge("wall push-up 2:00")
    #expect(try stores.challenges.findOrAdd(other) == other.withID("own-new-2").withName("New 2"))
    #expect(try stores.challenges.findOrAdd(knee.withID("own-else")) == knee)
    #expect(
      try stores.challenges.custom().current.map(\.routine.text)
        == ["knee push-up 2:00", "wall push-up 2:00"])
  }

  @Test func `long texts with the same beginning have different names`() throws {
    let stores = try Connection.inMemory()
    let start = String(repeating: "push-up 10, ", count: 20)
    let names = try ["squat 10", "squat 20", "squat 30"].map { end in
      let routine = try Routine(text: start + end)
      let name = try #require(Challenge.sanitizedName(routine.text))
      return try stores.challenges.findOrAdd(
        .custom(
          Challenge.ID(customName: name), name: name, kind: .core,
          scoring: try #require(routine.scoring),
          instructions: [], routine: routine)
      ).name
    }
    #expect(Set(names).count == 3 && names[1].hasSuffix(" 2") && names[2].hasSuffix(" 3"))
    #expect(try Set(stores.challenges.custom().current.map(\.name)) == Set(names))
  }

  @Test func `a deleted challenge is added again`() throws {
    let stores = try Connection.inMemory()
    let knee = try stores.challenges.findOrAdd(challenge("knee push-up 2:00"))
    try stores.challenges.delete(knee.id, at: .sunday)
    #expect(try stores.challenges.findOrAdd(knee).id == "own-new-2")
  }
}
