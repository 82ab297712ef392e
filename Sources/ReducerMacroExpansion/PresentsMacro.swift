import SwiftDiagnostics
public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// The macro `@Presents`, which stores an optional child state whose presence drives navigation.
public enum PresentsMacro {
  /// Returns the property, if `@Presents` can be attached to it here, and the type of the presented child.
  private static func presented(
    by declaration: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) -> (property: StateProperty, type: TypeSyntax)? {
    guard
      isInObservableState(context), let variable = declaration.as(VariableDeclSyntax.self),
      let property = StateProperty(variable), let type = property.presentableType
    else { return nil }
    return (property, type)
  }
}

extension StateProperty {
  /// The type that an optional property can present; `nil` if the property is not a plain optional variable.
  var presentableType: TypeSyntax? {
    guard isStoredVariable, !hasObservers else { return nil }
    return binding.typeAnnotation?.type.optionalWrapped
  }

  /// Whether `@Presents` is attached to it and is valid there.
  var isPresented: Bool {
    declaration.attributes.contains(named: "Presents") && presentableType != nil
  }
}

extension PresentsMacro: AccessorMacro {
  public static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let (property, type) = presented(by: declaration, in: context) else {
      diagnoseMisuse(of: node, on: declaration, in: context)
      // Without an accessor the compiler would report the same error a second time.
      return declaration.as(VariableDeclSyntax.self)?.isStoredInstanceVariable ?? false
        ? ["get { Swift.fatalError() }"] : []
    }
    let storage = property.storageName
    let presentation =
      "ReducerRuntime.PresentationState<\(type.trimmedDescription)>(wrappedValue: initialValue)"
    return [property.initAccessor(presentation)]
      + ObservationStateTrackedMacro.accessors(
        storage: "\(storage).wrappedValue", setStorage: storage, hash: property.hash)
  }
}

extension PresentsMacro: PeerMacro {
  public static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let (property, type) = presented(by: declaration, in: context) else { return [] }
    let presentation = "ReducerRuntime.PresentationState<\(type.trimmedDescription)>"
    let initial = property.binding.initializer?.value.trimmedDescription ?? "nil"
    let access = property.declaration.modifiers.accessModifiers.trimmedDescription
    let accessors = ObservationStateTrackedMacro.accessors(
      storage: property.storageName, hash: property.hash)
    let availability = property.availability
    let projection = """
      \(availability)\(access) var $\(property.bareName): \(presentation) {
      \(accessors.map(\.description).joined(separator: "\n"))
      }
      """
    return [
      "\(raw: availability)private var \(raw: property.storageName) = \(raw: presentation)(wrappedValue: \(raw: initial))",
      "\(raw: projection)",
    ]
  }
}

extension TypeSyntax {
  /// The type inside `T?`, `T!` or `Optional<T>`; `nil` if this is not an optional.
  var optionalWrapped: TypeSyntax? {
    if let optional = self.as(OptionalTypeSyntax.self) { return optional.wrappedType.trimmed }
    if let optional = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      return optional.wrappedType.trimmed
    }
    let clause: GenericArgumentClauseSyntax?
    if let identifier = self.as(IdentifierTypeSyntax.self), identifier.name.text == "Optional" {
      clause = identifier.genericArgumentClause
    } else if let member = self.as(MemberTypeSyntax.self), member.name.text == "Optional" {
      clause = member.genericArgumentClause
    } else {
      clause = nil
    }
    guard case .type(let wrapped) = clause?.arguments.first?.argument else { return nil }
    return wrapped.trimmed
  }
}

extension PresentsMacro {
  /// Reports the reason that `@Presents` cannot be attached to `declaration`.
  static func diagnoseMisuse(
    of node: AttributeSyntax, on declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) {
    // For anything else the compiler reports an error.
    guard
      let variable = declaration.as(VariableDeclSyntax.self), let property = StateProperty(variable)
    else { return }
    guard variable.bindingSpecifier.tokenKind == .keyword(.var) else {
      return context.diagnoseConstant(
        variable, "'@Presents' needs a 'var', because the child is set and removed")
    }
    guard property.isStoredVariable, !property.hasObservers else {
      return context.diagnose(
        "'@Presents' needs a stored property of the instance, without observers",
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

  /// Returns whether the type around the property has a registrar, to which the generated code reports each access.
  static func isInObservableState(_ context: some MacroExpansionContext) -> Bool {
    let outer = context.lexicalContext.first?.as(StructDeclSyntax.self)
    return outer?.attributes.contains(named: "ObservableState") ?? false
  }
}
