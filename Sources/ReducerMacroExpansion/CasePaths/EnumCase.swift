import SwiftSyntax

/// A case of an enum, with the parts that generated code needs.
struct EnumCase {
  struct Value {
    var label: String?
    var type: TypeSyntax
  }

  var declaration: EnumCaseDeclSyntax
  var element: EnumCaseElementSyntax
  /// The name of the case, with backticks if the source has them.
  var name: String
  var values: [Value]
  /// The index among the enum's cases, including all branches of `#if`.
  var index = 0

  init(_ element: EnumCaseElementSyntax, in declaration: EnumCaseDeclSyntax) {
    self.declaration = declaration
    self.element = element
    name = element.name.text
    values = (element.parameterClause?.parameters ?? []).map { parameter in
      let label = parameter.firstName.flatMap { $0.tokenKind == .wildcard ? nil : $0.text }
      return Value(label: label, type: parameter.type.trimmed)
    }
  }

  /// The `@available` attributes of the case, each on its own line.
  var availability: String { declaration.attributes.availability }

  /// Whether code may not mention the case.
  var isUnavailable: Bool { declaration.attributes.makeUnavailable }

  /// The pattern of the case: `.detail(let v0, let v1)`, or `.detail` without values.
  var pattern: String {
    values.isEmpty
      ? ".\(name)" : ".\(name)(\(values.indices.map { "let v\($0)" }.joined(separator: ", ")))"
  }

  /// Returns the construction of the case: `Root.detail(id: a, b)`, with one expression for each value.
  func construction(of root: String, from expressions: [String]) -> String {
    guard !values.isEmpty else { return "\(root).\(name)" }
    let arguments = zip(values, expressions).map { value, expression in
      value.label.map { "\($0): \(expression)" } ?? expression
    }
    return "\(root).\(name)(\(arguments.joined(separator: ", ")))"
  }
}

extension EnumDeclSyntax {
  /// The enum's cases, in order, with the `#if`s around them.
  var enumCases: ConditionalList<EnumCase> {
    var index = 0
    return ConditionalList(members: memberBlock.members) { member in
      guard let declaration = member.as(EnumCaseDeclSyntax.self) else { return [] }
      return declaration.elements.map { element in
        var enumCase = EnumCase(element, in: declaration)
        enumCase.index = index
        index += 1
        return enumCase
      }
    }
  }
}

extension ConditionalList<EnumCase> {
  /// The `@available` attributes of a member that mentions every case.
  var deprecations: String { all.map(\.declaration.attributes).deprecations }

  /// Returns the source of all cases that code may mention.
  func availableSource(_ render: (EnumCase) -> String) -> String {
    source { $0.isUnavailable ? "" : render($0) }
  }

  /// The cases whose name another case has that can be compiled together with them.
  ///
  /// The branches of one `#if` exclude each other, so the same name in two of them is allowed.
  var overloads: [EnumCase] {
    var names: Set<String> = []
    return overloads(after: &names)
  }

  private func overloads(after names: inout Set<String>) -> [EnumCase] {
    var found: [EnumCase] = []
    for entry in entries {
      switch entry {
      case .element(let enumCase):
        if !names.insert(enumCase.name).inserted { found.append(enumCase) }
      case .conditional(let clauses):
        let outer = names
        for clause in clauses {
          var inner = outer
          found += clause.list.overloads(after: &inner)
          names.formUnion(inner)
        }
      }
    }
    return found
  }
}
