import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension DependencyEndpointMacro {
  /// Reports why `@DependencyEndpoint` cannot be attached to `declaration`.
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

  /// Rejects a `let`, which no test could override.
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

  /// Requests the default closure, whose value an endpoint returns after it has reported its use.
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
      "'\(endpoint.name)' \(reason), so it needs a closure to fall back on when it is not set",
      at: binding,
      fixIts: [.replacing(binding, with: filled, "Add '= \(closure.description)'")])
  }
}

extension Endpoint {
  /// The editor placeholder for the value to return.
  fileprivate var placeholder: ExprSyntax { "<#\(raw: result.trimmedDescription)#>" }
}
