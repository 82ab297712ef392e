import Testing

@testable import Benchmarks

/// Tests of the computation of lateness in the benchmarks.
struct LatenessTests {
  /// Returns the times of frames, `late` nanoseconds after the ticks of a 10 ms clock with an arbitrary phase.
  private func frames(_ late: [Int64]) -> [Int64] {
    late.enumerated().map { 123_456_789 + Int64($0.offset) * 10_000_000 + $0.element }
  }

  @Test func `frames that come on time are not late`() {
    let lateness = Lateness(of: frames(Array(repeating: 0, count: 300)))
    #expect(lateness.p50 == 0)
    #expect(lateness.p99 == 0)
  }

  @Test func `a frame's lateness counts from the earliest frames`() {
    let lateness = Lateness(of: frames((0...100).map { $0 * 1000 }))
    #expect(lateness.p50 == 49)
    #expect(lateness.p99 == 99)
  }

  @Test func `the offset of the ticks does not count`() {
    let late = frames((0...100).map { $0 * 1000 })
    for shift in stride(from: Int64(0), to: 10_000_000, by: 770_000) {
      #expect(Lateness(of: late.map { $0 + shift }).p99 == 99)
    }
  }

  @Test func `one late frame does not change the others`() {
    var late = (0..<200).map { Int64($0) * 1000 }
    late[70] = 7_000_000
    let lateness = Lateness(of: frames(late))
    #expect((90...110).contains(lateness.p50))
    #expect(lateness.p99 <= 200)
  }

  @Test func `a single frame is not late`() {
    #expect(Lateness(of: frames([3])).p99 == 0)
  }
}
