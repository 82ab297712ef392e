import SwiftSyntax

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

  /// Returns the source of all elements, one below the other, under their conditions.
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
