import Scripting

extension Script {
  /// Reads the script in a file that is compared with nothing else.
  init(contentsOf path: String) throws {
    var budget = ScriptBudget()
    try self.init(contentsOf: path, within: &budget)
  }
}
