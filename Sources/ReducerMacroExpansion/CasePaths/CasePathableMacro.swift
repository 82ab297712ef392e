public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// The macro `@CasePathable`, which adds a case path for each case of an enum, so that `\.case` key paths can refer
/// to it.
public enum CasePathableMacro {
  /// Returns the nested type that holds an enum's case paths, and aliases of the types that are hidden inside it.
  static func allCasePaths(
    of declaration: EnumDeclSyntax, access: String, in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    let source = CasePathSource(declaration, access: access, in: context)
    let root = source.rewriter.root
    let cases = declaration.enumCases
    let partialKeyPath = "ReducerRuntime.PartialCaseKeyPath<\(root)>"
    let properties = cases.availableSource(source.casePath)
    // One statement for each path, because the type checker treats a long literal of key paths as one expression.
    let iterator =
      cases.isEmpty
      ? "return [].makeIterator()"
      : """
      var paths: [\(partialKeyPath)] = []
      \(cases.availableSource { "paths.append(\\.\($0.name))" })
      return paths.makeIterator()
      """
    // An enum without cases has no values, and any statement here would cause a warning. Not a `switch`: if no case
    // is possible, as with features without actions, the compiler does not consider it exhaustive.
    let path =
      cases.isEmpty
      ? ""
      : """
      \(cases.availableSource { "if case .\($0.name) = root { return \\.\($0.name) }" })
      Swift.preconditionFailure("An enum is one of its cases")
      """
    let bounded = cases.haveBoundedSets ? "ReducerRuntime.BoundedCasePaths, " : ""
    let deprecations = cases.deprecations
    let paths: DeclSyntax = """
      \(raw: access)struct AllCasePaths: \(raw: bounded)ReducerRuntime.CasePathReflectable, Swift.Sendable, Swift.Sequence {
      \(raw: deprecations)\(raw: access)subscript(root: \(raw: root)) -> \(raw: partialKeyPath) {
      \(raw: path)
      }
      \(raw: properties)\(raw: childPaths(of: declaration, access: access))
      \(raw: deprecations)\(raw: access)func makeIterator() -> Swift.IndexingIterator<[\(raw: partialKeyPath)]> {
      \(raw: iterator)
      }
      }
      """
    let aliases = source.rewriter.replaced.sorted().map { name -> DeclSyntax in
      "\(raw: access)typealias \(raw: PayloadTypeRewriter.alias(of: name)) = \(raw: name)"
    }
    return [paths] + aliases
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
    return allCasePaths(of: declaration, access: access, in: context) + [
      "\(raw: access)static var allCasePaths: AllCasePaths { AllCasePaths() }"
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
