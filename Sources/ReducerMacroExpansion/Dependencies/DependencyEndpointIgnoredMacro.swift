public import SwiftSyntax
public import SwiftSyntaxMacros

/// `@DependencyEndpointIgnored`: a mark that `@DependencyClient` looks for, and nothing more.
public enum DependencyEndpointIgnoredMacro: PeerMacro {
  public static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    []
  }
}
