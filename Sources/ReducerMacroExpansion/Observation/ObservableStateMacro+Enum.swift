import SwiftSyntax
import SwiftSyntaxBuilder

extension ObservableStateMacro {
  /// Returns the members of an enum: its identity is that of its payload, tagged with the case.
  ///
  /// A case without a value, or with several, only has its tag as an identity.
  static func members(of declaration: EnumDeclSyntax, access: String) -> [DeclSyntax] {
    let cases = declaration.enumCases
    let deprecations = cases.deprecations
    return [
      """
      \(raw: deprecations)\(raw: access)var _$id: ReducerRuntime.ObservableStateID {
      switch self {
      \(raw: cases.availableSource(identity))
      }
      }
      """,
      """
      \(raw: deprecations)\(raw: access)mutating func _$willModify() {
      switch self {
      \(raw: cases.availableSource(willModify))
      }
      }
      """,
      """
      \(raw: access)static func _$storage(for keyPath: Swift.PartialKeyPath<Self>) -> Swift.PartialKeyPath<Self>? {
      nil
      }
      """,
    ]
  }

  private static func identity(of enumCase: EnumCase) -> String {
    guard enumCase.values.count == 1 else {
      return """
        case .\(enumCase.name):
        return ReducerRuntime.ObservableStateID._$inert._$tag(\(enumCase.index))
        """
    }
    return """
      case \(enumCase.pattern):
      return ReducerRuntime.ObservableStateID._$id(for: v0)._$tag(\(enumCase.index))
      """
  }

  private static func willModify(_ enumCase: EnumCase) -> String {
    guard enumCase.values.count == 1 else {
      return """
        case .\(enumCase.name):
        break
        """
    }
    return """
      case .\(enumCase.name)(var v0):
      ReducerRuntime._$willModify(&v0)
      self = \(enumCase.construction(of: "", from: ["v0"]))
      """
  }
}
