import SwiftSyntax
import SwiftSyntaxBuilder

extension DependencyClientMacro {
  /// An initializer that takes every endpoint, and one that takes none where nothing else must be given.
  ///
  /// What the struct declares itself is left as it is.
  static func initializers(of declaration: StructDeclSyntax, access: String) -> [DeclSyntax] {
    let properties = declaration.memberBlock.members
      .compactMap { $0.decl.as(VariableDeclSyntax.self).flatMap(ClientProperty.init) }
    let written = declaration.memberBlock.members
      .compactMap { $0.decl.as(InitializerDeclSyntax.self) }
      .map { $0.signature.parameterClause.parameters.map(\.firstName.text) }
    var added: [DeclSyntax] = []
    if !properties.isEmpty, !written.contains(properties.map(\.name)) {
      let parameters = properties.map(\.parameter).joined(separator: ",\n")
      // An endpoint with a default has a setter and no init accessor: it waits until all else has a value.
      let ordered = properties.filter { !$0.isSetLast } + properties.filter(\.isSetLast)
      let assignments = ordered.map { "self.\($0.name) = \($0.name)" }.joined(separator: "\n")
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

/// A stored property as an initializer sees it.
private struct ClientProperty {
  var name: String
  /// `name: Type = value`.
  var parameter: String
  /// Whether it has a value when nobody gives one.
  var hasValue: Bool
  /// Whether it can be set only once everything else is.
  var isSetLast = false

  /// Nil for what an initializer does not set: a computed or static property, or a constant with its value.
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
