import Testing

@testable import Models

/// Tests of the names of renamed exercises.
struct ExerciseAliasesTests {
  @Test func `a renamed exercise has its new name in all spellings`() {
    let aliases = ExerciseAliases(["pullup": "chin-up"])
    #expect(aliases.name(of: "Pull Ups") == "chin-up")
    #expect(aliases.name(of: "Chin Ups") == "Chin Ups")
    #expect(aliases.name(of: "squat") == "squat")
    #expect(aliases.keys(of: "chin-up") == ["chinup", "pullup"])
    #expect(aliases.keys(of: "pull-up") == ["chinup", "pullup"])
    #expect(aliases.keys(of: "squat") == ["squat"])
  }

  @Test func `a new name can be renamed, too`() {
    let aliases = ExerciseAliases(["a": "b", "b": "c", "c": "C"])
    #expect(aliases.name(of: "a") == "C")
    #expect(aliases.keys(of: "b") == ["c", "a", "b"])
  }

  @Test func `a circle is one exercise`() {
    let aliases = ExerciseAliases(["squat": "Knee bend", "kneebend": "Squat", "dip": "squats"])
    for name in ["squat", "knee bends", "dip"] { #expect(aliases.name(of: name) == "Knee bend") }
    #expect(aliases.keys(of: "Squats") == ["kneebend", "dip", "squat"])
  }
}
