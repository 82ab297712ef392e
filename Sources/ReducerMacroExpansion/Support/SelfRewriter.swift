import SwiftSyntax

/// Writes a type's name where `Self` stands, for types that move into a nested type, where `Self` is another one.
final class SelfRewriter: SyntaxRewriter {
  private let name: TokenSyntax

  init(name: TokenSyntax) {
    self.name = name.trimmed
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: IdentifierTypeSyntax) -> TypeSyntax {
    guard node.name.tokenKind == .keyword(.Self) else { return super.visit(node) }
    let token = name.with(\.leadingTrivia, node.name.leadingTrivia)
      .with(\.trailingTrivia, node.name.trailingTrivia)
    return TypeSyntax(node.with(\.name, token))
  }
}
