public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// The macro `@ObservationStateTracked`, which moves a property into separate storage and reports each access to the
/// registrar.
///
/// `@ObservableState` adds it to a state's properties; it is not written by hand.
public enum ObservationStateTrackedMacro {
  /// Returns `get`, `set` and `_modify` of a property with the storage `storage` and the name hash `hash`.
  ///
  /// The value is passed to the registrar `inout` without a copy, so a large value stays uniquely referenced while it
  /// changes.
  ///
  /// - Parameter setStorage: The storage that the registrar sets, if it is not `storage`.
  static func accessors(
    storage: String, setStorage: String? = nil, hash: String
  ) -> [AccessorDeclSyntax] {
    [
      """
      get {
        _$observationRegistrar.access(\(raw: hash))
        return \(raw: storage)
      }
      """,
      """
      set {
        _$observationRegistrar.set(\(raw: hash), &\(raw: setStorage ?? storage), newValue)
      }
      """,
      """
      _modify {
        let _$token = _$observationRegistrar.willModify(&\(raw: storage))
        defer {
          _$observationRegistrar.didModify(\(raw: hash), \(raw: storage), _$token)
        }
        yield &\(raw: storage)
      }
      """,
    ]
  }
}

extension ObservationStateTrackedMacro: AccessorMacro {
  public static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard
      let variable = declaration.as(VariableDeclSyntax.self),
      let property = StateProperty(variable), property.isStoredVariable
    else { return [] }
    let storage = property.storageName
    let initializer: AccessorDeclSyntax = """
      @storageRestrictions(initializes: \(raw: storage))
      init(initialValue) {
        \(raw: storage) = initialValue
      }
      """
    return [initializer] + accessors(storage: storage, hash: property.hash)
  }
}

extension ObservationStateTrackedMacro: PeerMacro {
  public static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard
      let variable = declaration.as(VariableDeclSyntax.self),
      let property = StateProperty(variable), property.isStoredVariable
    else { return [] }
    // `willSet` and `didSet` move too: a property with accessors cannot have observers, but its storage can.
    let pattern = IdentifierPatternSyntax(identifier: .identifier(property.storageName))
    let binding = property.binding.trimmed.with(\.pattern, PatternSyntax(pattern))
    return ["\(raw: property.availability)private var \(binding)"]
  }
}
