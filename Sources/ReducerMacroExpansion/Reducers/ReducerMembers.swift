import SwiftSyntax

/// The parts of a reducer that are written inside its declaration.
struct ReducerMembers {
  /// The names of the types declared here, including type aliases.
  var typeNames: Set<String> = []
  var body: VariableDeclSyntax?
  var reduce: FunctionDeclSyntax?
  private let isOfEnum: Bool

  var hasLogic: Bool { body != nil || reduce != nil }

  /// Returns whether `name`, which is `State` or `Action`, is specified: declared, a generic parameter, or inferred
  /// from the body.
  func specifies(_ name: String) -> Bool {
    typeNames.contains(name) || body?.names(name) == true
  }

  init(_ declaration: some DeclGroupSyntax) {
    isOfEnum = declaration.is(EnumDeclSyntax.self)
    read(declaration.memberBlock.members)
    let generic = declaration.as(StructDeclSyntax.self)?.genericParameterClause?.parameters
    typeNames.formUnion((generic ?? []).map(\.name.text))
  }

  private mutating func read(_ members: MemberBlockItemListSyntax) {
    for member in members {
      if let conditional = member.decl.as(IfConfigDeclSyntax.self) {
        for case .decls(let members) in conditional.clauses.compactMap(\.elements) {
          read(members)
        }
      } else if let variable = member.decl.as(VariableDeclSyntax.self) {
        if variable.isReducerBody(ofEnum: isOfEnum) { body = variable }
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
  /// Returns whether this `body` is a reducer of a `State`, or `Action`, with another name.
  ///
  /// With a value, the value determines the reducer; otherwise the type does: `some Reducer<Favorite<ID>, Action>`.
  fileprivate func names(_ name: String) -> Bool {
    guard let binding = bindings.first, binding.initializer == nil else { return true }
    guard let arguments = reducerArguments else { return false }
    switch arguments.count {
    case 1: return arguments[0] != "Self"
    default: return !["\(name)", "Self.\(name)"].contains(arguments[name == "State" ? 0 : 1])
    }
  }

  /// The generic arguments of a body's type: `Self` of `some ReducerOf<Self>`, two types of `some Reducer<State,
  /// Action>`.
  var reducerArguments: [String]? {
    guard
      let some = bindings.first?.typeAnnotation?.type.as(SomeOrAnyTypeSyntax.self),
      let type = some.constraint.as(IdentifierTypeSyntax.self),
      let arguments = type.genericArgumentClause?.arguments.map(\.argument.trimmedDescription)
    else { return nil }
    switch (type.name.text, arguments.count) {
    case ("ReducerOf", 1), ("Reducer", 2): return arguments
    default: return nil
    }
  }

  /// Returns whether this is a reducer's `body`, which is static in an enum.
  func isReducerBody(ofEnum: Bool) -> Bool {
    guard
      modifiers.contains(named: "static") == ofEnum, bindings.count == 1,
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
