import SwiftDiagnostics
public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// The macro `@DependencyEndpoint`, which gives a closure property a default that reports its use, and a method with
/// argument labels.
public enum DependencyEndpointMacro {
  /// Returns the endpoint for `declaration`, if it can be one.
  private static func endpoint(_ declaration: some DeclSyntaxProtocol) -> Endpoint? {
    declaration.as(VariableDeclSyntax.self).flatMap { variable in
      variable.bindingSpecifier.tokenKind == .keyword(.var) ? Endpoint(variable) : nil
    }
  }
}

extension DependencyEndpointMacro: AccessorMacro {
  public static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let endpoint = endpoint(declaration) else {
      diagnoseMisuse(of: node, on: declaration, in: context)
      return []
    }
    let storage = endpoint.property.storageName
    let accessors: [AccessorDeclSyntax] = [
      """
      get {
        \(raw: storage)
      }
      """,
      """
      set {
        \(raw: storage) = newValue
      }
      """,
    ]
    // An init accessor would replace the reporting closure with the default closure of the declaration.
    return endpoint.property.binding.initializer == nil
      ? [endpoint.property.initAccessor()] + accessors : accessors
  }
}

extension DependencyEndpointMacro: PeerMacro {
  public static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let endpoint = endpoint(declaration) else { return [] }
    let client = context.lexicalContext.first?.asProtocol((any NamedDeclSyntax).self)?.name.text
    let unimplemented = endpoint.unimplemented(in: client ?? "")
    if unimplemented == nil { diagnoseMissingDefault(of: endpoint, in: context) }
    let initial = unimplemented.map { " = \($0)" } ?? ""
    let storage: DeclSyntax =
      "private var \(raw: endpoint.property.storageName): \(endpoint.type)\(raw: initial)"
    let method = endpoint.method(named: node.stringArgument(labeled: "method"))
    return [storage] + (method.map { ["\(raw: $0)"] } ?? [])
  }
}

extension AttributeSyntax {
  /// Returns the text of a string literal among the attribute's arguments.
  fileprivate func stringArgument(labeled label: String) -> String? {
    guard case .argumentList(let arguments) = arguments else { return nil }
    let argument = arguments.first { $0.label?.text == label }
    return argument?.expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue
  }
}

extension DependencyEndpointMacro {
  /// Reports the reason that `@DependencyEndpoint` cannot be attached to `declaration`.
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
    context.diagnoseConstant(variable, "an endpoint needs a 'var', so that a test can set it")
  }

  /// Requires the default closure, whose value an endpoint returns after it has reported its use.
  static func diagnoseMissingDefault(
    of endpoint: Endpoint, in context: some MacroExpansionContext
  ) {
    let closure: ExprSyntax = "\(raw: endpoint.closureHead) \(endpoint.placeholder) }"
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
