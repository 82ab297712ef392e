import Models
import Testing

/// Tests of lists that keep the first problems and count the others.
struct ProblemListTests {
  @Test func `the first problems are kept, and the others are counted`() {
    let list = ProblemList((1...100_000).lazy.map { "problem \($0)" })
    #expect(Array(list) == (1...20).map { "problem \($0)" })
    #expect(list.totalCount == 100_000 && list.omittedCount == 99_980)
    #expect(list.omittedText == "99980 more problems aren't listed")
    #expect(ProblemList(1...20).omittedText == nil)
    #expect(ProblemList(1...21).omittedText == "1 more problem isn't listed")
  }

  @Test func `two lists are merged in their order`() {
    let odd = ProblemList(stride(from: 1, to: 100, by: 2))
    let even = ProblemList(stride(from: 2, to: 11, by: 2))
    let merged = odd.merging(even, by: <)
    #expect(Array(merged) == Array(1...10) + [11, 13, 15, 17, 19, 21, 23, 25, 27, 29])
    #expect(merged.totalCount == 55)
  }
}
