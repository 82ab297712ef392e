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

  /// Whether generated code must not use the case.
  var isUnavailable: Bool { declaration.attributes.isUnavailable }

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
  /// The `@available` attributes for a member that uses every case.
  var deprecations: String { all.map(\.declaration.attributes).deprecations }

  /// Returns the source of all cases that generated code may use.
  func availableSource(_ render: (EnumCase) -> String) -> String {
    source { $0.isUnavailable ? "" : render($0) }
  }

  /// The cases that share their name with another case in the same build.
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

// MARK: - Conditions

/// A list of elements of a declaration in source order, with the `#if`s around them.
///
/// A macro cannot know which branch is compiled, so generated code repeats the conditions.
struct ConditionalList<Element> {
  struct Clause {
    /// The directive: `#if DEBUG`, `#elseif os(Linux)` or `#else`.
    var head: String
    var list: ConditionalList
  }

  enum Entry {
    case element(Element)
    case conditional([Clause])
  }

  var entries: [Entry] = []

  var isEmpty: Bool { entries.isEmpty }

  /// All elements, regardless of their conditions.
  var all: [Element] {
    entries.flatMap { entry -> [Element] in
      switch entry {
      case .element(let element): [element]
      case .conditional(let clauses): clauses.flatMap(\.list.all)
      }
    }
  }

  /// Returns the source of all elements, one per line, under their conditions.
  func source(_ render: (Element) -> String) -> String {
    entries.map { entry in
      switch entry {
      case .element(let element):
        return render(element)
      case .conditional(let clauses):
        let texts = clauses.map { $0.list.source(render) }
        if texts.allSatisfy(\.isEmpty) { return "" }
        return zip(clauses, texts).map { "\($0.head)\n\($1)\n" }.joined() + "#endif"
      }
    }
    .filter { !$0.isEmpty }
    .joined(separator: "\n")
  }

  /// Returns a list with the same conditions and transformed elements.
  func map<Mapped>(_ transform: (Element) -> Mapped) -> ConditionalList<Mapped> {
    ConditionalList<Mapped>(
      entries: entries.map { entry in
        switch entry {
        case .element(let element):
          .element(transform(element))
        case .conditional(let clauses):
          .conditional(clauses.map { .init(head: $0.head, list: $0.list.map(transform)) })
        }
      })
  }

  private init(entries: [Entry]) {
    self.entries = entries
  }

  /// Reads a type's members; `read` returns the elements for one member.
  init(members: MemberBlockItemListSyntax, _ read: (DeclSyntax) -> [Element]) {
    for member in members {
      guard let conditional = member.decl.as(IfConfigDeclSyntax.self) else {
        entries += read(member.decl).map(Entry.element)
        continue
      }
      let clauses = conditional.clauses.map { clause in
        let condition = clause.condition.map { " \($0.trimmedDescription)" } ?? ""
        var list = ConditionalList(members: [], read)
        if case .decls(let members) = clause.elements {
          list = ConditionalList(members: members, read)
        }
        return Clause(head: clause.poundKeyword.text + condition, list: list)
      }
      if clauses.contains(where: { !$0.list.isEmpty }) {
        entries.append(.conditional(clauses))
      }
    }
  }
}
