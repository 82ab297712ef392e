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
    return [conformance(of: type, to: protocols)].compactMap(\.self)
  }
}
