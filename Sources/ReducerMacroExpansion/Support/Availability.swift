import SwiftSyntax

extension AttributeListSyntax {
  /// The `@available` attributes as source, each on its own line, with the `#if`s around them.
  ///
  /// Generated code that mentions a deprecated declaration repeats them, because a deprecated declaration may use
  /// another one without a warning.
  var availability: String {
    map { element -> String in
      if case .attribute(let attribute) = element {
        return attribute.baseName == "available" ? attribute.trimmedDescription + "\n" : ""
      }
      guard case .ifConfigDecl(let conditional) = element else { return "" }
      let texts = conditional.clauses.map { clause -> String in
        guard case .attributes(let attributes) = clause.elements else { return "" }
        return attributes.availability
      }
      if texts.allSatisfy(\.isEmpty) { return "" }
      return zip(conditional.clauses, texts)
        .map { "\($0.poundKeyword.text) \($0.condition?.trimmedDescription ?? "")\n\($1)" }
        .joined() + "#endif\n"
    }
    .joined()
  }

  /// Whether an attribute deprecates the declaration, on any platform.
  var deprecate: Bool { flattened.contains { $0.hasAvailability("deprecated") } }

  /// Whether an attribute makes the declaration unavailable, on any platform.
  var makeUnavailable: Bool { flattened.contains { $0.hasAvailability("unavailable") } }
}

extension AttributeSyntax {
  fileprivate func hasAvailability(_ name: String) -> Bool {
    guard case .availability(let arguments) = arguments else { return false }
    return arguments.contains { argument in
      switch argument.argument {
      case .token(let token): token.text == name
      case .availabilityLabeledArgument(let labeled): labeled.label.text == name
      default: false
      }
    }
  }
}

extension Sequence<AttributeListSyntax> {
  /// The `@available` attributes of all deprecated declarations, for a member that mentions all of them.
  var deprecations: String {
    var found: [String] = []
    for attributes in self where attributes.deprecate {
      let availability = attributes.availability
      if !found.contains(availability) { found.append(availability) }
    }
    return found.joined()
  }
}
