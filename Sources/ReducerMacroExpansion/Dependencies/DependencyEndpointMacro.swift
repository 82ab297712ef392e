public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// The macro `@DependencyEndpoint`, which gives a closure property a default that reports its use, and a method with
/// labels.
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
    let initializer: AccessorDeclSyntax = """
      @storageRestrictions(initializes: \(raw: storage))
      init(initialValue) {
        \(raw: storage) = initialValue
      }
      """
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
    // An init accessor would replace the reporting closure by the default closure that is written here.
    return endpoint.property.binding.initializer == nil ? [initializer] + accessors : accessors
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
