import SwiftSyntax

extension Endpoint {
  /// Returns a method with the argument labels that a call of a closure lacks.
  ///
  /// - Parameter name: The name of the method, if it differs from the property's.
  /// - Returns: `nil` if there are no labels and no other name, so that it would only repeat the property.
  func method(named name: String?) -> String? {
    let parameters = self.parameters
    guard name != nil || parameters.contains(where: { $0.label != nil }) else { return nil }
    let declared = parameters.enumerated().map { index, parameter in
      "\(parameter.label ?? "_") p\(index): \(parameter.type.trimmedDescription)"
    }
    let passed = parameters.enumerated().map { index, parameter in
      parameter.type.isInout
        ? "&p\(index)" : parameter.type.isAutoclosure ? "p\(index)()" : "p\(index)"
    }
    let access = property.declaration.modifiers.accessModifiers.filter { $0.detail == nil }
    let head = isolation + access.map(\.name.text) + ["func \(name ?? property.name)"]
    let call = "self.\(property.name)(\(passed.joined(separator: ", ")))"
    let marks = (isThrowing ? "try " : "") + (isAsync ? "await " : "")
    return """
      \(head.joined(separator: " "))(\(declared.joined(separator: ", ")))\(effects) -> \(result) {
      \(returnsVoid ? "" : "return ")\(marks)\(call)
      }
      """
  }
}

extension TypeSyntax {
  fileprivate var isInout: Bool {
    self.as(AttributedTypeSyntax.self)?.specifiers.contains {
      $0.as(SimpleTypeSpecifierSyntax.self)?.specifier.tokenKind == .keyword(.inout)
    } ?? false
  }

  fileprivate var isAutoclosure: Bool {
    self.as(AttributedTypeSyntax.self)?.attributes.contains(named: "autoclosure") ?? false
  }
}
