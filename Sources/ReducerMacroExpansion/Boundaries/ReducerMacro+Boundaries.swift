import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

extension ReducerMacro {
  /// Reports code in a feature with a bounded action that accesses its children beyond their `delegate` group, or
  /// that sends an action of its own `view` group.
  ///
  /// It only sees the declaration itself. It determines by their types (`UserSettings.Action`,
  /// `PresentationAction<Detail.Action>`, `IdentifiedActionOf<Row>`) which of the action's cases are children.
  static func diagnoseBoundaries(
    of declaration: StructDeclSyntax, in context: some MacroExpansionContext
  ) {
    guard let action = BoundedActionSyntax(in: declaration) else { return }
    let checker = BoundaryChecker(action)
    checker.walk(declaration.memberBlock)
    for breach in checker.violations {
      context.diagnose(breach.message, at: breach.name, fixIts: breach.fixIt.map { [$0] } ?? [])
    }
  }
}

extension BoundaryChecker.Violation {
  fileprivate var message: String {
    let rule = "a feature reacts only to the 'delegate' actions of its direct children"
    switch kind {
    case .closedSet(let set): return "'\(set)' is private to '\(child)'; \(rule)"
    case .tooDeep: return "this reaches past '\(child)' into a feature embedded in it; \(rule)"
    case .ownView:
      return "'view' actions are sent by views only; call a method that does what the action does"
    }
  }

  /// The edit that fixes the breach; `nil` if it needs a decision by the author.
  fileprivate var fixIt: FixIt? {
    let delegate = TokenSyntax.identifier(ActionGroup.delegate)
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
