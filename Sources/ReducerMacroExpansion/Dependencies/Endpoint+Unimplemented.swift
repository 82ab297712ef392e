import SwiftSyntax
import SwiftSyntaxBuilder

extension Endpoint {
  /// Returns the default closure of an endpoint, which reports the call and then throws or returns a fallback.
  ///
  /// `nil` if a nonthrowing endpoint has no fallback and its result is not `Void`.
  ///
  /// - Parameter client: The name of the type, for the report.
  func unimplemented(in client: String) -> String? {
    let report = "ReducerRuntime.reportIssue(\"Unimplemented: '\(client).\(name)'\")"
    guard let initial = property.binding.initializer?.value else {
      guard throwsAnyError || returnsVoid || returnsOptional else { return nil }
      var statements = [report]
      if throwsAnyError {
        statements.append("throw ReducerRuntime.Unimplemented(\"\(name)\")")
      } else if returnsOptional {
        statements.append("return nil")
      }
      let names = Array(repeating: "_", count: parameters.count).joined(separator: ", ")
      let head = parameters.isEmpty ? "{" : "{ \(names) in"
      return "\(head)\n\(statements.joined(separator: "\n"))\n}"
    }
    guard let closure = initial.as(ClosureExprSyntax.self) else {
      return initial.trimmedDescription
    }
    return closure.reporting(report, returning: !returnsVoid)
  }
}

extension ClosureExprSyntax {
  /// Returns the closure with `report` as its first statement. A single expression, whose `return` was implicit, gets
  /// one.
  fileprivate func reporting(_ report: String, returning: Bool) -> String {
    let head = signature.map { "{ \($0.trimmedDescription)" } ?? "{"
    var body = statements.trimmedDescription
    if returning, statements.count == 1, let only = statements.first, only.item.is(ExprSyntax.self)
    {
      body = "return \(body)"
    }
    return "\(head)\n\(report)\n\(body)\n}"
  }
}
