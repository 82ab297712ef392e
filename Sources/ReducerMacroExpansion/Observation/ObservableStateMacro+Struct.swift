import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension ObservableStateMacro {
  /// Returns the members of a struct: a registrar, and a function that returns the storage behind each property.
  static func members(
    of declaration: StructDeclSyntax, access: String, in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    let properties = ConditionalList(members: declaration.memberBlock.members) { member in
      member.as(VariableDeclSyntax.self).flatMap(StateProperty.init).map { [$0] } ?? []
    }
    let deprecations = properties.all.map(\.declaration.attributes).deprecations
    diagnoseClashes(among: properties.all.filter { $0.isTracked || $0.isPresented }, in: context)
    return [
      """
      @ReducerRuntime.ObservationStateIgnored
      \(raw: access)var _$observationRegistrar = ReducerRuntime.ObservationStateRegistrar()
      """,
      """
      \(raw: access)var _$id: ReducerRuntime.ObservableStateID {
      _$observationRegistrar.id
      }
      """,
      """
      \(raw: access)mutating func _$willModify() {
      _$observationRegistrar._$willModify()
      }
      """,
      """
      \(raw: deprecations)\(raw: access)static func _$storage(for keyPath: Swift.PartialKeyPath<Self>) -> Swift.PartialKeyPath<Self>? {
      \(raw: properties.source(storage))
      return nil
      }
      """,
    ]
  }

  /// Returns the line of `_$storage(for:)` for one property; empty if nothing is stored there.
  ///
  /// A property with observers is omitted, because direct writes to its storage would bypass them.
  private static func storage(of property: StateProperty) -> String {
    let storage = "return \\Self.\(property.storageName)"
    if property.isPresented {
      return
        "if keyPath == \\Self.$\(property.bareName) || keyPath == \\Self.\(property.name) { \(storage) }"
    }
    guard property.isTracked, !property.hasObservers else { return "" }
    return "if keyPath == \\Self.\(property.name) { \(storage) }"
  }

  /// Rejects two names with the same hash, which observation could not distinguish. The probability is one in 2^32
  /// pairs.
  private static func diagnoseClashes(
    among properties: [StateProperty], in context: some MacroExpansionContext
  ) {
    var names: [UInt32: String] = [:]
    for property in properties {
      let name = property.bareName
      let other = names.updateValue(name, forKey: propertyHash(name))
      if let other, other != name {
        context.diagnose(
          "'@ObservableState' cannot tell '\(name)' from '\(other)', whose name has the same hash;"
            + " rename one of them",
          at: property.identifier)
      }
    }
  }
}
