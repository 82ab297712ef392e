/// The identity of a storage: the storage itself if it is hashable, the object if it is one, and otherwise its type.
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
