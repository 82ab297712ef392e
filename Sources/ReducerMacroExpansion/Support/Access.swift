import SwiftSyntax
import SwiftSyntaxMacros

extension DeclModifierListSyntax {
  private static let accessLevels: Set<String> = [
    "private", "fileprivate", "internal", "package", "public", "open",
  ]

  /// The modifiers that say who may see the declaration, `private(set)` and its like included.
  var accessModifiers: DeclModifierListSyntax {
    filter { Self.accessLevels.contains($0.name.text) }
  }

  /// Whether other modules may see the declaration.
  var reachOtherModules: Bool {
    contains { ["public", "package", "open"].contains($0.name.text) && $0.detail == nil }
  }

  func contains(named name: String) -> Bool { contains { $0.name.text == name } }
}

extension DeclGroupSyntax {
  /// The modifier, with the space after it, that lets members be seen wherever the type is.
  ///
  /// Never `private` or `fileprivate`: an unmarked member of a private type is as reachable as the type, and a member
  /// marked `private` could not be a protocol's witness. A type in a `public extension` is public without saying so.
  func memberAccess(in context: some MacroExpansionContext) -> String {
    if modifiers.reachOtherModules { return "public " }
    guard
      modifiers.accessModifiers.isEmpty,
      let outer = context.lexicalContext.first?.as(ExtensionDeclSyntax.self)
    else { return "" }
    return outer.modifiers.reachOtherModules ? "public " : ""
  }
}
