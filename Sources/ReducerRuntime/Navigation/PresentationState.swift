/// The state of an optional child whose presence drives navigation: `@Presents var detail: Detail.State?`.
///
/// A presented child is stored behind a reference, so that a feature can present another instance of itself. Shared
/// storage is copied on write.
///
/// For a `@Reducer` enum only the payload is stored this way: Swift has no address for the payload of an enum, and the
/// feature is reduced and read in place. The enum is rebuilt when it is read as a whole.
///
/// - Complexity: Reading and changing the child in place are O(1); presenting it allocates once.
@propertyWrapper
public struct PresentationState<State> {
  @usableFromInline private(set) var storage: PresentedStorage<State>?
  /// The address of the child, for reading; `nil` if no child is presented, or if ``payload`` has the address instead.
  /// It is stored next to the reference, so that a reader need not retain the storage.
  @usableFromInline private(set) var stateAddress: UnsafeMutablePointer<State>?
  /// The address of the payload, if the child is a case of a `@Reducer` enum.
  @usableFromInline private(set) var payload: PayloadAddress?

  /// Creates the property with a presented child, or with none.
  public init(wrappedValue: State?) {
    setStorage(wrappedValue.map(PresentedStorage.make))
  }

  private mutating func setStorage(_ storage: PresentedStorage<State>?) {
    self.storage = storage
    stateAddress = storage?.stateAddress
    payload = storage?.payload
  }

  /// The state of the child, or `nil` while no child is presented.
  public var wrappedValue: State? {
    get { stateAddress?.pointee ?? storage?.copy() }
    set {
      if let newValue, isKnownUniquelyReferenced(&storage), storage!.replace(with: newValue) {
        return
      }
      setStorage(newValue.map(PresentedStorage.make))
    }
    _modify {
      guard storage != nil else {
        var child: State?
        defer { setStorage(child.map(PresentedStorage.make)) }
        yield &child
        return
      }
      makeUnique()
      // The child is moved out while it is changed, so that its storage is uniquely referenced.
      var child: State? = storage!.moveOut()
      defer {
        if let child {
          if !storage!.moveIn(child) { setStorage(PresentedStorage.make(child)) }
        } else {
          setStorage(nil)
        }
      }
      yield &child
    }
  }

  /// The presentation itself, the target of `\.$detail`.
  public var projectedValue: Self {
    get { self }
    set { self = newValue }
    _modify { yield &self }
  }

  /// Copies shared storage, so that the child can be changed in place.
  ///
  /// - Complexity: O(1), plus a copy of the child if the storage is shared.
  @inlinable
  mutating func makeUnique() {
    if !isKnownUniquelyReferenced(&storage) { copyStorage() }
  }

  @usableFromInline
  mutating func copyStorage() {
    setStorage(wrappedValue.map(PresentedStorage.make))
  }
}

// Unchecked: the storage is never changed while it is shared.
extension PresentationState: @unchecked Sendable where State: Sendable {}

extension PresentationState: Equatable where State: Equatable {
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.storage === rhs.storage || lhs.wrappedValue == rhs.wrappedValue
  }
}

extension PresentationState: Hashable where State: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(wrappedValue)
  }
}

extension PresentationState: Decodable where State: Decodable {
  public init(from decoder: any Decoder) throws {
    self.init(wrappedValue: try State?(from: decoder))
  }
}

extension PresentationState: Encodable where State: Encodable {
  public func encode(to encoder: any Encoder) throws {
    try wrappedValue.encode(to: encoder)
  }
}

extension PresentationState: CustomReflectable {
  public var customMirror: Mirror { Mirror(reflecting: wrappedValue as Any) }
}

// MARK: - By case

extension PresentationState where State: CasePathable {
  /// The payload of the child if it is the case at `path`. Setting `nil` dismisses the child.
  ///
  /// ```swift
  /// state.$destination[case: \.detail]?.isFavorite = true
  /// ```
  ///
  /// Setting a payload while the child is absent or is another case reports an issue and changes nothing.
  ///
  /// - Complexity: Writing copies the payload's storage.
  public subscript<Case>(
    case path: CaseKeyPath<State, Case>,
    fileID fileID: _HashableStaticString = #fileID,
    filePath filePath: _HashableStaticString = #filePath,
    line line: UInt = #line, column column: UInt = #column
  ) -> Case? {
    get { wrappedValue.flatMap { AnyCasePath(path).extract(from: $0) } }
    _modify {
      let path = AnyCasePath(path)
      var payload = wrappedValue.flatMap { path.extract(from: $0) }
      guard case .some = payload else {
        yield &payload
        IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
          .reportCaseMismatch(path.name)
        return
      }
      yield &payload
      wrappedValue = payload.map { path.embed($0) }
    }
  }
}
