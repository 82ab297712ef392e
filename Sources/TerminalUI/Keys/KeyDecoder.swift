/// A decoder of a terminal's input bytes.
///
/// It is a state machine. It discards unknown sequences, whose characters would otherwise be decoded as keys, and it
/// does not wait forever after an Esc, or in a paste or sequence that is never completed.
///
/// Feed it bytes in chunks of any size. If ``timeoutDelay(escape:)`` isn't nil afterwards, the last bytes are not
/// decoded yet. The host then calls ``timeout(_:)`` when no more bytes arrive within that time. Ctrl-C never
/// waits.
public struct KeyDecoder: Sendable {
  private enum State {
    case ground
    /// Inside a UTF-8 scalar, with the number of bytes still to come.
    case utf8(Int)
    case escape
    /// After ESC [.
    case csi
    /// After ESC O.
    case ss3
    /// After ESC [ [, the Linux console's function keys.
    case console
    /// Inside OSC, DCS, APC or PM, which is discarded up to ST or BEL.
    case string(afterEscape: Bool)
    case paste
    /// Inside a mouse report of a terminal without SGR format, with the number of bytes still to come.
    case legacyMouse(Int)
  }

  /// The maximum length of a sequence in bytes. Longer ones are discarded.
  private static let maxSequenceLength = 64
  /// The maximum length of a paste in bytes. The rest is discarded.
  static let maxPasteLength = 64 * 1024

  private var state = State.ground
  /// The bytes of the sequence, the scalar or the paste that is being read.
  private var bytes: [UInt8] = []
  private let sequences: KeySequences

  /// Creates a decoder.
  ///
  /// - Parameter sequences: The terminal's sequences for special keys (terminfo), which take precedence over common
  ///   ones.
  public init(sequences: KeySequences = KeySequences()) {
    self.sequences = sequences
    bytes.reserveCapacity(Self.maxSequenceLength)
  }

  /// The time to wait for the rest of a paste, or of a string that is discarded: the connection may be lost.
  private static let stallTimeout = Duration.seconds(1)

  /// Returns the time to wait for more bytes before ``timeout(_:)``; nil if a timeout would not change anything.
  ///
  /// - Parameter escape: The time to wait for the rest of a sequence while its bytes may be the Esc key.
  public func timeoutDelay(escape: Duration) -> Duration? {
    switch state {
    case .escape, .ss3: escape
    case .csi where bytes.count == 2: escape
    case .paste, .string, .legacyMouse: Self.stallTimeout
    // Any other sequence is ended by the next key.
    default: nil
    }
  }

  /// Decodes bytes and calls `emit` with each complete event.
  ///
  /// - Complexity: O(1) per byte.
  public mutating func feed(
    _ input: some Sequence<UInt8>, _ emit: (InputEvent) -> Void
  ) {
    for byte in input { step(byte, emit) }
  }

  /// Emits pending bytes as a key or a paste, after the deadline has passed without more bytes. Discards an incomplete
  /// sequence.
  public mutating func timeout(_ emit: (InputEvent) -> Void) {
    switch state {
    case .escape: emit(.key(.escape))
    case .csi where bytes.count == 2: emit(.key(.alt("[")))
    case .ss3: emit(.key(.alt("O")))
    case .paste: emit(pastedText(bytes[...]))
    case .string, .legacyMouse: break
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
    // The bytes of a report are at least 0x20. Ctrl-C must always be decoded.
    case .legacyMouse where byte == 0x03:
      reset()
      ground(byte, emit)
    case .legacyMouse(let left): state = left > 1 ? .legacyMouse(left - 1) : .ground
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
      // Invalid UTF-8: the earlier bytes are discarded, and this byte is decoded by itself.
      reset()
      ground(byte, emit)
      return
    }
    bytes.append(byte)
    guard left == 1 else {
      state = .utf8(left - 1)
      return
    }
    // Validation rejects overlong forms and surrogates.
    let text = String(validating: bytes, as: UTF8.self)
    reset()
    if let scalar = text?.unicodeScalars.first, scalar.isTypeable {
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
      // The first Esc was a key. The second may begin a sequence.
      emit(.key(.escape))
      bytes.removeLast()
    case 0x20..<0x7F:
      let key = sequences[bytes] ?? .alt(Character(Unicode.Scalar(byte)))
      reset()
      emit(.key(key))
    case 0x7F:
      // Alt-Backspace. If it were decoded as two keys, the Esc would leave the text field.
      reset()
      emit(.key(Key.eraseWord))
    default:
      // Esc followed by a control byte, such as Enter, is two keys.
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
    guard append(byte, emit) else { return }
    guard (0x40...0x7E).contains(byte) else { return }
    let key = sequences[bytes]
    let isLegacyMouse = bytes.count == 3 && byte == UInt8(ascii: "M")
    let sequence = ControlSequence(bytes[2...])
    reset()
    if let key {
      emit(.key(key))
    } else if isLegacyMouse {
      // The next three bytes would otherwise be decoded as typed characters.
      state = .legacyMouse(3)
    } else if sequence.isPasteStart {
      state = .paste
    } else if let event = sequence.event {
      emit(event)
    }
  }

  private mutating func ss3(_ byte: UInt8, _ emit: (InputEvent) -> Void) {
    guard append(byte, emit) else { return }
    // Some terminals send a modifier here: ESC O 5 A.
    if (0x30...0x39).contains(byte) { return }
    let key = sequences[bytes] ?? Key(applicationByte: byte)
    reset()
    if let key { emit(.key(key)) }
  }

  private mutating func console(_ byte: UInt8, _ emit: (InputEvent) -> Void) {
    guard append(byte, emit) else { return }
    let key = sequences[bytes]
    reset()
    if let key {
      emit(.key(key))
    } else if (UInt8(ascii: "A")...UInt8(ascii: "E")).contains(byte) {
      emit(.key(.function(Int(byte) - 0x40)))
    }
  }

  /// Appends a byte to the sequence.
  ///
  /// - Returns: False if the byte can't be part of a sequence. The sequence is then discarded, and a control byte is
  ///   decoded by itself.
  private mutating func append(_ byte: UInt8, _ emit: (InputEvent) -> Void) -> Bool {
    guard (0x20...0x7E).contains(byte) else {
      reset()
      if byte < 0x20 || byte == 0x7F { ground(byte, emit) }
      return false
    }
    // A sequence that is too long is read to its end without being stored.
    if bytes.count < Self.maxSequenceLength { bytes.append(byte) }
    return true
  }

  private mutating func string(
    _ byte: UInt8, _ afterEscape: Bool, _ emit: (InputEvent) -> Void
  ) {
    switch byte {
    case 0x07: reset()
    case 0x1B: state = .string(afterEscape: true)
    case UInt8(ascii: "\\") where afterEscape: reset()
    case _ where afterEscape:
      // Esc also ends a string. The new sequence may be Ctrl-C in the kitty protocol.
      reset()
      ground(0x1B, emit)
      escape(byte, emit)
    case 0x18, 0x1A, 0x03:
      // CAN and SUB end a string. Ctrl-C must always be decoded.
      reset()
      if byte == 0x03 { ground(byte, emit) }
    default: state = .string(afterEscape: false)
    }
  }

  // MARK: Paste

  private static let pasteEnd: [UInt8] = [0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E]

  /// The maximum length of Ctrl-C as a sequence, such as `ESC [ 99 : 67 : 99 ; 133 : 1 u`.
  private static let maxInterruptLength = 24

  private mutating func paste(_ byte: UInt8, _ emit: (InputEvent) -> Void) {
    bytes.append(byte)
    if byte == 0x7E, bytes.hasSuffix(Self.pasteEnd) {
      let paste = pastedText(bytes.dropLast(6))
      reset()
      emit(paste)
    } else if let length = interruptLength(byte) {
      // Ctrl-C must always be decoded. The paste continues, because the rest of the text must not be decoded as keys.
      bytes.removeLast(length)
      emit(.key(.control("c")))
    } else if bytes.count > 2 * Self.maxPasteLength {
      // Keep the beginning, and enough of the end to recognize the end marker.
      bytes.removeSubrange(Self.maxPasteLength..<bytes.count - Self.maxInterruptLength)
    }
  }

  /// Returns the number of bytes of a Ctrl-C at the end of the paste so far: a control character or a sequence.
  private func interruptLength(_ last: UInt8) -> Int? {
    if last == 0x03 { return 1 }
    guard last == UInt8(ascii: "u") || last == UInt8(ascii: "~") else { return nil }
    let tail = bytes.suffix(Self.maxInterruptLength)
    guard let start = tail.lastIndex(of: 0x1B), tail.count > 2,
      tail[start...].starts(with: [0x1B, UInt8(ascii: "[")]),
      ControlSequence(tail[(start + 2)...]).event == .key(.control("c"))
    else { return nil }
    return tail.endIndex - start
  }

  private func pastedText(_ bytes: ArraySlice<UInt8>) -> InputEvent {
    let text = String(decoding: bytes.prefix(Self.maxPasteLength), as: UTF8.self)
    return .paste(TextSanitizer.sanitize(text))
  }
}

extension [UInt8] {
  fileprivate func hasSuffix(_ end: [UInt8]) -> Bool { suffix(end.count).elementsEqual(end) }
}
