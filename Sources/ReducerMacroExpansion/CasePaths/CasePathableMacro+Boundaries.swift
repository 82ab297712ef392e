import SwiftSyntax

extension ConditionalList<EnumCase> {
  /// Whether the cases are those of a `BoundedAction`: `view`, `delegate` and `_internal`, each with one group as its
  /// payload.
  var haveBoundedSets: Bool {
    let sets = entries.compactMap { entry -> String? in
      guard case .element(let enumCase) = entry, enumCase.values.count == 1 else { return nil }
      return enumCase.name
    }
    return Set(["view", "delegate", "_internal"]).isSubset(of: sets)
  }
}

extension CasePathableMacro {
  /// Returns the function that finds the path to a child's actions in the internal group, if the group is declared in
  /// the action.
  ///
  /// Appending one path to another copies the group to match its payload. One pattern for both copies only the
  /// child's action, and nothing if the action is another child's.
  static func childPaths(of declaration: EnumDeclSyntax, access: String) -> String {
    guard let set = declaration.internalSet else { return "" }
    let root = declaration.name.text
    let paths = set.enumCases.availableSource { child in
      guard child.values.count == 1, child.values[0].type.trimmedDescription.contains("Action")
      else { return "" }
      let arguments = child.values[0].label.map { "\($0): $0" } ?? "$0"
      return """
        if name == "\(child.name)" {
        return ReducerRuntime.AnyCasePath<\(root), \(child.values[0].type)>(
        embed: { ._internal(.\(child.name)(\(arguments))) },
        extract: {
        guard case ._internal(\(child.pattern)) = $0 else { return nil }
        return v0
        },
        name: "_internal.\(child.name)"
        )
        }
        """
    }
    guard !paths.isEmpty else { return "" }
    return """

      \(set.enumCases.deprecations)\(access)func _$childPath(named name: Swift.String) -> Any? {
      \(paths)
      return nil
      }
      """
  }
}

extension EnumDeclSyntax {
  /// The enum in the `_internal` case of a `BoundedAction`, if it is declared here and its cases are accessible from
  /// outside.
  fileprivate var internalSet: EnumDeclSyntax? {
    let cases = enumCases
    guard
      cases.haveBoundedSets,
      let type = cases.all.first(where: { $0.name == "_internal" })?.values.first?.type
    else { return nil }
    let set = memberBlock.members.lazy.compactMap { $0.decl.as(EnumDeclSyntax.self) }
      .first { $0.name.text == type.trimmedDescription }
    let declaresTypes = set?.memberBlock.members.contains {
      $0.decl.asProtocol((any DeclGroupSyntax).self) != nil || $0.decl.is(TypeAliasDeclSyntax.self)
    }
    return declaresTypes == false ? set : nil
  }
}
