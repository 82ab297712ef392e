import SwiftSyntax

/// The parts of a reducer that are written inside its declaration.
struct ReducerMembers {
  /// Names of the types declared here, type aliases among them.
  var typeNames: Set<String> = []
  var body: VariableDeclSyntax?
  var reduce: FunctionDeclSyntax?

  var hasLogic: Bool { body != nil || reduce != nil }

  init(_ declaration: some DeclGroupSyntax) {
    read(declaration.memberBlock.members)
  }

  private mutating func read(_ members: MemberBlockItemListSyntax) {
    for member in members {
      if let conditional = member.decl.as(IfConfigDeclSyntax.self) {
        for case .decls(let members) in conditional.clauses.compactMap(\.elements) {
          read(members)
        }
      } else if let variable = member.decl.as(VariableDeclSyntax.self) {
        if variable.isReducerBody { body = variable }
      } else if let function = member.decl.as(FunctionDeclSyntax.self) {
        if function.isReduce { reduce = function }
      } else if !member.decl.is(MacroDeclSyntax.self), !member.decl.is(OperatorDeclSyntax.self),
        let named = member.decl.asProtocol((any NamedDeclSyntax).self)
      {
        typeNames.insert(named.name.identifier?.name ?? named.name.text)
      }
    }
  }
}

extension VariableDeclSyntax {
  /// Whether this is a reducer's `body`.
  var isReducerBody: Bool {
    guard
      !modifiers.contains(named: "static"), bindings.count == 1,
      let pattern = bindings.first?.pattern.as(IdentifierPatternSyntax.self)
    else { return false }
    return pattern.identifier.text == "body"
  }
}

extension FunctionDeclSyntax {
  /// Whether this is `reduce(into:action:)`.
  var isReduce: Bool {
    name.text == "reduce" && !modifiers.contains(named: "static")
      && signature.parameterClause.parameters.map(\.firstName.text) == ["into", "action"]
  }
}
