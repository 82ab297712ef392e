/// The address of a payload that is stored outside its enum.
@usableFromInline
struct PayloadAddress {
  /// The index of its case.
  @usableFromInline let index: Int
  @usableFromInline let address: UnsafeMutableRawPointer
  /// The type of the payload. A reader with another type gets no address.
  @usableFromInline let type: ObjectIdentifier

  init<Payload>(_ address: UnsafeMutablePointer<Payload>, index: Int) {
    self.index = index
    self.address = UnsafeMutableRawPointer(address)
    type = ObjectIdentifier(Payload.self)
  }
}

/// A presented child, as scoped stores identify it.
@usableFromInline
struct PresentedChild {
  /// The index of its case, if its payload is stored outside the enum.
  @usableFromInline let index: Int?
  /// The location of its ``ObservableStateID``.
  @usableFromInline let location: UInt64
}
