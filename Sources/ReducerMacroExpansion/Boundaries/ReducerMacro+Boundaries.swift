import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

extension ReducerMacro {
  /// Reports whatever in a feature with a bounded action reaches past the `delegate` set of its direct children, or sends
  /// an action of its own `view` set.
  ///
  /// It knows what is written inside the declaration and nothing else: which of the action's cases are children is told
  /// by their types (`UserSettings.Action`, `PresentationAction<Detail.Action>`, `IdentifiedActionOf<Row>`).
  static func diagnoseBoundaries(
    of declaration: StructDeclSyntax, in context: some MacroExpansionContext
  ) {
    guard let action = BoundedActionSyntax(in: declaration) else { return }
    let checker = BoundaryChecker(action)
    checker.walk(declaration.memberBlock)
    for breach in checker.breaches {
      context.diagnose(breach.message, at: breach.name, fixIts: breach.fixIt.map { [$0] } ?? [])
    }
  }
}

extension BoundaryChecker.Breach {
  fileprivate var message: String {
    let rule = "a feature reacts only to the 'delegate' actions of its direct children"
    switch kind {
    case .closedSet(let set): return "'\(set)' is private to '\(child)'; \(rule)"
    case .tooDeep: return "this reaches past '\(child)' into a feature embedded in it; \(rule)"
    case .ownView:
      return "'view' actions are sent by views only; call a method that does what the action does"
    }
  }

  /// The edit that leaves what the rule allows; `nil` where only the author can say.
  fileprivate var fixIt: FixIt? {
    let delegate = TokenSyntax.identifier(BoundarySet.delegate)
    switch kind {
    case .closedSet:
      return .replacing(
        name, with: delegate.with(\.trailingTrivia, name.trailingTrivia),
        "Use its 'delegate' actions")
    case .ownView:
      return nil
    case .tooDeep:
      if payload.is(TokenSyntax.self) {
        return .replacing(
          name, with: delegate.with(\.trailingTrivia, name.trailingTrivia),
          "Use its 'delegate' actions")
      }
      let member = MemberAccessExprSyntax(declName: DeclReferenceExprSyntax(baseName: delegate))
      return .replacing(
        payload,
        with: member.with(\.leadingTrivia, payload.leadingTrivia)
          .with(\.trailingTrivia, payload.trailingTrivia),
        "Use the 'delegate' actions of '\(child)'")
    }
  }
}
