public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// `@ObservationStateTracked`: moves a property into storage of its own and has the registrar told of each access.
///
/// `@ObservableState` puts it on a state's properties; nobody writes it.
public enum ObservationStateTrackedMacro {
  /// `get`, `set` and `_modify` of a property whose value is `storage` and which is known by `hash`.
  ///
  /// The value is handed to the registrar `inout` and nothing is copied, so a large value stays uniquely referenced
  /// while it changes.
  static func accessors(storage: String, hash: String) -> [AccessorDeclSyntax] {
    [
      """
      get {
        _$observationRegistrar.access(\(raw: hash))
        return \(raw: storage)
      }
      """,
      """
      set {
        _$observationRegistrar.set(\(raw: hash), &\(raw: storage), newValue)
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
    // `willSet` and `didSet` go along: a property with accessors cannot have observers, its storage can.
    let pattern = IdentifierPatternSyntax(identifier: .identifier(property.storageName))
    let binding = property.binding.trimmed.with(\.pattern, PatternSyntax(pattern))
    return ["private var \(binding)"]
  }
}
