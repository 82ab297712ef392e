public import SwiftSyntax
public import SwiftSyntaxMacros

/// `@ObservationStateIgnored`: a mark that `@ObservableState` looks for, and nothing more.
public enum ObservationStateIgnoredMacro: PeerMacro {
  public static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    []
  }
}
