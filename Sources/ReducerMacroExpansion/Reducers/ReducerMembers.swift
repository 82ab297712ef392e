import SwiftSyntax
import SwiftSyntaxMacros

/// The parts of a reducer that are written inside its declaration.
struct ReducerMembers {
  /// The names of the types declared here, including type aliases.
  var typeNames: Set<String> = []
  var body: VariableDeclSyntax?
  var reduce: FunctionDeclSyntax?
  private let isOfEnum: Bool
  private let isNested: Bool

  var hasLogic: Bool { body != nil || reduce != nil }

  /// Returns whether `name`, which is `State` or `Action`, is specified: declared, a generic parameter, or inferred
  /// from the logic.
  func specifies(_ name: String) -> Bool {
    if typeNames.contains(name) || body?.initializesReducer == true { return true }
    let index = name == "State" ? 0 : 1
    guard let type = (body?.reducerTypes ?? reduce?.reducerTypes)?[index] else { return false }
    // In a nested reducer, a `State` that is not declared here is the outer type's.
    return type != "Self.\(name)" && (type != name || isNested)
  }

  init(_ declaration: some DeclGroupSyntax, in context: some MacroExpansionContext) {
    isOfEnum = declaration.is(EnumDeclSyntax.self)
    isNested = context.lexicalContext.contains { $0.asProtocol((any DeclGroupSyntax).self) != nil }
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
  /// Whether the value of this `body`, rather than its type, determines the state and the action.
  fileprivate var initializesReducer: Bool { bindings.first?.initializer != nil }

  /// The state and action types that the type of a `body` names: `some ReducerOf<Login>`, `some Reducer<Int, Action>`,
  /// `Reduce<Int, Action>`.
  var reducerTypes: [String]? {
    guard let annotation = bindings.first?.typeAnnotation?.type else { return nil }
    let opaque = annotation.as(SomeOrAnyTypeSyntax.self)
    let type = opaque?.constraint ?? annotation
    let identifier = type.as(IdentifierTypeSyntax.self)
    let member = type.as(MemberTypeSyntax.self)
    let clause = identifier?.genericArgumentClause ?? member?.genericArgumentClause
    let arguments = clause?.arguments.map(\.argument.trimmedDescription) ?? []
    switch ((identifier?.name ?? member?.name)?.text, arguments.count) {
    case ("ReducerOf", 1): return ["\(arguments[0]).State", "\(arguments[0]).Action"]
    case ("Reducer", 2), ("Reduce", 2): return arguments
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

  /// The state and action types of `reduce(into:action:)`.
  fileprivate var reducerTypes: [String] {
    signature.parameterClause.parameters.map { parameter in
      let type = parameter.type.as(AttributedTypeSyntax.self)?.baseType ?? parameter.type
      return type.trimmedDescription
    }
  }
}
