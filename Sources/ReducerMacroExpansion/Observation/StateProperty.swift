import SwiftSyntax

/// A stored or computed property of a state.
struct StateProperty {
  var declaration: VariableDeclSyntax
  var binding: PatternBindingSyntax
  /// The name as written, possibly with backticks.
  var identifier: TokenSyntax

  /// Creates a property; `nil` for a declaration of several properties at once.
  init?(_ declaration: VariableDeclSyntax) {
    guard
      declaration.bindings.count == 1, let binding = declaration.bindings.first,
      let pattern = binding.pattern.as(IdentifierPatternSyntax.self)
    else { return nil }
    self.declaration = declaration
    self.binding = binding
    identifier = pattern.identifier
  }

  /// The name as written.
  var name: String { identifier.text }

  /// The name without backticks, from which `_name` and `$name` are built.
  var bareName: String { identifier.identifier?.name ?? name }

  /// The name of the stored property behind it.
  var storageName: String { "_\(bareName)" }

  /// The `@available` attributes, which the stored property behind it needs too.
  var availability: String { declaration.attributes.availability }

  var hash: String { propertyHashLiteral(bareName) }

  var hasObservers: Bool { binding.accessorBlock?.isObservers ?? false }

  /// Whether it is a stored variable of the state.
  var isStoredVariable: Bool {
    declaration.isStoredInstanceVariable
  }

  /// Whether `@ObservableState` tracks it.
  ///
  /// An attribute with a capital letter is a property wrapper or macro with its own storage, which implements
  /// observation itself if needed. `lazy` and `weak` variables cannot have accessors.
  var isTracked: Bool {
    isStoredVariable
      && !declaration.modifiers.contains { ["lazy", "weak", "unowned"].contains($0.name.text) }
      && !declaration.attributes.flattened.contains { $0.baseName.first?.isUppercase ?? false }
  }
}

extension VariableDeclSyntax {
  /// Whether it is stored in each instance: a `var`, not static, and not computed.
  var isStoredInstanceVariable: Bool {
    bindingSpecifier.tokenKind == .keyword(.var)
      && !modifiers.contains(named: "static") && !modifiers.contains(named: "class")
      && bindings.allSatisfy { $0.accessorBlock?.isObservers ?? true }
  }
}

extension AccessorBlockSyntax {
  /// Whether these are only `willSet` and `didSet`, so that the property is stored and not computed.
  var isObservers: Bool {
    guard case .accessors(let accessors) = accessors else { return false }
    return accessors.allSatisfy {
      [.keyword(.willSet), .keyword(.didSet)].contains($0.accessorSpecifier.tokenKind)
    }
  }
}
