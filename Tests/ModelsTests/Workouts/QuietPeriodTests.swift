import Models
import Testing

struct QuietPeriodTests {
  private func accepted(_ instants: [Int]) -> [Bool] {
    var period = QuietPeriod(since: .zero)
    return instants.map { period.shouldAcceptPress(at: .milliseconds($0)) }
  }

  @Test func `a press two seconds later passes`() {
    #expect(accepted([2000, 2010]) == [true, true])
  }

  @Test func `a double tap does not pass, and starts the period again`() {
    #expect(accepted([120, 2000, 3999, 5999]) == [false, false, false, true])
  }

  @Test func `a key that is held never passes`() {
    #expect(!accepted([500] + stride(from: 533, to: 9000, by: 33)).contains(true))
  }
}
