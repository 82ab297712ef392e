/// A complete CSI sequence after `ESC [`: parameters and a final byte.
struct ControlSequence {
  /// The parameters and their sub-parameters, 0 if absent. In the kitty protocol they are
  /// `key:shifted:base ; modifiers:event`.
  private(set) var first = (value: 0, sub: 0, base: 0)
  private(set) var second = (value: 0, sub: 0)
  private(set) var third = 0
  let final: UInt8
  /// Whether the sequence is private (`ESC [ ? …`) or has intermediate bytes: a reply of the terminal, never a key.
  private(set) var isPrivate = false
  /// Whether this is a mouse report in SGR format: `ESC [ < button ; column ; row M`, or `m` for a released button.
  private let isMouse: Bool

  init(_ bytes: ArraySlice<UInt8>) {
    final = bytes.last ?? 0
    isMouse = bytes.first == UInt8(ascii: "<")
    var parameter = 0
    var sub = 0
    for byte in bytes.dropLast() {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        add(digit: Int(byte) - 0x30, parameter, sub)
      case UInt8(ascii: ";"):
        parameter += 1
        sub = 0
      case UInt8(ascii: ":"): sub += 1
      default: isPrivate = true
      }
    }
  }

  private mutating func add(digit: Int, _ parameter: Int, _ sub: Int) {
    // Clamped above the largest scalar value, so that long parameters don't overflow.
    func append(_ value: Int) -> Int { min(value * 10 + digit, 0x110000) }
    switch (parameter, sub) {
    case (0, 0): first.value = append(first.value)
    case (0, 1): first.sub = append(first.sub)
    case (0, 2): first.base = append(first.base)
    case (1, 0): second.value = append(second.value)
    case (1, 1): second.sub = append(second.sub)
    case (2, 0): third = append(third)
    default: break
    }
  }

  var isPasteStart: Bool { !isPrivate && final == UInt8(ascii: "~") && first.value == 200 }

  /// The event that the sequence encodes; `nil` if it is unknown.
  var event: InputEvent? {
    if isMouse { return mouse.map { .mouse($0) } }
    guard !isPrivate else { return nil }
    switch final {
    case UInt8(ascii: "I"): return .focus(true)
    case UInt8(ascii: "O"): return .focus(false)
    default: return key.map(keyEvent)
    }
  }

  private func keyEvent(_ key: Key) -> InputEvent {
    // Event types of the kitty protocol: 1 pressed, 2 repeated, 3 released.
    switch second.sub {
    case 2: .repeated(key)
    case 3: .released(key)
    default: .key(key)
    }
  }

  private var mouse: MouseEvent? {
    guard final == UInt8(ascii: "M"), second.value > 0, third > 0 else { return nil }
    let position = Point(second.value - 1, third - 1)
    // Bits 4, 8 and 16 are modifiers. Bit 32 means that the pointer moved, which is not a press.
    return switch first.value & ~28 {
    case 0: MouseEvent(.press, at: position)
    case 64: MouseEvent(.wheelUp, at: position)
    case 65: MouseEvent(.wheelDown, at: position)
    default: nil
    }
  }

  private var key: Key? {
    let modifiers = KeyModifiers(parameter: second.value)
    switch final {
    case UInt8(ascii: "u"):
      return Key(codePoint: first.value, shifted: first.sub, base: first.base, modifiers)
    case UInt8(ascii: "~") where first.value == 27:
      // xterm's modifyOtherKeys: 27 ; modifiers ; code.
      return Key(codePoint: third, shifted: 0, modifiers)
    case UInt8(ascii: "~"):
      return modifiers.isPlain ? Key(tildeNumber: first.value) : nil
    case UInt8(ascii: "Z"): return .backTab
    default:
      return Key(cursorByte: final, modifiers)
    }
  }
}

/// Modifier keys as xterm and kitty encode them: a bit set plus one.
struct KeyModifiers: OptionSet {
  let rawValue: Int

  static let shift = KeyModifiers(rawValue: 1)
  static let alt = KeyModifiers(rawValue: 2)
  static let control = KeyModifiers(rawValue: 4)
  /// Caps lock and num lock, which are ignored.
  static let locks = KeyModifiers(rawValue: 64 | 128)

  init(rawValue: Int) { self.rawValue = rawValue }
  init(parameter: Int) { rawValue = max(0, parameter - 1) }

  /// Whether a key with these modifiers is the same as the key without them.
  var isPlain: Bool { subtracting(.locks).subtracting(.shift).isEmpty }
}

// MARK: - Codes

extension Key {
  /// Creates the key of a control byte; `nil` if no key sends the byte.
  init?(controlByte byte: UInt8) {
    switch byte {
    case 0x09: self = .tab
    case 0x0D: self = .enter
    // Ctrl-J, which Enter sends if the terminal translates CR.
    case 0x0A: self = .enter
    case 0x08, 0x7F: self = .backspace
    case 0x00: self = .control("@")
    case 0x01...0x1A: self = .control(Character(Unicode.Scalar(byte + 0x60)))
    case 0x1C...0x1F: self = .control(Character(Unicode.Scalar(byte + 0x40)))
    default: return nil
    }
  }

  /// Creates a key from the final byte of a cursor or function key: `ESC [ A`, `ESC O A`, `ESC [ 1 ; 2 A`.
  init?(cursorByte byte: UInt8) {
    switch byte {
    case UInt8(ascii: "A"): self = .up
    case UInt8(ascii: "B"): self = .down
    case UInt8(ascii: "C"): self = .right
    case UInt8(ascii: "D"): self = .left
    case UInt8(ascii: "H"): self = .home
    case UInt8(ascii: "F"): self = .end
    case UInt8(ascii: "P")...UInt8(ascii: "S"): self = .function(Int(byte) - 0x4F)
    default: return nil
    }
  }

  /// Creates a key from the byte after `ESC O`: cursor keys, F1 to F4 and the keypad in application mode.
  init?(applicationByte byte: UInt8) {
    switch byte {
    case UInt8(ascii: "M"): self = .enter
    case UInt8(ascii: "I"): self = .tab
    case UInt8(ascii: "j")...UInt8(ascii: "y"):
      self.init(Character(Unicode.Scalar(byte - 0x40)))
    case UInt8(ascii: "X"): self = "="
    // rxvt sends these for Ctrl with an arrow.
    case UInt8(ascii: "c"): self = .controlRight
    case UInt8(ascii: "d"): self = .controlLeft
    default: self.init(cursorByte: byte)
    }
  }

  /// Creates a key from the final byte of a cursor key with a modifier: `ESC [ 1 ; 5 D`.
  init?(cursorByte byte: UInt8, _ modifiers: KeyModifiers) {
    let held = modifiers.subtracting(.locks)
    guard let key = Key(cursorByte: byte) else { return nil }
    guard held == .control || held == .alt else {
      guard modifiers.isPlain else { return nil }
      self = key
      return
    }
    switch key {
    case .left: self = .controlLeft
    case .right: self = .controlRight
    default: return nil
    }
  }

  /// Creates a key from the number before a `~`.
  init?(tildeNumber number: Int) {
    switch number {
    case 1, 7: self = .home
    case 2: self = .insert
    case 3: self = .delete
    case 4, 8: self = .end
    case 5: self = .pageUp
    case 6: self = .pageDown
    // The numbers have gaps, as on the VT220.
    case 11...15: self = .function(number - 10)
    case 17...21: self = .function(number - 11)
    case 23...24: self = .function(number - 12)
    default: return nil
    }
  }

  /// Creates a key from its code point in the kitty and xterm protocols.
  ///
  /// - Parameters:
  ///   - shifted: The code point typed with shift; 0 if not reported.
  ///   - base: The code point that the key types on a Latin layout; 0 if it is the same or not reported.
  init?(codePoint: Int, shifted: Int, base: Int = 0, _ modifiers: KeyModifiers) {
    let held = modifiers.subtracting(.locks)
    if let key = Key.word(for: codePoint, held) {
      self = key
      return
    }
    if held.isSubset(of: [.shift, .alt]), let named = Self.named(codePoint, held) {
      self = named
      return
    }
    if held == .control {
      guard let key = Self.controlled(codePoint) ?? Self.controlled(base) else { return nil }
      self = key
      return
    }
    // The private use area has keys without characters, such as locks and media keys.
    guard let scalar = UInt32(exactly: codePoint).flatMap(Unicode.Scalar.init),
      scalar.isTypeable, scalar.properties.generalCategory != .privateUse
    else { return nil }
    guard held.isSubset(of: [.shift, .alt]) else { return nil }
    var character = Character(scalar)
    if held.contains(.shift) {
      let typed = UInt32(exactly: shifted).flatMap(Unicode.Scalar.init)
      if let typed, TextWidth.width(of: typed) > 0 {
        character = Character(typed)
      } else if let upper = scalar.properties.uppercaseMapping.first {
        character = upper
      }
    }
    if held.contains(.alt) { self = .alt(character) } else { self.init(character) }
  }

  /// Returns the key for Ctrl with an ASCII character, equivalent to its control byte.
  private static func controlled(_ codePoint: Int) -> Key? {
    guard let byte = UInt8(exactly: codePoint), (0x20..<0x7F).contains(byte) else { return nil }
    let character = Character(Unicode.Scalar(byte))
    return switch character {
    case " ": .control("@")
    case "[": .escape
    case "h", "i", "j", "m", "H", "I", "J", "M": Key(controlByte: byte & 0x1F)
    default: .control(Character(character.lowercased()))
    }
  }

  /// Ctrl-W, which erases a word. Other programs use Alt or Ctrl with Backspace for this.
  static let eraseWord = control("w")

  /// Returns the word-editing key that Ctrl or Alt with another key stands for.
  private static func word(for codePoint: Int, _ held: KeyModifiers) -> Key? {
    guard held == .control || held == .alt else { return nil }
    return switch codePoint {
    case 127: eraseWord
    case 57417: .controlLeft
    case 57418: .controlRight
    default: nil
    }
  }

  private static func named(_ codePoint: Int, _ held: KeyModifiers) -> Key? {
    switch codePoint {
    case 9: held.contains(.shift) ? .backTab : .tab
    case 13, 57414: .enter
    case 27: .escape
    case 8, 127: .backspace
    case 32: .space
    // The keypad.
    case 57399...57408: Key(Character(Unicode.Scalar(UInt8(codePoint - 57399 + 0x30))))
    case 57409: "."
    case 57410: "/"
    case 57411: "*"
    case 57412: "-"
    case 57413: "+"
    case 57415: "="
    case 57416: ","
    case 57417: .left
    case 57418: .right
    case 57419: .up
    case 57420: .down
    case 57421: .pageUp
    case 57422: .pageDown
    case 57423: .home
    case 57424: .end
    case 57425: .insert
    case 57426: .delete
    case 57376...57398: .function(codePoint - 57363)
    default: nil
    }
  }
}

// MARK: - Terminfo

/// The byte sequences of a terminal for special keys, from terminfo.
public struct KeySequences: Sendable {
  private var keys: [[UInt8]: Key] = [:]

  /// Creates a table without sequences.
  public init() {}

  /// - Complexity: O(1).
  subscript(bytes: [UInt8]) -> Key? { keys.isEmpty ? nil : keys[bytes] }

  /// Adds a sequence, unless it is already defined or could be typed with other keys.
  ///
  /// It must begin with ESC and have either two bytes, or at least three with `[` or `O` as the second.
  public mutating func add(_ bytes: [UInt8], _ key: Key) {
    guard bytes.first == 0x1B, bytes.count >= 2 else { return }
    let introducer = bytes[1]
    let isSequence = introducer == UInt8(ascii: "[") || introducer == UInt8(ascii: "O")
    guard isSequence == (bytes.count > 2), keys[bytes] == nil else { return }
    keys[bytes] = key
  }
}
