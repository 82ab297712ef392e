import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// The syntax of a declaration's `BoundedAction`, which determines the cases that hold the actions of child features.
struct BoundedActionSyntax {
  /// The cases whose payload is a feature's action.
  private(set) var children: Set<String> = []
  /// The cases that belong to the feature itself: those without a payload, or with a payload type declared here.
  private(set) var ownCases: Set<String> = []

  /// Reads the action of a declaration.
  ///
  /// - Returns: `nil` if no `Action` inside `declaration` names `BoundedAction`.
  init?(in declaration: StructDeclSyntax) {
    guard
      let action = declaration.nestedEnum("Action"),
      action.inheritanceClause?.inheritedTypes.contains(where: {
        $0.type.lastName == "BoundedAction"
      })
        == true
    else { return nil }
    let declared = action.nestedTypeNames.union(declaration.nestedTypeNames)
    read(action.enumCases.all.filter { !ActionGroup.names.contains($0.name) }, declared)
    guard
      let internalSet = action.enumCases.all.first(where: { $0.name == "_internal" }),
      let name = internalSet.values.first?.type.lastName,
      let internalAction = action.nestedEnum(name) ?? declaration.nestedEnum(name)
    else { return }
    read(internalAction.enumCases.all, declared.union(internalAction.nestedTypeNames))
  }

  private mutating func read(_ cases: [EnumCase], _ declared: Set<String>) {
    for enumCase in cases {
      let types = enumCase.values.map(\.type)
      if types.contains(where: \.isFeatureAction) {
        children.insert(enumCase.name.withoutBackticks)
      } else if types.allSatisfy({ $0.lastName.map(declared.contains) ?? false }) {
        ownCases.insert(enumCase.name.withoutBackticks)
      }
    }
  }
}

/// The groups of a bounded action.
enum ActionGroup {
  static let names: Set<String> = ["view", "delegate", "_internal", "internal"]
  static let delegate = "delegate"
  /// The cases of a child that a parent may access.
  static let open: Set<String> = [delegate, "command"]
  /// The groups that only the feature itself may access.
  static let restricted: Set<String> = ["view", "_internal", "internal"]
  /// The internal group, which contains a feature's children.
  static let `internal`: Set<String> = ["_internal", "internal"]
}

extension TypeSyntax {
  /// The last component: `Action` for `UserSettings.Action`, and `PresentationAction` for
  /// `PresentationAction<Detail.Action>`.
  fileprivate var lastName: String? {
    if let member = self.as(MemberTypeSyntax.self) { return member.name.text }
    return self.as(IdentifierTypeSyntax.self)?.name.text
  }

  /// Whether this is a feature's action, possibly in a wrapper that presents, lists or stacks features.
  fileprivate var isFeatureAction: Bool {
    if let member = self.as(MemberTypeSyntax.self) { return member.name.text == "Action" }
    guard let type = self.as(IdentifierTypeSyntax.self) else { return false }
    if type.name.text.hasSuffix("ActionOf") { return true }
    guard type.name.text.hasSuffix("Action"), let arguments = type.genericArgumentClause?.arguments
    else { return false }
    return arguments.contains { argument in
      guard case .type(let type) = argument.argument else { return false }
      return type.isFeatureAction
    }
  }
}

extension DeclGroupSyntax {
  private var nestedDeclarations: [DeclSyntax] {
    ConditionalList(members: memberBlock.members) { [$0] }.all
  }

  func nestedEnum(_ name: String) -> EnumDeclSyntax? {
    nestedDeclarations.lazy.compactMap { $0.as(EnumDeclSyntax.self) }.first { $0.name.text == name }
  }

  fileprivate var nestedTypeNames: Set<String> {
    Set(
      nestedDeclarations.compactMap { declaration in
        declaration.is(EnumDeclSyntax.self) || declaration.is(StructDeclSyntax.self)
          ? declaration.asProtocol((any NamedDeclSyntax).self)?.name.text : nil
      })
  }
}

extension String {
  var withoutBackticks: String { filter { $0 != "`" } }
}

// MARK: - Checking a reducer

/// A visitor that finds accesses to a child beyond its `delegate` group: in patterns, constructed actions and key
/// paths.
final class BoundaryChecker: SyntaxVisitor {
  struct Violation {
    enum Kind: Equatable {
      /// An access to the named group of the child.
      case closedSet(String)
      /// An access to a child of the child.
      case tooDeep
      /// A view action of the feature itself, sent by its reducer.
      case ownView
    }

    var kind: Kind
    /// The case name of the child.
    var child: String
    /// The name to report.
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
      // If the internal group is not visible, every case with a restricted group is considered a child.
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

  /// Checks for `.send(.view(…))` and `send(.view(…))`, which send a user action.
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

  /// Returns whether `node` has already been checked as a part of an enclosing `_internal(…)`.
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
      // A presented or stacked feature may be an enum of features, whose cases are direct children as well.
      if ActionGroup.restricted.contains(next.name) {
        report(isWrapped ? .closedSet(next.name) : .tooDeep, child, isWrapped ? next : step)
      } else if next.name == ActionGroup.delegate, !isWrapped {
        report(.tooDeep, child, step)
      }
    }
  }

  private func report(_ kind: Violation.Kind, _ child: CaseStep, _ step: CaseStep) {
    // The syntax inside a violation is visited too.
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
    // The name of the child's internal group can be left out, so another name may be a case of the group. In a wrapper,
    // the name may also be a case of an enum of features.
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
  /// Whether this is the path of an action: `action: \.rows`, `[case: \.rows]`, `is(\.rows)` or `case \.rows:`.
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

extension ReducerMacro {
  /// In a feature with a bounded action, reports code that accesses children beyond their `delegate` group, or that
  /// sends an action of the feature's own `view` group.
  ///
  /// It only sees the declaration itself. The types of the action's cases (`UserSettings.Action`,
  /// `PresentationAction<Detail.Action>`, `IdentifiedActionOf<Row>`) tell which of them are children.
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

  /// The edit that fixes the violation; `nil` if the author must decide.
  fileprivate var fixIt: FixIt? {
    guard kind != .ownView else { return nil }
    let delegate = TokenSyntax.identifier(ActionGroup.delegate)
    guard kind == .tooDeep, !payload.is(TokenSyntax.self) else {
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
