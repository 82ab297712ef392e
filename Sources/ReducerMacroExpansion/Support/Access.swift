import SwiftSyntax
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
  var reachOtherModules: Bool {
    contains { ["public", "package", "open"].contains($0.name.text) && $0.detail == nil }
  }

  func contains(named name: String) -> Bool { contains { $0.name.text == name } }
}

extension DeclGroupSyntax {
  /// Returns the access modifier, with a trailing space, that makes members as accessible as the type.
  ///
  /// Never `private` or `fileprivate`: a member of a private type without a modifier is as accessible as the type,
  /// and a `private` member could not be a protocol witness. A type in a `public extension` is public without a
  /// modifier.
  func memberAccess(in context: some MacroExpansionContext) -> String {
    if modifiers.reachOtherModules { return "public " }
    guard
      modifiers.accessModifiers.isEmpty,
      let outer = context.lexicalContext.first?.as(ExtensionDeclSyntax.self)
    else { return "" }
    return outer.modifiers.reachOtherModules ? "public " : ""
  }
}
