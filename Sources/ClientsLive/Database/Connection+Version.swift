extension Connection {
  /// The version of the newest database that this program knows: how many migrations there are.
  public static var newestVersion: Int { Migration.all.count }
}
