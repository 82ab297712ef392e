public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// A stored or computed property of a state.
struct StateProperty {
  var declaration: VariableDeclSyntax
  var binding: PatternBindingSyntax
  /// The name as written, possibly with backticks.
  var identifier: TokenSyntax

  /// Creates a property; `nil` if the declaration has several.
  init?(_ declaration: VariableDeclSyntax) {
    guard
      declaration.bindings.count == 1, let binding = declaration.bindings.first,
      let pattern = binding.pattern.as(IdentifierPatternSyntax.self)
    else { return nil }
    self.declaration = declaration
    self.binding = binding
    identifier = pattern.identifier
  }

  /// The name as written.
  var name: String { identifier.text }

  /// The name without backticks, from which `_name` and `$name` are built.
  var bareName: String { identifier.identifier?.name ?? name }

  /// The name of the stored property that backs it.
  var storageName: String { "_\(bareName)" }

  /// The `@available` attributes, which the stored property needs too.
  var availability: String { declaration.attributes.availability }

  var hash: String { propertyHashLiteral(bareName) }

  var hasObservers: Bool { binding.accessorBlock?.isObservers ?? false }

  /// Whether it is a stored variable of the state.
  var isStoredVariable: Bool { declaration.isStoredInstanceVariable }

  /// Returns the accessor that initializes the storage from the `initialValue` of the property.
  func initAccessor(_ value: String = "initialValue") -> AccessorDeclSyntax {
    """
    @storageRestrictions(initializes: \(raw: storageName))
    init(initialValue) {
      \(raw: storageName) = \(raw: value)
    }
    """
  }

  /// Whether `@ObservableState` tracks it.
  ///
  /// A capitalized attribute is a property wrapper or macro with its own storage, which implements observation itself
  /// if necessary. `lazy` and `weak` variables cannot have accessors.
  var isTracked: Bool {
    isStoredVariable
      && !declaration.modifiers.contains { ["lazy", "weak", "unowned"].contains($0.name.text) }
      && !declaration.attributes.flattened.contains { $0.baseName.first?.isUppercase ?? false }
  }
}

extension VariableDeclSyntax {
  /// Whether it is stored in each instance: a `var`, not static, and not computed.
  var isStoredInstanceVariable: Bool {
    bindingSpecifier.tokenKind == .keyword(.var)
      && !modifiers.contains(named: "static") && !modifiers.contains(named: "class")
      && bindings.allSatisfy { $0.accessorBlock?.isObservers ?? true }
  }
}

extension AccessorBlockSyntax {
  /// Whether these are only `willSet` and `didSet`, so that the property is stored.
  var isObservers: Bool {
    guard case .accessors(let accessors) = accessors else { return false }
    return accessors.allSatisfy {
      [.keyword(.willSet), .keyword(.didSet)].contains($0.accessorSpecifier.tokenKind)
    }
  }
}

/// Returns the 32-bit FNV-1a hash of a property's name.
///
/// Observation identifies a property by this number, which is cheaper than a key path. It depends only on the name, so
/// it is the same in every build and module.
func propertyHash(_ name: String) -> UInt32 {
  name.utf8.reduce(0x811C_9DC5) { hash, byte in (hash ^ UInt32(byte)) &* 0x0100_0193 }
}

/// Returns the hash as a literal in generated code: `0x0BADF00D`.
func propertyHashLiteral(_ name: String) -> String {
  let digits = String(propertyHash(name), radix: 16, uppercase: true)
  return "0x" + String(repeating: "0", count: 8 - digits.count) + digits
}

// MARK: - Tracking a property

/// The macro `@ObservationStateTracked`, which moves a property into separate storage and reports each access to the
/// registrar.
///
/// `@ObservableState` adds it to a state's properties; it is not written by hand.
public enum ObservationStateTrackedMacro {
  /// Returns `get`, `set` and `_modify` of a property with the storage `storage` and the name hash `hash`.
  ///
  /// The value is passed to the registrar `inout` without a copy, so the storage of a large value stays uniquely
  /// referenced during a change.
  ///
  /// - Parameter setStorage: The storage that the registrar sets, if it differs from `storage`.
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
    return [property.initAccessor()]
      + accessors(storage: property.storageName, hash: property.hash)
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
