/// Generates a case path for each case of an enum, so that `\.case` key paths can refer to it.
///
/// ```swift
/// @CasePathable
/// enum Action {
///   case startButtonTapped
///   case history(History.Action)
/// }
/// let path: CaseKeyPath<Action, History.Action> = \.history
/// ```
///
/// Cases may be labeled, indirect, generic, or under `#if`; two cases must not share a name.
@attached(extension, conformances: CasePathable, CasePathIterable)
@attached(
  member, names: named(AllCasePaths), named(allCasePaths), named(_$Element),
  named(_$Iterator), named(_$Root))
public macro CasePathable() = #externalMacro(module: "ReducerMacros", type: "CasePathableMacro")
