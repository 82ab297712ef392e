import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension ReducerMacro {
  /// Returns the members of an enum of reducers: the enums of their states and actions, a body that runs each on its
  /// case, and a function that returns the store of the present child.
  ///
  /// The conformances of the state and action are written out instead of being left to their macros, because
  /// extensions of types that a macro generated can crash the compiler (6.3.1).
  static func members(
    of declaration: EnumDeclSyntax, _ node: AttributeSyntax, in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    let access = declaration.memberAccess(in: context)
    let written = ReducerMembers(declaration, in: context)
    let cases = declaration.enumCases.map(ReducerCase.init)
    let deprecations = declaration.enumCases.deprecations
    let body: DeclSyntax = """
      \(raw: deprecations)\(raw: access)static var body: Body {
      Body { cases in
      \(raw: cases.source(\.reducer))
      }
      }
      """
    // Explicit, so that the compiler need not infer it from the members below.
    let bodyType: DeclSyntax =
      "\(raw: access)typealias Body = ReducerRuntime._CaseReducers<Self.State, Self.Action>"
    let dismissing: DeclSyntax = """
      \(raw: deprecations)\(raw: access)static func _dismisses(_ state: Self.State, on action: Self.Action) -> Swift.Bool {
      \(raw: cases.source(\.dismissing))
      return false
      }
      """
    let hasEphemeral = cases.all.contains { $0.kind == .ephemeral }
    let caseScope: DeclSyntax = """
      \(raw: access)enum CaseScope {
      \(raw: cases.source(\.scope))
      }
      """
    let scope: DeclSyntax = """
      \(raw: deprecations)@MainActor
      \(raw: access)static func _scope(_ store: ReducerRuntime._StoreCase<Self.State, Self.Action>) -> CaseScope {
      \(raw: cases.source(\.scoping))
      Swift.preconditionFailure("An enum is one of its cases")
      }
      """
    let state =
      written.typeNames.contains("State") ? [] : [state(of: declaration, cases, node, access)]
    let action = written.typeNames.contains("Action") ? [] : [action(cases, node, access)]
    return state + action
      + (written.body == nil ? [bodyType, body] : [])
      + [caseScope, scope]
      + (hasEphemeral ? [dismissing] : [])
  }

  /// Returns the enum of the features' states.
  private static func state(
    of declaration: EnumDeclSyntax, _ cases: ConditionalList<ReducerCase>, _ node: AttributeSyntax,
    _ access: String
  ) -> DeclSyntax {
    let protocols = [
      "ReducerRuntime.CasePathable", "ReducerRuntime.CasePathIterable",
      "ReducerRuntime.ObservableState", "ReducerRuntime.CaseReducerState",
    ]
    return """
      @ReducerRuntime.CasePathable
      @dynamicMemberLookup
      @ReducerRuntime.ObservableState
      \(raw: access)enum State: \(raw: list(protocols + node.conformances(of: "state"))) {
      \(raw: access)typealias StateReducer = \(declaration.name.trimmed)
      \(raw: cases.source(\.state))
      \(raw: declaration.enumCases.deprecations)\(raw: access)var _$payload: ReducerRuntime._CasePayload<Self>? {
      \(raw: cases.source(\.payload))
      return nil
      }
      }
      """
  }

  /// Returns the enum of the features' actions.
  private static func action(
    _ cases: ConditionalList<ReducerCase>, _ node: AttributeSyntax, _ access: String
  ) -> DeclSyntax {
    let protocols = ["ReducerRuntime.CasePathable", "ReducerRuntime.CasePathIterable"]
    return """
      @ReducerRuntime.CasePathable
      \(raw: access)enum Action: \(raw: list(protocols + node.conformances(of: "action"))) {
      \(raw: cases.source(\.action))
      }
      """
  }

  private static func list(_ names: [String]) -> String { names.joined(separator: ", ") }
}

extension AttributeSyntax {
  /// Returns the protocols that `@Reducer(state: .equatable, .sendable, action: .equatable)` names after `label`.
  func conformances(of label: String) -> [String] {
    guard case .argumentList(let arguments) = arguments else { return [] }
    var current: String?
    var names: [String] = []
    for argument in arguments {
      current = argument.label?.text ?? current
      let member = argument.expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
      if current == label, let member { names.append("Swift.\(member.capitalizedFirst)") }
    }
    return names
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
