import SwiftSyntax
import SwiftSyntaxBuilder

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
      // A function type has no argument labels; in `_ after: Int`, the second name serves as the label.
      let token = parameter.secondName ?? parameter.firstName
      let label = token.flatMap { $0.tokenKind == .wildcard ? nil : $0.text }
      return Parameter(label: label, type: parameter.type.trimmed)
    }
  }

  var isAsync: Bool { function.effectSpecifiers?.asyncSpecifier != nil }

  var isThrowing: Bool { function.effectSpecifiers?.throwsClause != nil }

  /// Whether it may throw any error, instead of only errors of one type.
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

  /// The beginning of a closure that ignores its arguments: `{ _, _ in`.
  var closureHead: String {
    let names = parameters.map { _ in "_" }.joined(separator: ", ")
    return names.isEmpty ? "{" : "{ \(names) in"
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

// MARK: - Unimplemented

extension Endpoint {
  /// Returns the default closure of an endpoint, which reports the call and then throws or returns a fallback.
  ///
  /// `nil` if no default is written, unless the endpoint throws any error or returns `Void` or an optional.
  ///
  /// - Parameter client: The name of the type, for the report.
  func unimplemented(in client: String) -> String? {
    let report =
      "ReducerRuntime._reportUnimplementedEndpoint(\"\(client).\(name)\")"
    guard let initial = property.binding.initializer?.value else {
      guard throwsAnyError || returnsVoid || returnsOptional else { return nil }
      var statements = [report]
      if throwsAnyError {
        statements.append("throw ReducerRuntime.Unimplemented(\"\(name)\")")
      } else if returnsOptional {
        statements.append("return nil")
      }
      return "\(closureHead)\n\(statements.joined(separator: "\n"))\n}"
    }
    guard let closure = initial.as(ClosureExprSyntax.self) else {
      return initial.trimmedDescription
    }
    return closure.reporting(report, returning: !returnsVoid)
  }
}

extension ClosureExprSyntax {
  /// Returns the closure with `report` as its first statement. A single expression, whose `return` was implicit, gets
  /// an explicit `return`.
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

// MARK: - As a method

extension Endpoint {
  /// Returns a method with the argument labels that calls of a closure cannot have.
  ///
  /// - Parameter name: The name of the method, if it differs from the property's.
  /// - Returns: `nil` if there are no labels and `name` is `nil`: the method would only duplicate the property.
  func method(named name: String?) -> String? {
    let parameters = self.parameters
    guard name != nil || parameters.contains(where: { $0.label != nil }) else { return nil }
    let declared = parameters.enumerated().map { index, parameter in
      "\(parameter.label ?? "_") p\(index): \(parameter.type.trimmedDescription)"
    }
    let passed = parameters.enumerated().map { index, parameter in
      parameter.type.isInout
        ? "&p\(index)" : parameter.type.isAutoclosure ? "p\(index)()" : "p\(index)"
    }
    let access = property.declaration.modifiers.accessModifiers.filter { $0.detail == nil }
    let head = isolation + access.map(\.name.text) + ["func \(name ?? property.name)"]
    let call = "self.\(property.name)(\(passed.joined(separator: ", ")))"
    let marks = (isThrowing ? "try " : "") + (isAsync ? "await " : "")
    return """
      \(head.joined(separator: " "))(\(declared.joined(separator: ", ")))\(effects) -> \(result) {
      \(returnsVoid ? "" : "return ")\(marks)\(call)
      }
      """
  }
}

extension TypeSyntax {
  fileprivate var isInout: Bool {
    self.as(AttributedTypeSyntax.self)?.specifiers.contains {
      $0.as(SimpleTypeSpecifierSyntax.self)?.specifier.tokenKind == .keyword(.inout)
    } ?? false
  }

  fileprivate var isAutoclosure: Bool {
    self.as(AttributedTypeSyntax.self)?.attributes.contains(named: "autoclosure") ?? false
  }
}
