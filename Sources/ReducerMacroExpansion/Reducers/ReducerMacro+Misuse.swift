import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension ReducerMacro {
  /// Says what cannot be right about a reducer's parts.
  static func diagnose(
    _ members: ReducerMembers, of declaration: StructDeclSyntax,
    in context: some MacroExpansionContext
  ) {
    if members.body != nil, let reduce = members.reduce {
      context.diagnose(
        "a reducer has either 'body' or 'reduce(into:action:)': with both, 'body' is never run",
        at: reduce.name)
    }
    guard !members.typeNames.contains("State") else { return }
    let finder = StateUseFinder(viewMode: .sourceAccurate)
    if let body = members.body { finder.walk(body) }
    if let reduce = members.reduce { finder.walk(reduce) }
    guard let use = finder.use else { return }
    let state: DeclSyntax = """
      @ObservableState
      struct State {
      }
      """
    let item = MemberBlockItemSyntax(
      leadingTrivia: .newline + .spaces(2),
      decl: state.with(\.trailingTrivia, .newline))
    let block = declaration.memberBlock
    context.diagnose(
      "'\(declaration.name.text)' has no 'State' inside its declaration for 'state.\(use.name)'",
      at: use.node,
      fixIts: [
        .replacing(
          block, with: block.with(\.members, [item] + block.members), "Add a 'State'")
      ])
  }
}

/// Finds the first `state.property` in a reducer's logic.
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
