import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

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
      "'\(declaration.name.text)' has no 'State' inside its declaration for 'state.\(use.name)'",
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
