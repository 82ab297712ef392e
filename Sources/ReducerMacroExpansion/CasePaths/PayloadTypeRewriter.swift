import SwiftSyntax

/// A rewriter of the types of payloads, which generated code mentions inside a nested type.
///
/// There, `Self` is another type, and the associated types of the protocols that the nested type conforms to hide types
/// of the same name, such as a generic parameter `Element`. Those are replaced by an alias beside the nested type.
final class PayloadTypeRewriter: SyntaxRewriter {
  /// The associated types of `Sequence` and `CasePathReflectable`.
  private static let hiddenNames: Set<String> = ["Element", "Iterator", "Root"]

  /// The name of the enum inside the nested type.
  let root: String
  /// The hidden types that were replaced.
  private(set) var replaced: Set<String> = []

  init(_ declaration: EnumDeclSyntax) {
    let name = declaration.name.text
    let isHidden = Self.hiddenNames.contains(name)
    root = isHidden ? Self.alias(of: name) : name
    if isHidden { replaced = [name] }
    super.init(viewMode: .sourceAccurate)
  }

  static func alias(of name: String) -> String { "_$\(name)" }

  override func visit(_ node: IdentifierTypeSyntax) -> TypeSyntax {
    if node.name.tokenKind == .keyword(.Self) { return node.renamed(root) }
    let name = node.name.text
    guard Self.hiddenNames.contains(name) else { return super.visit(node) }
    replaced.insert(name)
    return super.visit(node).as(IdentifierTypeSyntax.self)?.renamed(Self.alias(of: name))
      ?? TypeSyntax(node)
  }
}

extension IdentifierTypeSyntax {
  fileprivate func renamed(_ newName: String) -> TypeSyntax {
    let token = TokenSyntax.identifier(newName)
      .with(\.leadingTrivia, name.leadingTrivia).with(\.trailingTrivia, name.trailingTrivia)
    return TypeSyntax(with(\.name, token))
  }
}
