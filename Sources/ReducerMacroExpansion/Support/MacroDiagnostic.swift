import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

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
}

extension FixIt {
  /// Returns an edit that replaces `old` by `new`.
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
