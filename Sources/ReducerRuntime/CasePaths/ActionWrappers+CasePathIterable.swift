// The wrappers of children's actions list their cases like enums with `@CasePathable`.

extension PresentationAction: CasePathIterable {}

extension PresentationAction.AllCasePaths: CasePathReflectable, Sequence {
  public subscript(root: PresentationAction) -> PartialCaseKeyPath<PresentationAction> {
    switch root {
    case .dismiss: \.dismiss
    case .presented: \.presented
    }
  }

  public func makeIterator() -> IndexingIterator<[PartialCaseKeyPath<PresentationAction>]> {
    [\.dismiss, \.presented].makeIterator()
  }
}

extension IdentifiedAction: CasePathIterable {}

extension IdentifiedAction.AllCasePaths: CasePathReflectable, Sequence {
  public subscript(root: IdentifiedAction) -> PartialCaseKeyPath<IdentifiedAction> { \.element }

  public func makeIterator() -> IndexingIterator<[PartialCaseKeyPath<IdentifiedAction>]> {
    [\.element].makeIterator()
  }
}

extension StackAction: CasePathIterable {}

extension StackAction.AllCasePaths: CasePathReflectable, Sequence {
  public subscript(root: StackAction) -> PartialCaseKeyPath<StackAction> {
    switch root {
    case .element: \.element
    case .popFrom: \.popFrom
    case .push: \.push
    }
  }

  public func makeIterator() -> IndexingIterator<[PartialCaseKeyPath<StackAction>]> {
    [\.element, \.popFrom, \.push].makeIterator()
  }
}
