@attached(member, names: arbitrary)
public macro CasePathable() = #externalMacro(module: "ReducerMacros", type: "CasePathableMacro")
