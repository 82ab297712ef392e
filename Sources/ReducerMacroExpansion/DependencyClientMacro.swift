public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// The macro `@DependencyClient`, which turns a struct of closures into a client whose unimplemented endpoints report
/// their use.
public enum DependencyClientMacro {}

extension DependencyClientMacro: MemberAttributeMacro {
  public static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    guard
      declaration.is(StructDeclSyntax.self),
      let variable = member.as(VariableDeclSyntax.self), Endpoint(variable) != nil,
      !variable.attributes.contains(named: "DependencyEndpoint"),
      !variable.attributes.contains(named: "DependencyEndpointIgnored")
    else { return [] }
    guard variable.bindingSpecifier.tokenKind == .keyword(.var) else {
      DependencyEndpointMacro.diagnoseConstant(variable, in: context)
      return []
    }
    return ["@ReducerRuntime.DependencyEndpoint"]
  }
}

extension DependencyClientMacro: MemberMacro {
  public static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let declaration = declaration.as(StructDeclSyntax.self) else {
      context.diagnose(
        "'@DependencyClient' cannot be applied to \(declaration.diagnosticDescription);"
          + " a client is a struct of closures",
        at: node)
      return []
    }
    return initializers(of: declaration, access: declaration.memberAccess(in: context))
  }
}

extension DependencyClientMacro {
  /// Returns a memberwise initializer, and one without parameters if all properties have defaults.
  ///
  /// Initializers that the struct declares itself are not generated.
  static func initializers(of declaration: StructDeclSyntax, access: String) -> [DeclSyntax] {
    let properties = declaration.memberBlock.members
      .compactMap { $0.decl.as(VariableDeclSyntax.self).flatMap(ClientProperty.init) }
    let written = declaration.memberBlock.members
      .compactMap { $0.decl.as(InitializerDeclSyntax.self) }
      .map { $0.signature.parameterClause.parameters.map(\.firstName.text) }
    var added: [DeclSyntax] = []
    if !properties.isEmpty, !written.contains(properties.map(\.name)) {
      let parameters = properties.map(\.parameter).joined(separator: ",\n")
      // An endpoint with a default has a setter but no init accessor, so it is set after all other properties.
      let ordered = properties.filter { !$0.isSetLast } + properties.filter(\.isSetLast)
      let assignments = ordered.map { "self.\($0.target) = \($0.name)" }.joined(separator: "\n")
      added.append(
        """
        \(raw: access)init(
        \(raw: parameters)
        ) {
        \(raw: assignments)
        }
        """)
    }
    if properties.allSatisfy(\.hasValue), !written.contains([]) {
      added.append("\(raw: access)init() {}")
    }
    return added
  }
}

/// A stored property of a client.
private struct ClientProperty {
  var name: String
  /// The property that the initializer sets. For a deprecated endpoint it is the storage, because using the property
  /// would cause a warning.
  var target: String
  /// The parameter of the initializer: `name: Type = value`.
  var parameter: String
  /// Whether it has a default value.
  var hasValue: Bool
  /// Whether it can only be set after all other properties.
  var isSetLast = false

  /// Creates a property; `nil` if an initializer cannot set it: a computed or static property, or a constant with a
  /// value.
  init?(_ variable: VariableDeclSyntax) {
    guard
      let property = StateProperty(variable),
      property.isStoredVariable || variable.isStoredInstanceConstant,
      let type = property.binding.typeAnnotation?.type.trimmed
    else { return nil }
    let initial = property.binding.initializer?.value.trimmedDescription
    if variable.bindingSpecifier.tokenKind == .keyword(.let), initial != nil { return nil }
    name = property.name
    let isIgnored = variable.attributes.contains(named: "DependencyEndpointIgnored")
    let isDeprecatedEndpoint =
      type.functionType != nil && !isIgnored && variable.attributes.isDeprecated
    target = isDeprecatedEndpoint ? property.storageName : name
    if type.functionType != nil {
      parameter = "\(name): @escaping \(type.trimmedDescription)"
      if isIgnored, let initial { parameter += " = \(initial)" }
      hasValue = !isIgnored || initial != nil
      isSetLast = !isIgnored && initial != nil
    } else {
      let isOptional = type.optionalWrapped != nil
      let value = initial ?? (isOptional && property.isStoredVariable ? "nil" : nil)
      parameter = "\(name): \(type.trimmedDescription)" + (value.map { " = \($0)" } ?? "")
      hasValue = value != nil
    }
  }
}

extension VariableDeclSyntax {
  fileprivate var isStoredInstanceConstant: Bool {
    bindingSpecifier.tokenKind == .keyword(.let) && !modifiers.contains(named: "static")
  }
}
