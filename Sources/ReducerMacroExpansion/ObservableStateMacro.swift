public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// The macro `@ObservableState`, which makes the properties of a value type observable.
public enum ObservableStateMacro {}

extension ObservableStateMacro: MemberMacro {
  public static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let access = declaration.memberAccess(in: context)
    if let declaration = declaration.as(StructDeclSyntax.self) {
      return members(of: declaration, access: access, in: context)
    }
    if let declaration = declaration.as(EnumDeclSyntax.self) {
      return members(of: declaration, access: access)
    }
    context.diagnose(
      "'@ObservableState' cannot be applied to \(declaration.diagnosticDescription);"
        + " state is a value, so make it a struct or an enum",
      at: node)
    return []
  }
}

extension ObservableStateMacro: MemberAttributeMacro {
  public static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    guard declaration.is(StructDeclSyntax.self), let variable = member.as(VariableDeclSyntax.self)
    else { return [] }
    guard let property = StateProperty(variable) else {
      if variable.isStoredInstanceVariable,
        !variable.attributes.contains(named: "ObservationStateIgnored")
      {
        context.diagnose(
          "'@ObservableState' tracks one property at a time; declare each with its own 'var'",
          at: variable.bindings)
      }
      return []
    }
    return property.isTracked ? ["@ReducerRuntime.ObservationStateTracked"] : []
  }
}

extension ObservableStateMacro: ExtensionMacro {
  public static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard declaration.is(StructDeclSyntax.self) || declaration.is(EnumDeclSyntax.self)
    else { return [] }
    return conformances(of: type, to: protocols)
  }
}

extension ObservableStateMacro {
  /// Returns the members of a struct: a registrar, and a function that returns the storage of each property.
  static func members(
    of declaration: StructDeclSyntax, access: String, in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    let properties = ConditionalList(members: declaration.memberBlock.members) { member in
      member.as(VariableDeclSyntax.self).flatMap(StateProperty.init).map { [$0] } ?? []
    }
    let deprecations = properties.all.map(\.declaration.attributes).deprecations
    diagnoseClashes(among: properties.all.filter { $0.isTracked || $0.isPresented }, in: context)
    let lookups = [properties.source(presentedStorage), properties.source(storage)]
      .filter { !$0.isEmpty }.joined(separator: "\n")
    return [
      """
      @ReducerRuntime.ObservationStateIgnored
      \(raw: access)var _$observationRegistrar = ReducerRuntime.ObservationStateRegistrar()
      """,
      """
      \(raw: access)var _$id: ReducerRuntime.ObservableStateID {
      _$observationRegistrar.id
      }
      """,
      """
      \(raw: access)mutating func _$willModify() {
      _$observationRegistrar._$willModify()
      }
      """,
      """
      \(raw: deprecations)\(raw: access)static func _$storage(for keyPath: Swift.PartialKeyPath<Self>) -> Swift.PartialKeyPath<Self>? {
      \(raw: lookups)
      return nil
      }
      """,
    ]
  }

  /// Returns the line of `_$storage(for:)` for a presented property; empty for others.
  ///
  /// These lines come first, because reducers of children look for presented properties, and each line creates a key path.
  private static func presentedStorage(of property: StateProperty) -> String {
    guard property.isPresented else { return "" }
    let name = property.name
    return
      "if keyPath == \\Self.$\(property.bareName) || keyPath == \\Self.\(name) { return \\Self.\(property.storageName) }"
  }

  /// Returns the line of `_$storage(for:)` for one property; empty if the property is presented or has no separate storage.
  ///
  /// A property with observers is omitted, because direct writes to its storage would bypass them.
  private static func storage(of property: StateProperty) -> String {
    guard property.isTracked, !property.isPresented, !property.hasObservers else { return "" }
    return "if keyPath == \\Self.\(property.name) { return \\Self.\(property.storageName) }"
  }

  /// Rejects two names with the same hash, which observation could not distinguish. The probability is 1 in 2^32.
  private static func diagnoseClashes(
    among properties: [StateProperty], in context: some MacroExpansionContext
  ) {
    var names: [UInt32: String] = [:]
    for property in properties {
      let name = property.bareName
      let other = names.updateValue(name, forKey: propertyHash(name))
      if let other, other != name {
        context.diagnose(
          "'@ObservableState' cannot tell '\(name)' from '\(other)', whose name has the same hash;"
            + " rename one of them",
          at: property.identifier)
      }
    }
  }
}

// MARK: - Enums

extension ObservableStateMacro {
  /// Returns the members of an enum, whose identity is that of its payload, tagged with the case.
  ///
  /// A case without a value, or with several, has only the tag as its identity.
  static func members(of declaration: EnumDeclSyntax, access: String) -> [DeclSyntax] {
    let cases = declaration.enumCases
    let deprecations = cases.deprecations
    return [
      """
      \(raw: deprecations)\(raw: access)var _$id: ReducerRuntime.ObservableStateID {
      switch self {
      \(raw: cases.availableSource(identity))
      }
      }
      """,
      """
      \(raw: deprecations)\(raw: access)mutating func _$willModify() {
      switch self {
      \(raw: cases.availableSource(willModify))
      }
      }
      """,
    ]
  }

  private static func identity(of enumCase: EnumCase) -> String {
    guard enumCase.values.count == 1 else {
      return """
        case .\(enumCase.name):
        return ReducerRuntime.ObservableStateID._$inert._$tag(\(enumCase.index))
        """
    }
    return """
      case \(enumCase.pattern):
      return ReducerRuntime.ObservableStateID._$id(for: v0)._$tag(\(enumCase.index))
      """
  }

  private static func willModify(_ enumCase: EnumCase) -> String {
    guard enumCase.values.count == 1 else {
      return """
        case .\(enumCase.name):
        break
        """
    }
    return """
      case .\(enumCase.name)(var v0):
      ReducerRuntime._$willModify(&v0)
      self = \(enumCase.construction(of: "", from: ["v0"]))
      """
  }
}
