import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
struct BoundedActionTests {
  @Test func `the three groups are case paths`() {
    let action = Flat.Action._internal(.door(.delegate(.opened)))
    #expect(action.is(\._internal.door.delegate.opened))
    #expect(!action.is(\.view))
    #expect(Flat.Action.view(.bellTapped)[case: \.view] == .bellTapped)
    #expect(Flat.Action.delegate(.rang)[case: \.delegate] == .rang)
  }

  @Test func `the three groups are accessible in generic code`() {
    func view<Action: BoundedAction>(of action: Action) -> Action.ViewAction? {
      Action.allCasePaths.view.extract(from: action)
    }
    #expect(view(of: Flat.Action.view(.doorTapped)) == .doorTapped)
    #expect(view(of: Flat.Action.delegate(.rang)) == nil)
    func delegate<Action: BoundedAction>(
      _ action: Action.DelegateAction, as type: Action.Type
    ) -> Action { .delegate(action) }
    #expect(delegate(.rang, as: Flat.Action.self).is(\.delegate.rang))
  }

  @Test
  func `a child's actions are reached in one step, and otherwise in two, with the same result`() {
    let known = Flat.Action.internalPath(\.door)
    let appended = Flat.Action.allCasePaths._internal.appending(
      AnyCasePath<Flat.Action.InternalAction, Door.Action>(\.door))
    #expect(Flat.Action.allCasePaths._$childPath(named: "door") != nil)
    for path in [known, appended] {
      #expect(path.name == "_internal.door")
      #expect(path.extract(from: path.embed(.delegate(.opened)))?.is(\.delegate.opened) == true)
      #expect(path.extract(from: ._internal(.echoed)) == nil)
      #expect(path.extract(from: .view(.bellTapped)) == nil)
    }
    #expect(Flat.Action.allCasePaths._$childPath(named: "echoed") == nil)
    #expect(Flat.Action.internalPath(\.echoed).extract(from: ._internal(.echoed)) != nil)
  }

  @Test
  func `a group that is declared elsewhere, or declares types itself, is reached in two steps`() {
    let action = Elsewhere._internal(.door(.delegate(.opened)))
    #expect(Elsewhere.allCasePaths._$childPath(named: "door") == nil)
    #expect(Elsewhere.internalPath(\.door).extract(from: action)?.is(\.delegate.opened) == true)
    #expect(Crowded.allCasePaths._$childPath(named: "own") == nil)
    #expect(
      Crowded.internalPath(\.own).extract(from: ._internal(.own(.init(number: 7))))?.number == 7)
  }
}

@CasePathable
private enum Elsewhere: BoundedAction {
  case view(Never)
  case delegate(Never)
  case _internal(Flat.Action.InternalAction)
}

@CasePathable
private enum Crowded: BoundedAction {
  @CasePathable
  enum InternalAction {
    struct OwnAction { var number: Int }
    case own(OwnAction)
  }
  case view(Never)
  case delegate(Never)
  case _internal(InternalAction)
}
