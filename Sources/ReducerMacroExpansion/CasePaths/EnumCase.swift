import SwiftSyntax

/// One case of an enum, as generated code needs to name, match and build it.
struct EnumCase {
  struct Value {
    var label: String?
    var type: TypeSyntax
  }

  var declaration: EnumCaseDeclSyntax
  var element: EnumCaseElementSyntax
  /// The case's name, in backticks when it is written so.
  var name: String
  var values: [Value]
  /// Its place among the enum's cases, all branches of `#if` counted.
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

  /// `.detail(let v0, let v1)`, or `.detail` when there is nothing in it.
  var pattern: String {
    values.isEmpty
      ? ".\(name)" : ".\(name)(\(values.indices.map { "let v\($0)" }.joined(separator: ", ")))"
  }

  /// `Root.detail(id: a, b)`, from one expression for each value.
  func construction(of root: String, from expressions: [String]) -> String {
    guard !values.isEmpty else { return "\(root).\(name)" }
    let arguments = zip(values, expressions).map { value, expression in
      value.label.map { "\($0): \(expression)" } ?? expression
    }
    return "\(root).\(name)(\(arguments.joined(separator: ", ")))"
  }
}

extension EnumDeclSyntax {
  /// The enum's cases, in order, under the `#if` they are written in.
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
  /// Cases whose name another case that can be compiled along with them has too.
  ///
  /// The branches of one `#if` exclude each other, so the same name in two of them is no clash.
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
