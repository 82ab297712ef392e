public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// Every macro of this library, by the type name that `#externalMacro` asks for.
public var reducerMacros: [String: any Macro.Type] {
  ["CasePathableMacro": CasePathableMacro.self]
}

public enum CasePathableMacro: MemberMacro {
  public static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    ["static var hello: Int { 42 }"]
  }
}
