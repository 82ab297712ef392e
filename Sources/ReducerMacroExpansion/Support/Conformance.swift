import SwiftSyntax
import SwiftSyntaxBuilder

/// Returns an extension with those of a macro's conformances that the compiler reports as missing; `nil` if there are
/// none.
func conformance(
  of type: some TypeSyntaxProtocol, to protocols: [TypeSyntax]
) -> ExtensionDeclSyntax? {
  guard !protocols.isEmpty else { return nil }
  let names = protocols.map { name -> String in
    let text = name.trimmedDescription
    return text.contains(".") ? text : "ReducerRuntime.\(text)"
  }
  let declaration: DeclSyntax =
    "extension \(type.trimmed): \(raw: names.joined(separator: ", ")) {}"
  return declaration.as(ExtensionDeclSyntax.self)
}
