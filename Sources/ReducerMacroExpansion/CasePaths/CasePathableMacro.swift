public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// The macro `@CasePathable`, which adds a case path for each case of an enum, so that `\.case` key paths can refer
/// to it.
public enum CasePathableMacro {
  /// Returns the nested type that holds an enum's case paths.
  static func allCasePaths(of declaration: EnumDeclSyntax, access: String) -> DeclSyntax {
    let root = declaration.name.text
    let cases = declaration.enumCases
    let partialKeyPath = "ReducerRuntime.PartialCaseKeyPath<\(root)>"
    // One statement for each path, because the type checker treats a long literal of key paths as one expression.
    let iterator =
      cases.isEmpty
      ? "return [].makeIterator()"
      : """
      var paths: [\(partialKeyPath)] = []
      \(cases.source { "paths.append(\\.\($0.name))" })
      return paths.makeIterator()
      """
    // An enum without cases has no values, and any statement here would cause a warning. Not a `switch`: if no case
    // is possible, as with features without actions, the compiler does not consider it exhaustive.
    let path =
      cases.isEmpty
      ? ""
      : """
      \(cases.source { "if case .\($0.name) = root { return \\.\($0.name) }" })
      Swift.preconditionFailure("An enum is one of its cases")
      """
    let bounded = cases.haveBoundedSets ? "ReducerRuntime.BoundedCasePaths, " : ""
    return """
      \(raw: access)struct AllCasePaths: \(raw: bounded)ReducerRuntime.CasePathReflectable, Swift.Sendable, Swift.Sequence {
      \(raw: access)subscript(root: \(raw: root)) -> \(raw: partialKeyPath) {
      \(raw: path)
      }
      \(raw: cases.source { casePath($0, of: declaration, access: access) })\(raw: childPaths(of: declaration, access: access))
      \(raw: access)func makeIterator() -> Swift.IndexingIterator<[\(raw: partialKeyPath)]> {
      \(raw: iterator)
      }
      }
      """
  }

  private static func casePath(
    _ enumCase: EnumCase, of declaration: EnumDeclSyntax, access: String
  ) -> String {
    let root = declaration.name.text
    let rewriter = SelfRewriter(name: declaration.name)
    let values = enumCase.values.map { value in
      let type = rewriter.rewrite(value.type).trimmedDescription
      return (label: value.label, type: type)
    }
    let places = values.indices.map { "v\($0)" }
    // Only states are changed through their cases, and code for each case of each action has a cost.
    let isState = declaration.attributes.contains(named: "ObservableState")
    let payload: String
    let embed: String
    let extracted: String
    switch values.count {
    case 0:
      payload = "Swift.Void"
      embed = "{ _ in \(enumCase.construction(of: root, from: [])) }"
      extracted = "()"
    case 1:
      payload = values[0].type
      // Not a closure: one with an uninhabited parameter, such as the action of a feature without actions, causes a
      // warning that it never runs.
      embed = "\(root).\(enumCase.name)" + (values[0].label.map { "(\($0):)" } ?? "")
      extracted = "v0"
    default:
      let elements = values.map { value in value.label.map { "\($0): \(value.type)" } ?? value.type
      }
      payload = "(\(elements.joined(separator: ", ")))"
      embed =
        "{ \(enumCase.construction(of: root, from: values.indices.map { "$0.\($0)" })) }"
      extracted = "(\(places.joined(separator: ", ")))"
    }
    let casePath = "ReducerRuntime.AnyCasePath<\(root), \(payload)>"
    return """
      \(access)var \(enumCase.name): \(casePath) {
      \(casePath)(
      embed: \(embed),
      extract: {
      guard case \(enumCase.pattern) = $0 else { return nil }
      return \(extracted)
      }\(isState && values.count == 1 ? change(enumCase, of: root) : "")
      )
      }
      """
  }

  /// Returns the argument that makes a case path move the payload instead of copying it.
  ///
  /// The case is checked first, because an enum whose payload was moved out must be reinitialized on every path. Not
  /// by `consume root`, which the compiler rejects for trivial payloads (6.3.1).
  private static func change(_ enumCase: EnumCase, of root: String) -> String {
    """
    ,
    change: { root, operation in
    guard case .\(enumCase.name) = root.pointee else { return false }
    guard case .\(enumCase.name)(var v0) = root.move() else { Swift.preconditionFailure() }
    operation(&v0)
    root.initialize(to: \(enumCase.construction(of: root, from: ["v0"])))
    return true
    }
    """
  }
}

extension CasePathableMacro: MemberMacro {
  public static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let declaration = declaration.as(EnumDeclSyntax.self) else {
      context.diagnose(
        "'@CasePathable' cannot be applied to \(declaration.diagnosticDescription); only an enum has cases",
        at: node)
      return []
    }
    let overloads = declaration.enumCases.overloads
    for overload in overloads {
      context.diagnose(
        "'@CasePathable' cannot tell cases named '\(overload.name)' apart; give each its own name",
        at: overload.element.name)
    }
    guard overloads.isEmpty else { return [] }
    let access = declaration.memberAccess(in: context)
    return [
      allCasePaths(of: declaration, access: access),
      "\(raw: access)static var allCasePaths: AllCasePaths { AllCasePaths() }",
    ]
  }
}

extension CasePathableMacro: ExtensionMacro {
  public static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard
      let declaration = declaration.as(EnumDeclSyntax.self),
      declaration.enumCases.overloads.isEmpty
    else { return [] }
    return [conformance(of: type, to: protocols)].compactMap(\.self)
  }
}
