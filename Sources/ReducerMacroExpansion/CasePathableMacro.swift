public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// The macro `@CasePathable`, which adds a case path for each case of an enum, so that `\.case` key paths can refer
/// to it.
public enum CasePathableMacro {
  /// Returns the nested type that holds an enum's case paths.
  static func allCasePaths(
    of declaration: EnumDeclSyntax, access: String, in context: some MacroExpansionContext
  ) -> DeclSyntax {
    let source = CasePathSource(declaration, access: access, in: context)
    let cases = declaration.enumCases
    let properties = cases.availableSource(source.casePath)
    var protocols = ["Swift.Sendable"]
    if cases.all.contains(where: \.isBinding) {
      protocols.insert("ReducerRuntime._BindableCasePaths", at: 0)
    }
    if cases.isBoundedAction { protocols.insert("ReducerRuntime.BoundedCasePaths", at: 0) }
    return """
      \(raw: access)struct AllCasePaths: \(raw: protocols.joined(separator: ", ")) {
      \(raw: properties)\(raw: childPaths(of: declaration, access: access))
      }
      """
  }
}

extension EnumCase {
  /// Whether this case wraps binding actions.
  fileprivate var isBinding: Bool {
    name == "binding" && values.count == 1
      && values[0].type.as(IdentifierTypeSyntax.self)?.name.text == "BindingAction"
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
      allCasePaths(of: declaration, access: access, in: context),
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
    return conformances(of: type, to: protocols)
  }
}

// MARK: - The paths

/// The source of an enum's case paths.
struct CasePathSource {
  let rewriter: PayloadTypeRewriter
  private let access: String
  /// Whether cases are also changed through their paths. Only states need this, and the code has a cost for each case.
  private let isState: Bool
  /// The prefix of the initializer's labels.
  ///
  /// The compiler warns about a sendable closure that captures a constrained generic parameter. The prefixed
  /// initializer takes closures that are not declared sendable.
  private let prefix: String

  init(
    _ declaration: EnumDeclSyntax, access: String, in context: some MacroExpansionContext
  ) {
    rewriter = PayloadTypeRewriter(declaration)
    self.access = access
    isState = declaration.attributes.contains(named: "ObservableState")
    let isGeneric =
      declaration.genericParameterClause != nil
      || context.lexicalContext.contains { outer in
        outer.is(ExtensionDeclSyntax.self)
          || outer.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause != nil
      }
    prefix = isGeneric ? "_" : ""
  }

  /// Returns the property with the path of `enumCase`.
  func casePath(_ enumCase: EnumCase) -> String {
    let root = rewriter.root
    let values = enumCase.values.map { value in
      (label: value.label, type: rewriter.rewrite(value.type).trimmedDescription)
    }
    let places = values.indices.map { "v\($0)" }
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
      // Avoids a closure, because one with an uninhabited parameter, such as an action without cases, causes a
      // warning that it is never executed.
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
      \(enumCase.availability)\(access)var \(enumCase.name): \(casePath) {
      \(casePath)(
      \(prefix)embed: \(embed),
      \(prefix)extract: {
      guard case \(enumCase.pattern) = $0 else { return nil }
      return \(extracted)
      }\(isState && values.count == 1 ? change(enumCase) : "")
      )
      }
      """
  }

  /// Returns the argument that makes a case path move the payload instead of copying it.
  ///
  /// The case is checked first, because an enum whose payload was moved out must be reinitialized in every branch. The
  /// payload is moved through a pointer, because the compiler (6.3.1) rejects `consume root` for trivial payloads.
  private func change(_ enumCase: EnumCase) -> String {
    """
    ,
    \(prefix)change: { root, operation in
    guard case .\(enumCase.name) = root.pointee else { return false }
    guard case .\(enumCase.name)(var v0) = root.move() else { Swift.preconditionFailure() }
    operation(&v0)
    root.initialize(to: \(enumCase.construction(of: rewriter.root, from: ["v0"])))
    return true
    }
    """
  }
}

/// A rewriter of payload types for use inside a nested type, where `Self` would mean the nested type.
final class PayloadTypeRewriter: SyntaxRewriter {
  /// The name of the enum.
  let root: String

  init(_ declaration: EnumDeclSyntax) {
    root = declaration.name.text
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: IdentifierTypeSyntax) -> TypeSyntax {
    guard node.name.tokenKind == .keyword(.Self) else { return super.visit(node) }
    let token = TokenSyntax.identifier(root)
      .with(\.leadingTrivia, node.name.leadingTrivia)
      .with(\.trailingTrivia, node.name.trailingTrivia)
    return TypeSyntax(node.with(\.name, token))
  }
}

// MARK: - Groups of actions

extension ConditionalList<EnumCase> {
  /// Whether the cases are those of a `BoundedAction`: `view`, `delegate` and `_internal`, each with one payload.
  var isBoundedAction: Bool {
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
  /// With one path appended to another, matching copies the whole group. A combined pattern copies only the child's
  /// action, or nothing if the action belongs to another child.
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
  /// The enum in the `_internal` case of a `BoundedAction`, if it is declared here and declares no types, whose names
  /// would mean nothing outside of it.
  fileprivate var internalSet: EnumDeclSyntax? {
    let cases = enumCases
    guard
      cases.isBoundedAction,
      let type = cases.all.first(where: { $0.name == "_internal" })?.values.first?.type
    else { return nil }
    let set = nestedEnum(type.trimmedDescription)
    let declaresTypes = set?.memberBlock.members.contains {
      $0.decl.asProtocol((any DeclGroupSyntax).self) != nil || $0.decl.is(TypeAliasDeclSyntax.self)
    }
    return declaresTypes == false ? set : nil
  }
}
