import SwiftSyntax
import SwiftSyntaxBuilder

/// An extension that conforms `type` to those of a macro's protocols which the compiler says it lacks; nil for none.
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
