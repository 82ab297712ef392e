import SwiftSyntax

extension AttributeSyntax {
  /// The attribute's name without its module: `Presents` for `@ReducerRuntime.Presents`.
  var baseName: String {
    if let member = attributeName.as(MemberTypeSyntax.self) { return member.name.text }
    return attributeName.as(IdentifierTypeSyntax.self)?.name.text
      ?? attributeName.trimmedDescription
  }
}

extension AttributeListSyntax {
  /// The attributes, including those inside `#if`.
  var flattened: [AttributeSyntax] {
    flatMap { element -> [AttributeSyntax] in
      if case .attribute(let attribute) = element { return [attribute] }
      guard case .ifConfigDecl(let conditional) = element else { return [] }
      return conditional.clauses.flatMap { clause -> [AttributeSyntax] in
        guard case .attributes(let attributes) = clause.elements else { return [] }
        return attributes.flattened
      }
    }
  }

  func contains(named name: String) -> Bool { flattened.contains { $0.baseName == name } }
}
