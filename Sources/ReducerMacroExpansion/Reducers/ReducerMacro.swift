public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// The macro `@Reducer`, which adds a feature's missing `State`, `Action` and `body`.
public enum ReducerMacro {}

extension ReducerMacro: MemberMacro {
  public static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if let declaration = declaration.as(EnumDeclSyntax.self) {
      return members(of: declaration, node, in: context)
    }
    guard let declaration = declaration.as(StructDeclSyntax.self) else {
      context.diagnose(
        "'@Reducer' cannot be applied to \(declaration.diagnosticDescription);"
          + " a reducer is a struct, or an enum of reducers",
        at: node)
      return []
    }
    if let arguments = node.arguments {
      context.diagnose(
        "'@Reducer' writes the state and action of an enum only; let a struct's conform by themselves",
        at: arguments)
    }
    let members = ReducerMembers(declaration, in: context)
    diagnose(members, of: declaration, in: context)
    diagnoseBoundaries(of: declaration, in: context)
    let access = declaration.memberAccess(in: context)
    let values = "Swift.Equatable, Swift.Hashable, Swift.Sendable"
    // The conformances that macros on these types would add are written out, as for enums.
    var added: [DeclSyntax] = []
    if !members.specifies("State") {
      added.append(
        """
        @ReducerRuntime.ObservableState
        \(raw: access)struct State: ReducerRuntime.ObservableState, Swift.Codable, \(raw: values) {
        \(raw: access)init() {}
        }
        """)
    }
    if !members.specifies("Action") {
      added.append(
        """
        @ReducerRuntime.CasePathable
        \(raw: access)enum Action: ReducerRuntime.CasePathable, ReducerRuntime.CasePathIterable, \(raw: values) {}
        """)
    }
    if !members.hasLogic {
      added.append(
        "\(raw: access)let body = ReducerRuntime.EmptyReducer<State, Action>()")
    }
    return added
  }
}

extension ReducerMacro: MemberAttributeMacro {
  public static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    guard declaration.is(StructDeclSyntax.self) || declaration.is(EnumDeclSyntax.self)
    else { return [] }
    if let member = member.as(EnumDeclSyntax.self) {
      var names: [String] = []
      switch member.name.text {
      case "Action": names = ["ReducerRuntime.CasePathable"]
      case "State": names = ["ReducerRuntime.CasePathable", "dynamicMemberLookup"]
      default: break
      }
      return names.filter { name in
        let baseName = name.split(separator: ".").last.map(String.init) ?? name
        return !member.attributes.contains(named: baseName)
      }
      .map { "@\(raw: $0)" }
    }
    if let member = member.as(VariableDeclSyntax.self),
      member.isReducerBody(ofEnum: declaration.is(EnumDeclSyntax.self)),
      member.bindings.first?.accessorBlock != nil,
      !member.attributes.flattened.contains(where: { $0.baseName.hasSuffix("Builder") })
    {
      return ["@ReducerRuntime.ReducerBuilder<\(raw: member.reducerBodyArguments)>"]
    }
    return []
  }
}

extension ReducerMacro: ExtensionMacro {
  public static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    if declaration.is(EnumDeclSyntax.self) {
      // `CaseReducer` first, so that a body written by hand is found there before `Reducer` considers it missing.
      return [conformance(of: type, to: protocols.reversed())].compactMap(\.self)
    }
    guard declaration.is(StructDeclSyntax.self) else { return [] }
    let own = protocols.filter { !$0.trimmedDescription.hasSuffix("CaseReducer") }
    return [conformance(of: type, to: own)].compactMap(\.self)
  }
}

extension VariableDeclSyntax {
  /// The state and action types of `body`: those named in its type, otherwise the reducer's own.
  fileprivate var reducerBodyArguments: String {
    (reducerTypes ?? ["Self.State", "Self.Action"]).joined(separator: ", ")
  }
}
