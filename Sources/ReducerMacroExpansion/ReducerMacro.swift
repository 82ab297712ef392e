import SwiftDiagnostics
public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// The macro `@Reducer`, which adds a feature's missing `State`, `Action` and `body`.
public enum ReducerMacro {}

extension ReducerMacro: MemberMacro {
  public static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if let declaration = declaration.as(EnumDeclSyntax.self) {
      return members(of: declaration, node, in: context)
    }
    guard let declaration = declaration.as(StructDeclSyntax.self) else {
      context.diagnose(
        "'@Reducer' cannot be applied to \(declaration.diagnosticDescription);"
          + " a reducer is a struct, or an enum of reducers",
        at: node)
      return []
    }
    if let arguments = node.arguments {
      context.diagnose(
        "'@Reducer' takes conformances only for an enum; declare a struct's conformances yourself",
        at: arguments)
    }
    let members = ReducerMembers(declaration, in: context)
    diagnose(members, of: declaration, in: context)
    diagnoseBoundaries(of: declaration, in: context)
    let access = declaration.memberAccess(in: context)
    let values = "Swift.Equatable, Swift.Hashable, Swift.Sendable"
    // The conformances that macros on these types would add are written out, as for enums.
    var added: [DeclSyntax] = []
    if !members.specifies("State") {
      added.append(
        """
        @ReducerRuntime.ObservableState
        \(raw: access)struct State: ReducerRuntime.ObservableState, Swift.Codable, \(raw: values) {
        \(raw: access)init() {}
        }
        """)
    }
    if !members.specifies("Action") {
      added.append(
        """
        @ReducerRuntime.CasePathable
        \(raw: access)enum Action: ReducerRuntime.CasePathable, \(raw: values) {}
        """)
    }
    if !members.hasLogic {
      added.append(
        "\(raw: access)let body = ReducerRuntime.EmptyReducer<State, Action>()")
    }
    return added
  }
}

extension ReducerMacro: MemberAttributeMacro {
  public static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    guard declaration.is(StructDeclSyntax.self) || declaration.is(EnumDeclSyntax.self)
    else { return [] }
    if let member = member.as(EnumDeclSyntax.self) {
      var names: [String] = []
      switch member.name.text {
      case "Action": names = ["ReducerRuntime.CasePathable"]
      case "State": names = ["ReducerRuntime.CasePathable", "dynamicMemberLookup"]
      default: break
      }
      return names.filter { name in
        let baseName = name.split(separator: ".").last.map(String.init) ?? name
        return !member.attributes.contains(named: baseName)
      }
      .map { "@\(raw: $0)" }
    }
    if let member = member.as(VariableDeclSyntax.self),
      member.isReducerBody(ofEnum: declaration.is(EnumDeclSyntax.self)),
      member.bindings.first?.accessorBlock != nil,
      !member.attributes.flattened.contains(where: { $0.baseName.hasSuffix("Builder") })
    {
      return ["@ReducerRuntime.ReducerBuilder<\(raw: member.reducerBodyArguments)>"]
    }
    return []
  }
}

extension ReducerMacro: ExtensionMacro {
  public static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    if declaration.is(EnumDeclSyntax.self) {
      // Puts `CaseReducer` first, so a declared body satisfies its requirement before `Reducer` considers it missing.
      return conformances(of: type, to: protocols.reversed())
    }
    guard declaration.is(StructDeclSyntax.self) else { return [] }
    let own = protocols.filter { !$0.trimmedDescription.hasSuffix("CaseReducer") }
    return conformances(of: type, to: own)
  }
}

extension VariableDeclSyntax {
  /// The state and action types of `body`: those named in its type, otherwise the reducer's own.
  fileprivate var reducerBodyArguments: String {
    (reducerTypes ?? ["Self.State", "Self.Action"]).joined(separator: ", ")
  }
}

/// The parts of a reducer that its declaration contains.
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
  /// Whether the value of this `body`, rather than its type, determines the state and action.
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

// MARK: - Misuse

extension ReducerMacro {
  /// Reports errors in a reducer's parts.
  static func diagnose(
    _ members: ReducerMembers, of declaration: StructDeclSyntax,
    in context: some MacroExpansionContext
  ) {
    if members.body != nil, let reduce = members.reduce {
      context.diagnose(
        "a reducer has either 'body' or 'reduce(into:action:)': with both, 'body' is never run",
        at: reduce.name)
    }
    guard !members.specifies("State") else { return }
    let finder = StateUseFinder(viewMode: .sourceAccurate)
    if let body = members.body { finder.walk(body) }
    if let reduce = members.reduce { finder.walk(reduce) }
    guard let use = finder.use else { return }
    let block = declaration.memberBlock
    let column = block.members.first?.leadingTrivia.indentation ?? "  "
    let indent = "\n\(column)"
    let state: DeclSyntax =
      "\(raw: indent)@ObservableState\(raw: indent)struct State {\(raw: indent)}"
    let filled = block.with(\.members, [MemberBlockItemSyntax(decl: state)] + block.members)
    context.diagnose(
      "'\(declaration.name.text)' uses 'state.\(use.name)', but declares no 'State'",
      at: use.node, fixIts: [.replacing(block, with: filled, "Add a 'State'")])
  }
}

/// A visitor that finds the first `state.property` in a reducer's logic.
private final class StateUseFinder: SyntaxVisitor {
  var use: (node: MemberAccessExprSyntax, name: String)?

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    if use == nil,
      node.base?.as(DeclReferenceExprSyntax.self)?.baseName.text == "state"
    {
      use = (node, node.declName.baseName.text)
    }
    return .visitChildren
  }
}

extension Trivia {
  /// The spaces and tabs before the following token, on its own line.
  fileprivate var indentation: String {
    String(description.reversed().prefix { $0 == " " || $0 == "\t" })
  }
}
