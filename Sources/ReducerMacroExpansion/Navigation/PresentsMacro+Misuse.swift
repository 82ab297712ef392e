import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

extension PresentsMacro {
  /// Reports why `@Presents` cannot be attached to `declaration`.
  static func diagnoseMisuse(
    of node: AttributeSyntax, on declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) {
    guard let variable = declaration.as(VariableDeclSyntax.self) else {
      return context.diagnose("'@Presents' can only be applied to a property", at: node)
    }
    guard variable.bindingSpecifier.tokenKind == .keyword(.var) else {
      let specifier = variable.bindingSpecifier
      return context.diagnose(
        "'@Presents' needs a 'var': what is presented comes and goes", at: specifier,
        fixIts: [
          .replacing(
            specifier, with: specifier.with(\.tokenKind, .keyword(.var)), "Use 'var'")
        ])
    }
    guard let property = StateProperty(variable) else {
      return context.diagnose(
        "'@Presents' holds one property; declare each with its own 'var'", at: variable.bindings)
    }
    guard property.isStoredVariable, !property.hasObservers else {
      return context.diagnose(
        "'@Presents' needs a plain stored property; '\(property.name)' has accessors of its own",
        at: node)
    }
    guard let annotation = property.binding.typeAnnotation else {
      return context.diagnose(
        "'@Presents' needs the type of '\(property.name)' written out, as in"
          + " '\(property.name): Child.State?'",
        at: property.identifier)
    }
    guard annotation.type.optionalWrapped == nil else {
      return context.diagnose(
        "'@Presents' needs a struct marked '@ObservableState' around it", at: node)
    }
    let type = annotation.type
    let optional = TypeSyntax(OptionalTypeSyntax(wrappedType: type.trimmed))
      .with(\.trailingTrivia, type.trailingTrivia)
    context.diagnose(
      "'@Presents' needs an optional type: '\(type.trimmedDescription)' could never be dismissed",
      at: type,
      fixIts: [.replacing(type, with: optional, "Use '\(optional.trimmedDescription)'")])
  }

  /// Returns whether the property's type has a registrar, which the generated code reports each access to.
  static func isInObservableState(_ context: some MacroExpansionContext) -> Bool {
    let outer = context.lexicalContext.first?.as(StructDeclSyntax.self)
    return outer?.attributes.contains(named: "ObservableState") ?? false
  }
}
