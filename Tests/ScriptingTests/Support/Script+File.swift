import Scripting

extension Script {
  /// Parses the script in a file that is not compared with goldens.
  init(contentsOf path: String) throws {
    var budget = ScriptBudget()
    try self.init(contentsOf: path, within: &budget)
  }
}
