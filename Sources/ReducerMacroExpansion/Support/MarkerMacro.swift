public import SwiftSyntax
public import SwiftSyntaxMacros

/// An attribute that other macros look for and that generates nothing, such as `@ObservationStateIgnored`.
public enum MarkerMacro: PeerMacro {
  public static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    []
  }
}
