import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
struct CasePathPatternTests {
  @Test func `a payload is replaced in its case only`() {
    var shape = Shape.circle(radius: 1)
    shape[case: \.circle] = 2
    shape[case: \.square] = 5
    #expect(shape == .circle(radius: 2))
    shape[case: \.circle]? += 1
    shape[case: \.circle] = nil
    #expect(shape == .circle(radius: 3))
  }

  @Test func `a case key path can be spelled in full`() {
    let circle = \Shape.Cases.circle
    #expect(circle(4) == .circle(radius: 4))
    #expect(Shape.square(1).is(\Shape.Cases.square))
  }

  @Test func `a case key path is a pattern`() {
    func corners(of shape: Shape) -> Int {
      switch shape {
      case \.square: 4
      case \.group.some.square: 4
      default: 0
      }
    }
    #expect(corners(of: .square(1)) == 4)
    #expect(corners(of: .group(.square(1))) == 4)
    #expect(corners(of: .group(nil)) == 0)
  }
}

@CasePathable
private indirect enum Shape: Equatable {
  case circle(radius: Int)
  case square(Int)
  case group(Shape?)
}
