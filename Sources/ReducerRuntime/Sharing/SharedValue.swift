/// A shared property, which is dumped as its value.
protocol SharedValue {
  var dumpedValue: Any { get }
}
