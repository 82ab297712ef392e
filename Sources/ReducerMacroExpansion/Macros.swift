public import SwiftSyntaxMacros

/// The macros of this library, by the type names in `#externalMacro`.
public var reducerMacros: [String: any Macro.Type] {
  [
    "CasePathableMacro": CasePathableMacro.self,
    "DependencyClientMacro": DependencyClientMacro.self,
    "DependencyEndpointMacro": DependencyEndpointMacro.self,
    "MarkerMacro": MarkerMacro.self,
    "ObservableStateMacro": ObservableStateMacro.self,
    "ObservationStateTrackedMacro": ObservationStateTrackedMacro.self,
    "PresentsMacro": PresentsMacro.self,
    "ReducerMacro": ReducerMacro.self,
    "ViewActionMacro": ViewActionMacro.self,
  ]
}
