import Models
import Testing

struct HybridTimeTests {
  @Test func `the wall clock counts`() {
    let first = HybridTime(milliseconds: 1000, after: nil)
    let second = HybridTime(milliseconds: 1001, after: first)
    #expect(first < second)
    #expect(second.milliseconds == 1001)
  }

  @Test func `a clock that is behind still gives a later time`() {
    let first = HybridTime(milliseconds: 86_400_000, after: nil)
    let second = HybridTime(milliseconds: 0, after: first)
    #expect(first < second)
    #expect(second.milliseconds == first.milliseconds)
  }

  @Test func `more changes than the counter holds advance the milliseconds`() {
    var times = [HybridTime(milliseconds: 5, after: nil)]
    for _ in 0..<70_000 { times.append(HybridTime(milliseconds: 5, after: times.last)) }
    #expect(zip(times, times.dropFirst()).allSatisfy(<))
    #expect(times.last?.milliseconds == 6)
  }

  @Test func `no clock overflows`() {
    let last = HybridTime(rawValue: .max)
    #expect(HybridTime(milliseconds: .max, after: last) == last)
    #expect(HybridTime(milliseconds: .min, after: nil).milliseconds == 0)
  }
}
