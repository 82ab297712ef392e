/// A shared property, which is dumped as its value.
protocol SharedValue {
  var dumpedValue: Any { get }
  /// The identity of the value that is shared, also by a part of it.
  var dumpedIdentity: ObjectIdentifier { get }
}
