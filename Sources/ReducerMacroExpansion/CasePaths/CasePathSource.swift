import SwiftSyntax
import SwiftSyntaxMacros

/// The source of an enum's case paths.
struct CasePathSource {
  let rewriter: PayloadTypeRewriter
  private let access: String
  /// Whether cases are also changed through their paths. Only states are, and code for each case of each action has a
  /// cost.
  private let isState: Bool
  /// The prefix of the initializer's labels.
  ///
  /// The compiler warns of a sendable closure that captures a constrained generic parameter. The prefixed initializer
  /// takes closures that are not sendable by their types.
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
  /// The case is checked first, because an enum whose payload was moved out must be reinitialized on every path. Not
  /// by `consume root`, which the compiler rejects for trivial payloads (6.3.1).
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
