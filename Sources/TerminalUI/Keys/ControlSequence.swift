/// A complete CSI sequence after `ESC [`: parameters and a final byte.
struct ControlSequence {
  /// The parameters and their sub-parameters, 0 if absent. In the kitty protocol they are
  /// `key:shifted:base ; modifiers:event`.
  private(set) var first = (value: 0, sub: 0, base: 0)
  private(set) var second = (value: 0, sub: 0)
  private(set) var third = 0
  let final: UInt8
  /// Whether the sequence is private (`ESC [ ? …`) or has intermediates. Those are replies of the terminal, never keys.
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
    // Bits 4, 8 and 16 are modifiers. Bit 32 is a movement, which isn't a press.
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

  /// Whether no modifier is held that would make it a different key.
  var isPlain: Bool { subtracting(.locks).subtracting(.shift).isEmpty }
}
