import FoundationEssentials
import Models
import Testing

struct PressFilterTests {
  @Test(arguments: KeyRecording.all)
  func `presses are counted on every recorded keyboard`(recording: KeyRecording) {
    #expect(recording.currentCount == recording.expectedCount, "\(recording.name)")
  }

  /// The second press may be a bounce or an accident. The first one is a rep.
  @Test(arguments: [11, 20, 40, 79])
  func `a double tap among quick reps counts once`(gap: Int) {
    let reps = (0..<14).map { $0 * 900 }
    #expect(KeyRecording(reps + [12_600, 12_600 + gap]).currentCount == 15)
    #expect(KeyRecording(reps + [12_600, 12_600 + gap, 13_500]).currentCount == 16)
  }

  @Test(arguments: [80, 100, 140, 150, 300])
  func `500 presses at a steady pace are 500 reps`(interval: Int) {
    #expect(KeyRecording((0..<500).map { $0 * interval }).currentCount == 500)
  }

  @Test(arguments: [250, 400, 500, 660, 1000], [16, 33, 40, 50])
  func `a held key counts once from its second repeat on`(delay: Int, interval: Int) {
    for repeats in 3...60 {
      let held = [0] + (0..<repeats).map { delay + $0 * interval }
      #expect(KeyRecording(held).currentCount == 1, "\(repeats) repeats")
      #expect(
        KeyRecording([-1600, -800] + held).currentCount == 3, "\(repeats) repeats after reps")
    }
  }

  @Test func `a stalled connection during repeats adds no rep`() {
    let repeats = (0..<30).map { 500 + $0 * 33 }
    #expect(KeyRecording([0] + repeats + repeats.map { $0 + 1100 }).currentCount == 1)
  }

  @Test func `presses within a long minimum gap remove no earlier rep`() {
    let reps = [0, 900, 1200, 1500, 1800, 2100]
    #expect(KeyRecording(reps).count(gap: .milliseconds(400)) == 2)
  }

  @Test func `the repeats of a press with another effect are not counted, and later presses are`() {
    func count(_ instants: [Int]) -> Int {
      var filter = PressFilter()
      filter.recordOtherPress(at: .zero)
      return instants.reduce(0) { count, instant in
        switch filter.press(at: .milliseconds(instant), gap: PressFilter.defaultGap) {
        case .counts: count + 1
        case .ignored(_, let removedCount): count - removedCount
        }
      }
    }
    #expect(count([30, 30]) == 2)
    #expect(count([500, 533, 566, 599]) == 0)
    #expect(count([900, 1800]) == 2)
  }

  @Test func `an ignored press has a reason`() {
    var filter = PressFilter()
    let verdicts = [0, 20, 500, 533, 566, 599].map {
      filter.press(at: .milliseconds($0), gap: PressFilter.defaultGap)
    }
    #expect(
      verdicts == [
        .counts, .ignored(.tooSoon, removing: 0), .counts, .ignored(.tooSoon, removing: 0),
        .ignored(.held, removing: 1), .ignored(.held, removing: 0),
      ])
  }

  /// Compares the chart in the documentation with the recordings. `LADDER_GOLDEN=write` updates it.
  @Test func `the chart of timings matches the rule`() throws {
    let path = #filePath.replacing(
      "Tests/ModelsTests/Workouts/PressFilterTests.swift", with: "docs/key-timings.svg")
    let chart = KeyTimingsChart(recordings: KeyRecording.all).svg
    if ProcessInfo.processInfo.environment["LADDER_GOLDEN"] == "write" {
      try chart.write(toFile: path, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == chart)
  }
}

extension KeyRecording {
  fileprivate init(_ instants: [Int]) { self.init(name: "", expectedCount: 0, instants: instants) }

  /// Returns whether each event counts at the end.
  func countedEvents(gap: Duration = PressFilter.defaultGap) -> [Bool] {
    var filter = PressFilter()
    var counted = instants.map { _ in false }
    for (index, instant) in instants.enumerated() {
      switch filter.press(at: .milliseconds(instant), gap: gap) {
      case .counts: counted[index] = true
      case .ignored(_, let removedCount):
        for _ in 0..<removedCount { counted[counted.lastIndex(of: true)!] = false }
      }
    }
    return counted
  }

  func count(gap: Duration) -> Int { countedEvents(gap: gap).count { $0 } }

  var currentCount: Int { count(gap: PressFilter.defaultGap) }

  /// The count by an alternative rule, for comparison: an event less than 150 ms after the previous one isn't counted.
  /// It also removes the previous one if that came at most a second after the event before it.
  var alternativeCount: Int {
    var count = 0
    var last: (instant: Int, counted: Int, mayBeRepeat: Bool)?
    for instant in instants {
      guard let previous = last else {
        count = 1
        last = (instant, 1, false)
        continue
      }
      let passed = instant - previous.instant
      switch passed {
      case 150...:
        count += 1
        last = (instant, 1, passed <= 1000)
      case ..<10:
        last?.instant = instant
      default:
        count -= previous.mayBeRepeat ? previous.counted : 0
        last = (instant, 0, false)
      }
    }
    return count
  }
}
