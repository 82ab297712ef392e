public import SwiftSyntax
public import SwiftSyntaxMacros

/// An attribute that another macro looks for, and that adds nothing: `@ObservationStateIgnored` and its like.
public enum MarkerMacro: PeerMacro {
  public static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    []
  }
}
