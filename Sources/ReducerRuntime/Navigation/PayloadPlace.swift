/// The place of a payload that lies outside its enum.
@usableFromInline
struct PayloadPlace {
  /// The number of its case.
  @usableFromInline let index: Int
  @usableFromInline let address: UnsafeMutableRawPointer
  /// The type of the payload. A reader of another type is given no address.
  @usableFromInline let type: ObjectIdentifier

  init<Payload>(_ address: UnsafeMutablePointer<Payload>, index: Int) {
    self.index = index
    self.address = UnsafeMutableRawPointer(address)
    type = ObjectIdentifier(Payload.self)
  }
}

/// A presented child, as a scoped store tells it from the next.
@usableFromInline
struct PresentedChild {
  /// The number of its case, where its payload lies outside the enum.
  @usableFromInline let index: Int?
  /// The location of its ``ObservableStateID``.
  @usableFromInline let location: UInt64
}
