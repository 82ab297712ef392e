import SwiftSyntax

/// A case of an enum of reducers, and its counterparts in the state, the action and the stores.
struct ReducerCase {
  enum Kind {
    /// A case with a feature.
    case feature
    /// A case with state that an action dismisses, such as an alert.
    case ephemeral
    /// A case with plain values, or none, without actions. Several values are always plain.
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

  /// The part of `_dismisses(_:on:)`; empty if actions do not dismiss.
  var dismissing: String {
    guard kind == .ephemeral, !enumCase.isUnavailable else { return "" }
    return """
      if case .\(name) = state, case .\(name) = action {
      return true
      }
      """
  }

  /// The part of `body` that runs the feature; empty if there is none.
  ///
  /// A feature that needs arguments is created by the case's default: `case detail(Detail = Detail(limit: 3))`.
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
