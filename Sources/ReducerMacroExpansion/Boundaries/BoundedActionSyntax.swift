import SwiftSyntax

/// The syntax of a declaration's `BoundedAction`: it determines which cases hold the actions of child features.
struct BoundedActionSyntax {
  /// The cases whose payload is a feature's action.
  private(set) var children: Set<String> = []
  /// The cases whose payload is declared here, or that have none: those belong to the feature itself.
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
  /// The cases of a child that a key path may name.
  static let open: Set<String> = [delegate, "command"]
  /// The groups that only the feature itself may access.
  static let restricted: Set<String> = ["view", "_internal", "internal"]
  /// The internal group, which contains a feature's children.
  static let `internal`: Set<String> = ["_internal", "internal"]
}

extension TypeSyntax {
  /// The last component: `Action` for `UserSettings.Action`, `PresentationAction` for
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

  fileprivate func nestedEnum(_ name: String) -> EnumDeclSyntax? {
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
