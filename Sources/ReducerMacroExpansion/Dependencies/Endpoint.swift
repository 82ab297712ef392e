import SwiftSyntax

/// A client's closure property: its parameters, its result, and its effects.
struct Endpoint {
  struct Parameter {
    /// The label; `nil` for a parameter without one.
    var label: String?
    var type: TypeSyntax
  }

  var property: StateProperty
  var function: FunctionTypeSyntax
  /// The type as written, with attributes such as `@Sendable`.
  var type: TypeSyntax

  /// Creates an endpoint; `nil` if the declaration is not a variable or constant with an explicit function type.
  init?(_ variable: VariableDeclSyntax) {
    guard
      !variable.modifiers.contains(named: "static"),
      let property = StateProperty(variable),
      property.binding.accessorBlock == nil,
      let type = property.binding.typeAnnotation?.type.trimmed,
      let function = type.functionType
    else { return nil }
    self.property = property
    self.function = function
    self.type = type
  }

  var name: String { property.bareName }

  var parameters: [Parameter] {
    function.parameters.map { parameter in
      // `_ after: Int` is the syntax of a label in a function type, which has no argument labels of its own.
      let token = parameter.secondName ?? parameter.firstName
      let label = token.flatMap { $0.tokenKind == .wildcard ? nil : $0.text }
      return Parameter(label: label, type: parameter.type.trimmed)
    }
  }

  var isAsync: Bool { function.effectSpecifiers?.asyncSpecifier != nil }

  var isThrowing: Bool { function.effectSpecifiers?.throwsClause != nil }

  /// Whether it may throw any error, and not only those of one type.
  var throwsAnyError: Bool {
    guard let clause = function.effectSpecifiers?.throwsClause else { return false }
    guard let type = clause.type?.trimmedDescription else { return true }
    return ["any Error", "any Swift.Error"].contains(type)
  }

  var result: TypeSyntax { function.returnClause.type.trimmed }

  var returnsVoid: Bool {
    ["Void", "Swift.Void", "()"].contains(result.trimmedDescription)
  }

  var returnsOptional: Bool {
    result.is(OptionalTypeSyntax.self) || result.trimmedDescription.hasPrefix("Optional<")
  }

  /// The attributes of the function type that the method needs too, such as `@MainActor`.
  var isolation: [String] {
    guard let attributed = type.as(AttributedTypeSyntax.self) else { return [] }
    return attributed.attributes.flattened
      .filter { $0.baseName != "Sendable" && $0.baseName != "escaping" }
      .map(\.trimmedDescription)
  }

  var effects: String { function.effectSpecifiers.map { " \($0.trimmedDescription)" } ?? "" }
}

extension TypeSyntax {
  /// The function type, without attributes and parentheses around it.
  var functionType: FunctionTypeSyntax? {
    if let function = self.as(FunctionTypeSyntax.self) { return function }
    if let attributed = self.as(AttributedTypeSyntax.self) {
      return attributed.baseType.functionType
    }
    if let tuple = self.as(TupleTypeSyntax.self), tuple.elements.count == 1 {
      return tuple.elements.first?.type.functionType
    }
    return nil
  }
}
