import SwiftSyntax

/// A stored or computed property of a state, as the observation macros look at it.
struct StateProperty {
  var declaration: VariableDeclSyntax
  var binding: PatternBindingSyntax
  /// The name as it is written, in backticks when it is.
  var identifier: TokenSyntax

  /// Nil for a declaration that names several properties at once.
  init?(_ declaration: VariableDeclSyntax) {
    guard
      declaration.bindings.count == 1, let binding = declaration.bindings.first,
      let pattern = binding.pattern.as(IdentifierPatternSyntax.self)
    else { return nil }
    self.declaration = declaration
    self.binding = binding
    identifier = pattern.identifier
  }

  /// The name as it is written.
  var name: String { identifier.text }

  /// The name without backticks, which is what `_name` and `$name` are made of.
  var bareName: String { identifier.identifier?.name ?? name }

  /// The name of the stored property behind it.
  var storageName: String { "_\(bareName)" }

  var hash: String { propertyHashLiteral(bareName) }

  var hasObservers: Bool { binding.accessorBlock?.isObservers ?? false }

  /// Whether it is a variable that the state itself holds a value for.
  var isStoredVariable: Bool {
    declaration.isStoredInstanceVariable
  }

  /// Whether `@ObservableState` is to track it.
  ///
  /// An attribute with a capital letter is a property wrapper or a macro with a storage of its own, which has its own
  /// way of being observed or none. `lazy` and `weak` variables cannot be given accessors.
  var isTracked: Bool {
    isStoredVariable
      && !declaration.modifiers.contains { ["lazy", "weak", "unowned"].contains($0.name.text) }
      && !declaration.attributes.flattened.contains { $0.baseName.first?.isUppercase ?? false }
  }
}

extension VariableDeclSyntax {
  /// Whether each instance stores what is declared here: a `var`, not static, and not computed.
  var isStoredInstanceVariable: Bool {
    bindingSpecifier.tokenKind == .keyword(.var)
      && !modifiers.contains(named: "static") && !modifiers.contains(named: "class")
      && bindings.allSatisfy { $0.accessorBlock?.isObservers ?? true }
  }
}

extension AccessorBlockSyntax {
  /// Whether these are `willSet` and `didSet` only, with which a property is stored and not computed.
  var isObservers: Bool {
    guard case .accessors(let accessors) = accessors else { return false }
    return accessors.allSatisfy {
      [.keyword(.willSet), .keyword(.didSet)].contains($0.accessorSpecifier.tokenKind)
    }
  }
}
