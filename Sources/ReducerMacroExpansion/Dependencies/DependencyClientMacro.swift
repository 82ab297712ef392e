public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// The macro `@DependencyClient`, which turns a struct of closures into a client whose unimplemented endpoints report
/// their use.
public enum DependencyClientMacro {}

extension DependencyClientMacro: MemberAttributeMacro {
  public static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    guard
      declaration.is(StructDeclSyntax.self),
      let variable = member.as(VariableDeclSyntax.self), Endpoint(variable) != nil,
      !variable.attributes.contains(named: "DependencyEndpoint"),
      !variable.attributes.contains(named: "DependencyEndpointIgnored")
    else { return [] }
    guard variable.bindingSpecifier.tokenKind == .keyword(.var) else {
      DependencyEndpointMacro.diagnoseConstant(variable, in: context)
      return []
    }
    return ["@ReducerRuntime.DependencyEndpoint"]
  }
}

extension DependencyClientMacro: MemberMacro {
  public static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let declaration = declaration.as(StructDeclSyntax.self) else {
      context.diagnose(
        "'@DependencyClient' cannot be applied to \(declaration.diagnosticDescription);"
          + " a client is a struct of closures",
        at: node)
      return []
    }
    return initializers(of: declaration, access: declaration.memberAccess(in: context))
  }
}
