extension KeyMap {
  /// Returns the keys that edit a text field, as in a shell.
  ///
  /// A key other than a character works only while there is text, so that it can have another meaning in an empty field.
  /// The last row accepts every character, so these keys must come after all others of the screen.
  ///
  /// - Parameters:
  ///   - label: The label of the row for characters.
  ///   - action: Returns the action for an edit.
  ///   - field: Returns the field that has the focus; `nil` for none.
  public static func textEditing(
    _ label: String, _ action: @escaping @Sendable (TextEdit) -> Action,
    in field: @escaping @Sendable (State) -> TextField?
  ) -> KeyMap {
    func row(_ keys: [Key], _ label: String, _ edit: TextEdit) -> Binding {
      .init(keys, label, action(edit), hinted: false)
    }
    let edits = KeyMap([
      row([.left], "cursor left", .moved(.left)),
      row([.right], "cursor right", .moved(.right)),
      row([.controlLeft, .alt("b")], "word left", .moved(.wordLeft)),
      row([.controlRight, .alt("f")], "word right", .moved(.wordRight)),
      row([.home, .control("a")], "start of text", .moved(.start)),
      row([.end, .control("e")], "end of text", .moved(.end)),
      row([.delete], "erase right", .erased(.right)),
      row([.control("w")], "erase word", .erased(.blankLeft)),
      row([.control("u")], "erase to start", .erased(.start)),
      row([.control("k")], "erase to end", .erased(.end)),
    ]).when { field($0)?.isEmpty == false }
    let typing = KeyMap([
      row([.backspace], "erase", .erased(.left)),
      .text(label, { action(.typed($0)) }),
    ]).when { field($0) != nil }
    return edits.section("Text fields") + typing
  }
}
