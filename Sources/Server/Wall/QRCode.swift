import CQREncode

/// A QR code that a phone can read from a terminal.
public struct QRCode: Sendable {
  /// The modules, row by row; true for a dark one.
  let rows: [[Bool]]

  /// The reason that libqrencode cannot be used; `nil` once it is loaded.
  public static let failure: String? = cqrencode_load().map {
    "cannot load libqrencode (\(String(cString: $0))); install the package libqrencode4"
  }

  /// Creates the QR code of a text.
  ///
  /// - Returns: `nil` if the text is too long or libqrencode cannot be used.
  public init?(_ text: String) {
    guard Self.failure == nil else { return nil }
    // The size of the largest code.
    var modules = [UInt8](repeating: 0, count: 177 * 177)
    let width = Int(cqrencode_encode(text, &modules, modules.count))
    guard width > 0 else { return nil }
    rows = (0..<width).map { row in
      modules[row * width..<(row + 1) * width].map { $0 == 1 }
    }
  }

  /// The code as lines of text with two rows of modules each, black on white regardless of the terminal's colors.
  public var lines: [String] {
    let width = rows.count + 2 * Self.margin
    func isDark(_ row: Int, _ column: Int) -> Bool {
      let (row, column) = (row - Self.margin, column - Self.margin)
      return rows.indices.contains(row) && rows.indices.contains(column) && rows[row][column]
    }
    return stride(from: 0, to: width, by: 2).map { row in
      let blocks = (0..<width).map { column in
        switch (isDark(row, column), isDark(row + 1, column)) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
      }
      return "\u{1B}[30;107m\(blocks.joined())\u{1B}[0m"
    }
  }

  /// The number of white modules on each side, which QR code readers need.
  private static let margin = 4
}
