/// Stores an optional child state whose presence drives navigation.
///
/// `$destination` is the ``PresentationState`` behind the property.
///
/// ```swift
/// @ObservableState
/// struct State: Equatable {
///   @Presents var destination: Destination.State?
/// }
/// ```
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(`$`), prefixed(_))
public macro Presents() = #externalMacro(module: "ReducerMacros", type: "PresentsMacro")
