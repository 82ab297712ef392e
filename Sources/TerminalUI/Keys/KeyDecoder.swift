/// Turns a terminal's bytes into events: our own state machine, so that an unknown sequence never
/// leaks characters (false reps) and a lone Esc never stops the loop.
///
/// Feed it bytes as they come, in pieces of any size. When ``pendingEscape`` is true afterwards, the
/// bytes so far may be the Esc key or the start of a sequence: the host calls ``timeout(_:)`` once
/// its deadline has passed without more bytes.
public struct KeyDecoder: Sendable {
  private enum State {
    case ground
    /// Inside a UTF-8 scalar: bytes still to come.
    case utf8(Int)
    case escape
    /// After ESC [.
    case csi
    /// After ESC O.
    case ss3
    /// After ESC [ [, the Linux console's function keys.
    case console
    /// Inside OSC, DCS, APC or PM: swallowed up to ST or BEL. True after an ESC.
    case string(afterEscape: Bool)
    case paste
    /// Bytes still to come of a mouse report in the form of terminals that do not know SGR's.
    case oldMouse(Int)
  }

  /// Longest sequence kept; what is longer is swallowed.
  private static let longest = 64
  /// Most bytes of one paste; the rest is dropped.
  static let longestPaste = 64 * 1024

  private var state = State.ground
  /// Bytes of the sequence, the scalar or the paste being read.
  private var bytes: [UInt8] = []
  private let sequences: KeySequences

  /// - Parameter sequences: The terminal's own sequences for special keys (terminfo), which win over
  ///   the common ones.
  public init(sequences: KeySequences = KeySequences()) {
    self.sequences = sequences
    bytes.reserveCapacity(Self.longest)
  }

  /// Whether a deadline has to decide between the Esc key and a sequence.
  public var pendingEscape: Bool {
    switch state {
    case .escape, .ss3: true
    case .csi: bytes.count == 2
    default: false
    }
  }

  /// Takes bytes and calls `emit` with each event they complete.
  ///
  /// - Complexity: O(1) a byte.
  public mutating func feed(
    _ input: some Sequence<UInt8>, _ emit: (InputEvent) -> Void
  ) {
    for byte in input { step(byte, emit) }
  }

  /// The deadline passed with no more bytes: what is pending was a key by itself.
  public mutating func timeout(_ emit: (InputEvent) -> Void) {
    switch state {
    case .escape: emit(.key(.escape))
    case .csi where bytes.count == 2: emit(.key(.alt("[")))
    case .ss3: emit(.key(.alt("O")))
    default: return
    }
    reset()
  }

  private mutating func reset() {
    state = .ground
    bytes.removeAll(keepingCapacity: true)
  }

  private mutating func step(_ byte: UInt8, _ emit: (InputEvent) -> Void) {
    switch state {
    case .ground: ground(byte, emit)
    case .utf8(let left): scalar(byte, left, emit)
    case .escape: escape(byte, emit)
    case .csi: csi(byte, emit)
    case .ss3: ss3(byte, emit)
    case .console: console(byte, emit)
    case .string(let afterEscape): string(byte, afterEscape, emit)
    case .paste: paste(byte, emit)
    case .oldMouse(let left): state = left > 1 ? .oldMouse(left - 1) : .ground
    }
  }

  // MARK: Characters

  private mutating func ground(_ byte: UInt8, _ emit: (InputEvent) -> Void) {
    switch byte {
    case 0x1B:
      bytes.append(byte)
      state = .escape
    case 0..<0x20, 0x7F: if let key = Key(controlByte: byte) { emit(.key(key)) }
    case 0x20..<0x7F: emit(.key(Key(Character(Unicode.Scalar(byte)))))
    case 0xC2...0xDF: begin(byte, continuations: 1)
    case 0xE0...0xEF: begin(byte, continuations: 2)
    case 0xF0...0xF4: begin(byte, continuations: 3)
    default: break
    }
  }

  private mutating func begin(_ byte: UInt8, continuations: Int) {
    bytes.append(byte)
    state = .utf8(continuations)
  }

  private mutating func scalar(_ byte: UInt8, _ left: Int, _ emit: (InputEvent) -> Void) {
    guard byte & 0xC0 == 0x80 else {
      // Not UTF-8: what came before is swallowed, this byte starts anew.
      reset()
      ground(byte, emit)
      return
    }
    bytes.append(byte)
    guard left == 1 else {
      state = .utf8(left - 1)
      return
    }
    // The standard library's own check: overlong forms and surrogates are refused.
    let text = String(validating: bytes, as: UTF8.self)
    reset()
    if let scalar = text?.unicodeScalars.first, TextWidth.width(of: scalar) > 0 {
      emit(.key(Key(Character(scalar))))
    }
  }

  // MARK: Sequences

  private mutating func escape(_ byte: UInt8, _ emit: (InputEvent) -> Void) {
    bytes.append(byte)
    switch byte {
    case UInt8(ascii: "["): state = .csi
    case UInt8(ascii: "O"): state = .ss3
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"):
      state = .string(afterEscape: false)
    case 0x1B:
      // The first was the key; the second may begin something.
      emit(.key(.escape))
      bytes.removeLast()
    case 0x20..<0x7F:
      let key = sequences[bytes] ?? .alt(Character(Unicode.Scalar(byte)))
      reset()
      emit(.key(key))
    default:
      // Esc and then Enter, typed or sent in one go: two keys.
      reset()
      emit(.key(.escape))
      ground(byte, emit)
    }
  }

  private mutating func csi(_ byte: UInt8, _ emit: (InputEvent) -> Void) {
    if byte == UInt8(ascii: "["), bytes.count == 2 {
      bytes.append(byte)
      state = .console
      return
    }
    guard collects(byte, emit) else { return }
    guard (0x40...0x7E).contains(byte) else { return }
    let key = sequences[bytes]
    let isOldMouse = bytes.count == 3 && byte == UInt8(ascii: "M")
    let sequence = ControlSequence(bytes[2...])
    reset()
    if let key {
      emit(.key(key))
    } else if isOldMouse {
      // Three bytes that would be taken for typed characters, and so for reps.
      state = .oldMouse(3)
    } else if sequence.isPasteStart {
      state = .paste
    } else if let event = sequence.event {
      emit(event)
    }
  }

  private mutating func ss3(_ byte: UInt8, _ emit: (InputEvent) -> Void) {
    guard collects(byte, emit) else { return }
    // Some terminals put a modifier here: ESC O 5 A.
    if (0x30...0x39).contains(byte) { return }
    let key = sequences[bytes] ?? Key(applicationByte: byte)
    reset()
    if let key { emit(.key(key)) }
  }

  private mutating func console(_ byte: UInt8, _ emit: (InputEvent) -> Void) {
    guard collects(byte, emit) else { return }
    let key = sequences[bytes]
    reset()
    if let key {
      emit(.key(key))
    } else if (UInt8(ascii: "A")...UInt8(ascii: "E")).contains(byte) {
      emit(.key(.function(Int(byte) - 0x40)))
    }
  }

  /// Keeps a sequence's byte. False when it cannot belong to one: then the sequence is given up, and
  /// a control that cut it short counts by itself.
  private mutating func collects(_ byte: UInt8, _ emit: (InputEvent) -> Void) -> Bool {
    guard (0x20...0x7E).contains(byte) else {
      reset()
      if byte < 0x20 || byte == 0x7F { ground(byte, emit) }
      return false
    }
    // One that goes on for ever is read to its end but no longer kept.
    if bytes.count < Self.longest { bytes.append(byte) }
    return true
  }

  private mutating func string(
    _ byte: UInt8, _ afterEscape: Bool, _ emit: (InputEvent) -> Void
  ) {
    switch byte {
    case 0x07: reset()
    case 0x1B: state = .string(afterEscape: true)
    case UInt8(ascii: "\\") where afterEscape: reset()
    case 0x18, 0x1A, 0x03:
      // CAN and SUB end a string; Ctrl-C must always be heard.
      reset()
      if byte == 0x03 { ground(byte, emit) }
    default: state = .string(afterEscape: false)
    }
  }

  // MARK: Paste

  private static let pasteEnd: [UInt8] = [0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E]

  private mutating func paste(_ byte: UInt8, _ emit: (InputEvent) -> Void) {
    bytes.append(byte)
    if byte == 0x7E, bytes.count >= 6, bytes[(bytes.count - 6)...].elementsEqual(Self.pasteEnd) {
      let text = String(decoding: bytes.dropLast(6).prefix(Self.longestPaste), as: UTF8.self)
      reset()
      emit(.paste(TextSanitizer.sanitize(text)))
    } else if bytes.count > 2 * Self.longestPaste {
      // Keep the head, and enough of the tail to see the end.
      bytes.removeSubrange(Self.longestPaste..<bytes.count - 6)
    }
  }
}
