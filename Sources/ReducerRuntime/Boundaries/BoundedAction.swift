/// An action in three sets, each with its own sender and its own reader.
///
/// - `view`: what a person did; sent by the feature's view.
/// - `delegate`: what the feature tells whoever embeds it, and all that those may react to.
/// - `_internal`: what comes back from effects, and the actions of the features embedded in this one.
///
/// Other cases are open to the feature's direct parent. A feature that its parent may ask to do something has one more,
/// `command`, with an enum of the few things that may be asked: `.send(._internal(.tasks(.command(.reload))))`.
///
/// ```swift
/// @Reducer
/// struct AppFeature {
///   enum Action: BoundedAction {
///     enum ViewAction { case onAppear }
///     enum DelegateAction { case signedOut }
///     @CasePathable
///     enum InternalAction {
///       case dataLoaded
///       case userSettings(UserSettings.Action)
///     }
///     case view(ViewAction)
///     case delegate(DelegateAction)
///     case _internal(InternalAction)
///   }
/// }
/// ```
///
/// Each parent asks of every action whether it is one of some child's, and copies it to look inside. Where a set has large
/// payloads, declare it `indirect`: then a copy is one reference.
///
/// Cases are the witnesses; ``Reducer()`` finds them and makes the case paths. Where a feature's `Action` names this
/// protocol, `@Reducer` also refuses whatever in the declaration reaches into a child's `view` or `_internal` set, or into
/// a child's child, and whatever sends a `view` action: a feature reacts to the `delegate` set of its direct children and
/// to nothing else of theirs, and only views send what a person did.
/// An `Action` that conforms through a protocol of your own names this one beside it to be checked.
public protocol BoundedAction: CasePathable, SendableMetatype
where AllCasePaths: BoundedCasePaths<Self> {
  /// What a person did.
  associatedtype ViewAction where ViewAction == AllCasePaths.ViewAction
  /// What the feature tells whoever embeds it.
  associatedtype DelegateAction where DelegateAction == AllCasePaths.DelegateAction
  /// What comes back from effects, and the actions of embedded features.
  associatedtype InternalAction where InternalAction == AllCasePaths.InternalAction

  static func view(_ action: ViewAction) -> Self
  static func delegate(_ action: DelegateAction) -> Self
  static func _internal(_ action: InternalAction) -> Self
}

/// The case paths of a ``BoundedAction``. `@CasePathable` writes the conformance for an enum with the three cases.
public protocol BoundedCasePaths<Root>: Sendable {
  associatedtype Root
  associatedtype ViewAction
  associatedtype DelegateAction
  associatedtype InternalAction

  var view: AnyCasePath<Root, ViewAction> { get }
  var delegate: AnyCasePath<Root, DelegateAction> { get }
  var _internal: AnyCasePath<Root, InternalAction> { get }

  /// The way to the case of the internal set that is called so, in one step, where it is known: an
  /// `AnyCasePath<Root, Value>`.
  func _$childPath(named name: String) -> Any?
}

extension BoundedCasePaths {
  public func _$childPath(named name: String) -> Any? { nil }
}
