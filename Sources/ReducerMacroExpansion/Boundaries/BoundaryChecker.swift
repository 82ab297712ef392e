import SwiftSyntax

/// A visitor that finds accesses to a child beyond its `delegate` group: in patterns, in created actions, in key
/// paths.
final class BoundaryChecker: SyntaxVisitor {
  struct Violation {
    enum Kind: Equatable {
      /// Accesses the named group of the child.
      case closedSet(String)
      /// Accesses one of the child's own children.
      case tooDeep
      /// A view action of the feature itself, sent by its reducer.
      case ownView
    }

    var kind: Kind
    /// The case name of the child.
    var child: String
    /// The name at fault.
    var name: TokenSyntax
    /// The syntax of the child's action, which should be `delegate`.
    var payload: Syntax
  }

  private let action: BoundedActionSyntax
  private(set) var violations: [Violation] = []

  init(_ action: BoundedActionSyntax) {
    self.action = action
    super.init(viewMode: .sourceAccurate)
  }

  // A nested feature is checked by its own macro.
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    node.attributes.contains(named: "Reducer") ? .skipChildren : .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    checkSending(node)
    guard let step = CaseStep(node) else { return .visitChildren }
    if ActionGroup.internal.contains(step.name), let child = step.next.flatMap(CaseStep.init) {
      // If the internal group is not visible, every case that contains a closed group is considered a child.
      if isChild(child.name) || !action.ownCases.contains(child.name) { check(child) }
    } else if isChild(step.name), !isInsideInternal(node) {
      check(step)
    }
    return .visitChildren
  }

  override func visit(_ node: KeyPathExprSyntax) -> SyntaxVisitorContinueKind {
    check(node)
    return .visitChildren
  }

  /// Checks `.send(.view(…))` and `send(.view(…))`: sending a user action.
  private func checkSending(_ node: FunctionCallExprSyntax) {
    let callee =
      node.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName
      ?? node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName
    guard
      callee?.text == "send", let argument = node.arguments.first?.expression,
      let step = CaseStep(argument), step.name == "view"
    else { return }
    violations.append(
      Violation(kind: .ownView, child: "", name: step.token, payload: Syntax(step.node)))
  }

  private func isChild(_ name: String) -> Bool { action.children.contains(name) }

  /// Returns whether an enclosing `_internal(…)` has already checked `node`.
  private func isInsideInternal(_ node: FunctionCallExprSyntax) -> Bool {
    guard
      let argument = node.parent?.as(LabeledExprSyntax.self),
      let outer = argument.parent?.parent?.as(FunctionCallExprSyntax.self)
    else { return false }
    return CaseStep(outer).map { ActionGroup.internal.contains($0.name) } ?? false
  }

  private func check(_ child: CaseStep) {
    guard let payload = child.next, var step = CaseStep(payload) else { return }
    var isWrapped = false
    while ["presented", "element"].contains(step.name), let next = step.next {
      guard let inner = CaseStep(next) else { return }
      step = inner
      isWrapped = true
    }
    if ActionGroup.restricted.contains(step.name) {
      let goesOn = step.next.flatMap(CaseStep.init)?.next.flatMap(CaseStep.init)
      let isDeep =
        ActionGroup.internal.contains(step.name)
        && goesOn.map { ActionGroup.names.contains($0.name) } ?? false
      report(isDeep ? .tooDeep : .closedSet(step.name), child, step)
    } else if step.name != ActionGroup.delegate, let next = step.next.flatMap(CaseStep.init) {
      // A presented or stacked feature may be an enum of features, and its case a direct child as well.
      if ActionGroup.restricted.contains(next.name) {
        report(isWrapped ? .closedSet(next.name) : .tooDeep, child, isWrapped ? next : step)
      } else if next.name == ActionGroup.delegate, !isWrapped {
        report(.tooDeep, child, step)
      }
    }
  }

  private func report(_ kind: Violation.Kind, _ child: CaseStep, _ step: CaseStep) {
    // The syntax inside a breach is visited by itself, too.
    let isKnown = violations.contains {
      ($0.payload.position..<$0.payload.endPosition).contains(step.token.position)
    }
    guard !isKnown else { return }
    violations.append(
      Violation(kind: kind, child: child.name, name: step.token, payload: Syntax(step.node)))
  }

  /// Checks `\._internal.settings.view`, and `\.settings.view` where it is the path of an action.
  private func check(_ path: KeyPathExprSyntax) {
    let names = path.components.compactMap {
      $0.component.as(KeyPathPropertyComponentSyntax.self)?.declName.baseName
    }
    let start = names.firstIndex { ActionGroup.internal.contains($0.text) }
    guard path.isPathOfAction || start != nil else { return }
    let first = start.map { $0 == 0 || names[$0 - 1].text == "Cases" } == true ? start! + 1 : 0
    guard
      first < names.count,
      isChild(names[first].text) || first > 0 && !action.ownCases.contains(names[first].text)
    else { return }
    let inside = names.dropFirst(first + 1)
    let rest = inside.drop { ["presented", "element"].contains($0.text) }
    guard let name = rest.first else { return }
    // A case of the child's internal group is found without the group's name, so that another name may be one. Inside
    // a wrapper it may also be a case of an enum of features.
    let isOpen =
      rest.count < inside.count
      ? !ActionGroup.restricted.contains(name.text) : ActionGroup.open.contains(name.text)
    guard !isOpen else { return }
    let isDeep = ActionGroup.internal.contains(name.text) && rest.count > 1
    violations.append(
      Violation(
        kind: isDeep ? .tooDeep : .closedSet(name.text), child: names[first].text, name: name,
        payload: Syntax(name)))
  }
}

extension KeyPathExprSyntax {
  /// Whether this is the path of an action: `action: \.rows`, `[case: \.rows]`, `is(\.rows)`, `case \.rows:`.
  fileprivate var isPathOfAction: Bool {
    guard let argument = parent?.as(LabeledExprSyntax.self) else {
      return parent?.is(ExpressionPatternSyntax.self) ?? false
    }
    if let label = argument.label { return ["action", "case"].contains(label.text) }
    let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self)?.calledExpression
    return call?.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "is"
  }
}

/// A case in a pattern or an expression: `.view(action)`, `Action.view`, `.element(id: _, action: …)`.
struct CaseStep {
  var token: TokenSyntax
  var node: ExprSyntax
  /// The syntax of the payload, if there is one.
  var next: ExprSyntax?

  var name: String { token.text.withoutBackticks }

  init?(_ node: some ExprSyntaxProtocol) {
    let node = ExprSyntax(node)
    let member: MemberAccessExprSyntax
    if let call = node.as(FunctionCallExprSyntax.self) {
      guard let callee = call.calledExpression.as(MemberAccessExprSyntax.self) else { return nil }
      member = callee
      let payload =
        call.arguments.first { $0.label?.text == "action" }
        ?? (call.arguments.count == 1 ? call.arguments.first : nil)
      next = payload?.expression.pattern
    } else if let access = node.as(MemberAccessExprSyntax.self) {
      member = access
    } else {
      return nil
    }
    guard member.base?.isTypeReference ?? true else { return nil }
    token = member.declName.baseName
    self.node = node
  }
}

extension ExprSyntax {
  /// The pattern inside a binding such as `let .view(action)`.
  fileprivate var pattern: ExprSyntax {
    guard
      let pattern = self.as(PatternExprSyntax.self)?.pattern.as(ValueBindingPatternSyntax.self),
      let expression = pattern.pattern.as(ExpressionPatternSyntax.self)
    else { return self }
    return expression.expression
  }

  /// Whether this can only be a type, such as `Action.InternalAction`, and not a value.
  fileprivate var isTypeReference: Bool {
    if let reference = self.as(DeclReferenceExprSyntax.self) {
      return reference.baseName.text.first?.isUppercase ?? false
    }
    return self.as(MemberAccessExprSyntax.self)?.declName.baseName.text.first?.isUppercase ?? false
  }
}
