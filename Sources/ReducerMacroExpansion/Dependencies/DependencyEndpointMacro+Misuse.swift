import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension DependencyEndpointMacro {
  /// Says why `@DependencyEndpoint` cannot stand on `declaration`.
  static func diagnoseMisuse(
    of node: AttributeSyntax, on declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) {
    guard let variable = declaration.as(VariableDeclSyntax.self), Endpoint(variable) != nil else {
      return context.diagnose(
        "'@DependencyEndpoint' needs a stored property with a function type written out", at: node)
    }
    diagnoseConstant(variable, in: context)
  }

  /// Refuses a `let`, which no test could override.
  static func diagnoseConstant(
    _ variable: VariableDeclSyntax, in context: some MacroExpansionContext
  ) {
    let specifier = variable.bindingSpecifier
    context.diagnose(
      "an endpoint needs a 'var', so that a test can set it", at: specifier,
      fixIts: [
        .replacing(specifier, with: specifier.with(\.tokenKind, .keyword(.var)), "Use 'var'")
      ])
  }

  /// Asks for the closure whose value an endpoint is to return after it has reported its use.
  static func diagnoseMissingDefault(
    of endpoint: Endpoint, in context: some MacroExpansionContext
  ) {
    let names = Array(repeating: "_", count: endpoint.parameters.count).joined(separator: ", ")
    let head = endpoint.parameters.isEmpty ? "{" : "{ \(names) in"
    let closure: ExprSyntax = "\(raw: head) \(endpoint.placeholder) }"
    let binding = endpoint.property.binding
    var filled = binding
    filled.typeAnnotation?.type.trailingTrivia = []
    filled.initializer = InitializerClauseSyntax(
      equal: .equalToken(leadingTrivia: .space, trailingTrivia: .space), value: closure,
      trailingTrivia: binding.trailingTrivia)
    let reason =
      endpoint.isThrowing ? "throws only one type of error" : "returns a value and cannot throw"
    context.diagnose(
      "'\(endpoint.name)' \(reason), so it needs a closure to fall back on when nobody set it",
      at: binding,
      fixIts: [.replacing(binding, with: filled, "Add '= \(closure.description)'")])
  }
}

extension Endpoint {
  /// What the editor shows where the value to return is to be written.
  fileprivate var placeholder: ExprSyntax { "<#\(raw: result.trimmedDescription)#>" }
}
