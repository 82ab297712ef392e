import Testing

@testable import Models

struct SetEntryDoubtTests {
  @Test(arguments: [
    ("100x5 60x8", "1000x5", "1000 kg is more than twice your heaviest set, 100 kg"),
    ("100x5 60x8", "200x5", nil), ("100x5 60x8", "200.5x1", "200.5 kg is more than twice"),
    // A light exercise, such as the first sets of a session, is doubted from 100 kg on.
    ("20x5", "100x5", nil), ("20x5", "101x5", "101 kg is more than twice"),
    ("100x5", "225lbx5", nil), ("100x5", "450lbx5", "450 lb is more than twice"),
    ("", "400x5", nil), ("", "401x5", "401 kg is unusually heavy"),
    ("+10x8", "+60x8", nil), ("x12", "+401x5", "401 kg is unusually heavy"),
    ("x12 x30", "x61", "61 reps are more than twice your most so far, 30"),
    ("x12 x30", "x60", nil), ("x12", "x24", nil), ("x12", "+10x25", "25 reps are more than twice"),
    ("100x5", "100x50", "50 reps are more than twice"), ("100x5", "100x20", nil), ("", "x500", nil),
  ])
  func `a set far beyond the known ones is doubted`(
    known: String, typed: String, doubt: String?
  ) throws {
    let known = known.isEmpty ? [] : try [SetEntry](text: known, unit: .kilograms)
    let found = try SetEntry(text: typed, unit: .kilograms).doubt(after: known)
    #expect(doubt.map { found?.hasPrefix($0) == true } ?? (found == nil))
  }
}
