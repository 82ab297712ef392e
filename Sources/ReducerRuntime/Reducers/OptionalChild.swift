/// A place in a parent's state where a child may be: an optional, or a `@Presents` property.
protocol OptionalChild<Child> {
  associatedtype Child
  var child: Child? { get set }
  var isPresent: Bool { get }
  /// Changes the child where it lies; it must be there.
  mutating func modifyChild<Result>(_ operation: (inout Child) -> Result) -> Result
}

extension Optional: OptionalChild {
  var child: Wrapped? {
    get { self }
    set { self = newValue }
  }

  var isPresent: Bool { if case .some = self { true } else { false } }

  mutating func modifyChild<Result>(_ operation: (inout Wrapped) -> Result) -> Result {
    operation(&self!)
  }
}

extension PresentationState: OptionalChild {
  var child: State? {
    get { wrappedValue }
    set { wrappedValue = newValue }
  }
}
