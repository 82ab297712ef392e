import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension DeclModifierListSyntax {
  private static let accessLevels: Set<String> = [
    "private", "fileprivate", "internal", "package", "public", "open",
  ]

  /// The access modifiers of the declaration, including `private(set)`.
  var accessModifiers: DeclModifierListSyntax {
    filter { Self.accessLevels.contains($0.name.text) }
  }

  /// Whether other modules can access the declaration.
  var isAccessibleFromOtherModules: Bool {
    contains { ["public", "package", "open"].contains($0.name.text) && $0.detail == nil }
  }

  func contains(named name: String) -> Bool { contains { $0.name.text == name } }
}

extension DeclGroupSyntax {
  /// Returns the access modifier, with a trailing space, that makes members as accessible as the type.
  ///
  /// It is never `private` or `fileprivate`: without one, a member of a private type is as accessible as the type, and
  /// a `private` member could not be a protocol witness. A type in a `public extension` is public without a modifier.
  func memberAccess(in context: some MacroExpansionContext) -> String {
    if modifiers.isAccessibleFromOtherModules { return "public " }
    guard
      modifiers.accessModifiers.isEmpty,
      let outer = context.lexicalContext.first?.as(ExtensionDeclSyntax.self)
    else { return "" }
    return outer.modifiers.isAccessibleFromOtherModules ? "public " : ""
  }
}

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

// MARK: - Availability

extension AttributeListSyntax {
  /// The `@available` attributes as source, each on its own line, with the `#if`s around them.
  ///
  /// Generated code that uses a deprecated declaration repeats them, because only deprecated code may use it without a
  /// warning.
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
  var isDeprecated: Bool { flattened.contains { $0.hasAvailability("deprecated") } }

  /// Whether an attribute makes the declaration unavailable, on any platform.
  var isUnavailable: Bool { flattened.contains { $0.hasAvailability("unavailable") } }
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
  /// The `@available` attributes of all deprecated declarations, for a member that uses all of them.
  var deprecations: String {
    var found: [String] = []
    for attributes in self where attributes.isDeprecated {
      let availability = attributes.availability
      if !found.contains(availability) { found.append(availability) }
    }
    return found.joined()
  }
}

// MARK: - Output

/// Returns an extension with the conformances that the compiler reports to a macro as missing, if any.
func conformances(
  of type: some TypeSyntaxProtocol, to protocols: [TypeSyntax]
) -> [ExtensionDeclSyntax] {
  guard !protocols.isEmpty else { return [] }
  let names = protocols.map { name -> String in
    let text = name.trimmedDescription
    return text.contains(".") ? text : "ReducerRuntime.\(text)"
  }
  let declaration: DeclSyntax =
    "extension \(type.trimmed): \(raw: names.joined(separator: ", ")) {}"
  return declaration.as(ExtensionDeclSyntax.self).map { [$0] } ?? []
}

/// A diagnostic of a macro about the code it is attached to.
struct MacroDiagnostic: DiagnosticMessage, FixItMessage {
  var message: String
  var severity = DiagnosticSeverity.error

  var diagnosticID: MessageID { MessageID(domain: "ReducerMacros", id: "misuse") }
  var fixItID: MessageID { MessageID(domain: "ReducerMacros", id: "fix-it") }
}

extension MacroExpansionContext {
  /// Reports an error at `node`, with suggested edits.
  func diagnose(_ message: String, at node: some SyntaxProtocol, fixIts: [FixIt] = []) {
    diagnose(
      Diagnostic(node: node, message: MacroDiagnostic(message: message), fixIts: fixIts))
  }

  /// Reports an error at a `let`, and suggests a `var`.
  func diagnoseConstant(_ variable: VariableDeclSyntax, _ message: String) {
    let specifier = variable.bindingSpecifier
    let edited = specifier.with(\.tokenKind, .keyword(.var))
    diagnose(message, at: specifier, fixIts: [.replacing(specifier, with: edited, "Use 'var'")])
  }
}

extension FixIt {
  /// Returns an edit that replaces `old` with `new`.
  static func replacing(
    _ old: some SyntaxProtocol, with new: some SyntaxProtocol, _ message: String
  ) -> FixIt {
    FixIt(
      message: MacroDiagnostic(message: message),
      changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))])
  }
}

extension DeclGroupSyntax {
  /// The description of the declaration in diagnostics: `struct type 'Counter'`.
  var diagnosticDescription: String {
    let name = asProtocol((any NamedDeclSyntax).self)?.name.text ?? ""
    return "\(introducer.text) type '\(name)'"
  }
}
