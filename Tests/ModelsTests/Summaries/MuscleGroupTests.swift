import Testing

@testable import Models

struct MuscleGroupTests {
  @Test func `each exercise of the catalogue and of the variations has a group`() {
    let catalogue = Catalogue.standard.challenges.flatMap(\.routine.exercises)
    let variations = VariationScale.standard.flatMap(\.variations)
    let unassigned = Set(catalogue + variations).filter { MuscleGroup(ofExercise: $0) == .other }
    #expect(unassigned.sorted() == [])
    #expect(
      Set(MuscleGroup.assigned.values.values) == Set(MuscleGroup.allCases).subtracting([.other]))
  }

  @Test(arguments: [
    ("push-up", MuscleGroup.chest), ("Push Ups", .chest), ("incline bench press", .chest),
    ("leg press", .legs), ("overhead press", .shoulders), ("bench dip", .arms),
    ("burpee", .wholeBody),
    ("juggling", .other), ("", .other),
  ])
  func `a name belongs to the group of its longest ending`(name: String, group: MuscleGroup) {
    #expect(MuscleGroup(ofExercise: name) == group)
  }

  @Test func `unknown groups of a file are ignored`() {
    #expect(
      ExerciseTable("chest: dip, push-up\nnose: sniff\n# x\n") { MuscleGroup(rawValue: $0) }.values
        == [
          "dip".nameKey: .chest, "push-up".nameKey: .chest,
        ])
  }
}
