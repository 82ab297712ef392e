/// The identity of a storage: of a value its hash, of an object its address, and otherwise its type.
// Unchecked: storages are `Sendable`, and an identity is only compared and hashed.
struct StorageIdentity: Hashable, @unchecked Sendable {
  private let value: AnyHashable

  init(_ storage: any Sendable) {
    if let hashable = storage as? any Hashable {
      value = AnyHashable(hashable)
    } else if type(of: storage) is AnyObject.Type {
      value = ObjectIdentifier(storage as AnyObject)
    } else {
      value = ObjectIdentifier(type(of: storage))
    }
  }
}
