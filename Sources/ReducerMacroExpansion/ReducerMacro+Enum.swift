import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension ReducerMacro {
  /// Returns the members of an enum of reducers: the enums of their states and actions, a body that runs each reducer
  /// on its case, and a function that returns the store of the present child.
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
    // The type is explicit, so that the compiler need not infer it from the members below.
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
      "ReducerRuntime.CasePathable", "ReducerRuntime.ObservableState",
      "ReducerRuntime.CaseReducerState",
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
    let protocols = ["ReducerRuntime.CasePathable"]
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

/// A case of an enum of reducers, and its counterparts in the state, the action and the stores.
struct ReducerCase {
  enum Kind {
    /// A case with a feature.
    case feature
    /// A case with state that an action dismisses, such as an alert.
    case ephemeral
    /// A case without actions, with any number of plain values. A case with several values is always plain.
    case plain
  }

  var enumCase: EnumCase
  var kind: Kind

  init(_ enumCase: EnumCase) {
    self.enumCase = enumCase
    let attributes = enumCase.declaration.attributes
    if enumCase.values.count != 1 || attributes.contains(named: "ReducerCaseIgnored") {
      kind = .plain
    } else if attributes.contains(named: "ReducerCaseEphemeral")
      || enumCase.values[0].type.isEphemeralState
    {
      kind = .ephemeral
    } else {
      kind = .feature
    }
  }

  var name: String { enumCase.name }

  private var type: String { enumCase.values.first?.type.trimmedDescription ?? "" }

  /// The case of `State`.
  var state: String {
    switch kind {
    case .feature: "\(enumCase.availability)case \(name)(\(type).State)"
    case .ephemeral, .plain: asWritten
    }
  }

  /// The case of `Action`.
  var action: String {
    switch kind {
    case .feature, .ephemeral: "\(enumCase.availability)case \(name)(\(type).Action)"
    case .plain: "\(enumCase.availability)case \(name)(Swift.Never)"
    }
  }

  /// The case of `CaseScope`.
  var scope: String {
    switch kind {
    case .feature: "\(enumCase.availability)case \(name)(ReducerRuntime.StoreOf<\(type)>)"
    case .ephemeral, .plain: asWritten
    }
  }

  /// The part of `_$payload`; empty if the state is stored as a whole.
  var payload: String {
    guard kind == .feature, !enumCase.isUnavailable else { return "" }
    return """
      if case .\(name)(let v0) = self {
      return ReducerRuntime._CasePayload(v0, at: Self.allCasePaths.\(name), index: \(enumCase.index))
      }
      """
  }

  /// The part of `_scope(_:)`.
  var scoping: String {
    guard !enumCase.isUnavailable else { return "" }
    switch kind {
    case .feature:
      return """
        if let v0 = store.scope(\(enumCase.index), state: \\.\(name), action: \\.\(name)) {
        return .\(name)(v0)
        }
        """
    case .ephemeral, .plain:
      let values = enumCase.values.indices.map { "v\($0)" }
      return """
        if case \(enumCase.pattern) = store.state {
        return \(enumCase.construction(of: "", from: values))
        }
        """
    }
  }

  /// The part of `_dismisses(_:on:)`; empty if actions do not dismiss the state.
  var dismissing: String {
    guard kind == .ephemeral, !enumCase.isUnavailable else { return "" }
    return """
      if case .\(name) = state, case .\(name) = action {
      return true
      }
      """
  }

  /// The part of `body` that runs the feature; empty without a feature.
  ///
  /// The default value of the case creates a feature that needs arguments: `case detail(Detail = Detail(limit: 3))`.
  var reducer: String {
    guard kind == .feature, !enumCase.isUnavailable else { return "" }
    let written = enumCase.element.parameterClause?.parameters.first?.defaultValue?.value
    let feature = written?.trimmedDescription ?? "\(type)()"
    return """
      cases.run(
      \(enumCase.index), Self.State.allCasePaths.\(name), Self.Action.allCasePaths.\(name)
      ) {
      \(feature)
      }
      """
  }

  private var asWritten: String {
    let values = enumCase.values.map { value in
      (value.label.map { "\($0): " } ?? "") + value.type.trimmedDescription
    }
    return enumCase.availability + "case \(name)"
      + (values.isEmpty ? "" : "(\(values.joined(separator: ", ")))")
  }
}

extension TypeSyntax {
  /// Whether it is the state of an alert or of a confirmation dialog.
  fileprivate var isEphemeralState: Bool {
    let name =
      self.as(IdentifierTypeSyntax.self)?.name.text ?? self.as(MemberTypeSyntax.self)?.name.text
    return ["AlertState", "ConfirmationDialogState"].contains(name)
  }
}
