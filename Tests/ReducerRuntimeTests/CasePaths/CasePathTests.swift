import ReducerTestSupport
import Testing

@testable import ReducerRuntime

@Suite(.checksForLeaks) struct CasePathTests {
  typealias Action = Family.Action

  @Test func `is(_:) returns whether a value is of a case`() {
    let action = Action.child(.setCount(1))
    #expect(action.is(\.child))
    #expect(action.is(\.child.setCount))
    #expect(!action.is(\.child.increment))
    #expect(!action.is(\.plain))
  }

  @Test func `a case is read by subscript`() {
    let action = Action.child(.setCount(7))
    #expect(action[case: \.child.setCount] == 7)
    #expect(action[case: \.setNote] == nil)
  }

  @Test func `a case is changed in place`() async {
    var action = Action.child(.setCount(7))
    action.modify(\.child.setCount) { $0 += 1 }
    #expect(action[case: \.child.setCount] == 8)
    let reported = await issues { action.modify(\.setNote) { $0 = "x" } }
    #expect(reported.count == 1)
    #expect(action[case: \.child.setCount] == 8)
  }

  @Test func `a case key path builds a value`() {
    let path: CaseKeyPath<Action, Int> = \.rows[id: 3].setCount
    #expect(path(9)[case: path] == 9)
    let dismiss: CaseKeyPath<Action, Void> = \.presented.dismiss
    #expect(dismiss().is(\.presented.dismiss))
  }

  @Test func `optionals and results have cases`() {
    #expect(Optional(3)[case: \.some] == 3)
    let nothing: Int? = nil
    #expect(nothing.is(\.none))
    #expect(Result<Int, CancellationError>.success(3)[case: \.success] == 3)
    #expect(Result<Int, CancellationError>.failure(CancellationError()).is(\.failure))
  }

  @Test func `an appended path is equal to the same path written out`() {
    let appended = (\Action.Cases.child).appending(path: \.setCount)
    #expect(appended == \Action.Cases.child.setCount)
    #expect(Action.child(.setCount(7))[case: appended] == 7)
  }

  @Test func `a case has a name`() {
    #expect(AnyCasePath<Action, String>(\.setNote).name == "setNote")
    #expect(
      AnyCasePath<Action, Int>(\.presented.presented.setCount).name
        == "presented.presented.setCount")
    #expect(AnyCasePath<Action, Int>(\.presented.setCount).name == "presented.presented.setCount")
    #expect(AnyCasePath<Action, Int>(\.rows[id: 3].setCount).name == "rows.[id: 3].setCount")
  }
}

@Suite(.checksForLeaks)
struct CasePathPatternTests {
  @Test func `a payload is replaced only if the value is of its case`() {
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
}

@CasePathable
private enum Shape: Equatable {
  case circle(radius: Int)
  case square(Int)
}

@Suite(.checksForLeaks)
struct AnyCasePathTests {
  private let somePath = AnyCasePath<Int?, Int>(embed: { $0 }, extract: { $0 })

  @Test func `a case path extracts and embeds`() {
    #expect(somePath.embed(3) == .some(3))
    #expect(somePath.extract(from: 3) == 3)
    #expect(somePath.extract(from: nil) == nil)
  }

  @Test func `a case path is appended to another`() {
    let path = AnyCasePath<Int??, Int?>(embed: { $0 }, extract: { $0 }).appending(somePath)
    #expect(path.embed(3) == .some(.some(3)))
    #expect(path.extract(from: .some(.some(3))) == 3)
    #expect(path.extract(from: .some(nil)) == nil)
  }

  @Test func `the identity path returns the value itself`() {
    let path = AnyCasePath<Int, Int>()
    #expect(path.extract(from: path.embed(3)) == 3)
    #expect(path.name == "")
  }

  @Test func `a payload is changed in place`() {
    let path = AnyCasePath<Step, Int>(\.walk)
    var step = Step.walk(1)
    #expect(path.modify(&step) { $0 += 1 } != nil)
    #expect(step == .walk(2))
    step = .stop
    #expect(path.modify(&step) { $0 += 1 } == nil)
    #expect(step == .stop)
  }

  @Test func `a payload nested two cases deep is changed in place`() {
    let path = AnyCasePath<Outer, [Int]>(\.inner.list)
    var outer = Outer.inner(.list([1]))
    let address = outer.address
    #expect(path.modify(&outer) { $0[0] = 2 } != nil)
    #expect(path.extract(from: outer) == [2])
    #expect(outer.address == address)
    for other in [Outer.inner(.empty), .empty] {
      outer = other
      #expect(path.modify(&outer) { $0.append(3) } == nil)
      #expect(outer == other)
    }
  }
}

@CasePathable
@ObservableState
private enum Outer: Equatable {
  case inner(Inner)
  case empty

  /// The address of the array's storage.
  var address: UnsafeRawPointer? {
    guard case .inner(.list(let list)) = self else { return nil }
    return list.withUnsafeBytes { $0.baseAddress }
  }
}

@CasePathable
@ObservableState
private enum Inner: Equatable {
  case list([Int])
  case empty
}
