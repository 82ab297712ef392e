import Models
import Testing

struct QuietPeriodTests {
  private func accepted(_ instants: [Int]) -> [Bool] {
    var period = QuietPeriod(since: .zero)
    return instants.map { period.acceptPress(at: .milliseconds($0)) }
  }

  @Test func `a press two seconds later is accepted`() {
    #expect(accepted([2000, 2010]) == [true, true])
  }

  @Test func `a double tap is ignored and restarts the period`() {
    #expect(accepted([120, 2000, 3999, 5999]) == [false, false, false, true])
  }

  @Test func `a held key is never accepted`() {
    #expect(!accepted([500] + stride(from: 533, to: 9000, by: 33)).contains(true))
  }
}
