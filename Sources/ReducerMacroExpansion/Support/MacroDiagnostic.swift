import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// What a macro has to say about the code it is attached to, as the compiler prints it.
struct MacroDiagnostic: DiagnosticMessage, FixItMessage {
  var message: String
  var severity = DiagnosticSeverity.error

  var diagnosticID: MessageID { MessageID(domain: "ReducerMacros", id: "misuse") }
  var fixItID: MessageID { MessageID(domain: "ReducerMacros", id: "fix-it") }
}

extension MacroExpansionContext {
  /// Reports an error at `node`, with the edits that would put it right.
  func diagnose(_ message: String, at node: some SyntaxProtocol, fixIts: [FixIt] = []) {
    diagnose(
      Diagnostic(node: node, message: MacroDiagnostic(message: message), fixIts: fixIts))
  }
}

extension FixIt {
  /// An edit that puts `new` where `old` stands.
  static func replacing(
    _ old: some SyntaxProtocol, with new: some SyntaxProtocol, _ message: String
  ) -> FixIt {
    FixIt(
      message: MacroDiagnostic(message: message),
      changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))])
  }
}

extension DeclGroupSyntax {
  /// What a diagnostic calls this declaration: `struct type 'Counter'`.
  var diagnosticDescription: String {
    let name = asProtocol((any NamedDeclSyntax).self)?.name.text ?? ""
    return "\(introducer.text) type '\(name)'"
  }
}
