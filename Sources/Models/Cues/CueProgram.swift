/// A program that makes cues audible where it is installed.
///
/// The raw value is the name of the program. The cases are in the order of preference.
public enum CueProgram: String, CaseIterable, Sendable {
  case paplay
  case pwPlay = "pw-play"
  case aplay
  case spdSay = "spd-say"
  case espeakNG = "espeak-ng"

  /// Whether the program speaks a text instead of playing a file.
  public var isVoice: Bool {
    switch self {
    case .paplay, .pwPlay, .aplay: false
    case .spdSay, .espeakNG: true
    }
  }

  /// Returns the command that speaks a cue's text, or plays a sound file.
  ///
  /// - Parameter sound: The path of the file; a voice ignores it.
  /// - Returns: `nil` if the path has control characters or is too long for a command.
  public func command(sound: String) -> CueCommand? {
    switch self {
    case .paplay, .pwPlay: try? CueCommand("\(rawValue) \(Self.quoted(sound))")
    case .aplay: try? CueCommand("\(rawValue) -q \(Self.quoted(sound))")
    case .spdSay, .espeakNG: try? CueCommand("\(rawValue) \(CueCommand.placeholder)")
    }
  }

  private static func quoted(_ path: String) -> String {
    "\"" + path.replacing("\"", with: "\"'\"'\"") + "\""
  }
}

// MARK: - Sounds

extension Cue {
  /// The frequencies of the tones of its sound, in hertz.
  private var frequencies: [Int] {
    switch self {
    case .countdown: [660]
    case .work: [880, 1175]
    case .rest: [660, 440]
    case .end: [660, 880, 1175, 1175]
    case .half: [740, 740]
    case .ten: [990, 740]
    case .reps, .say: [1175]
    }
  }

  /// The path of its sound file, relative to the data folder.
  public var soundPath: String { "sounds/\(rawValue).wav" }

  /// The sound of the cue as a WAV file: 16-bit mono at 22 050 Hz, with a triangle wave of 0.14 seconds for each tone.
  public var soundFile: [UInt8] {
    let rate = 22_050
    let toneLength = rate * 14 / 100
    // The parts of a tone in which it gets louder and softer, so that it does not click.
    let fade = rate / 200
    var samples: [Int16] = []
    for frequency in frequencies {
      for index in 0..<toneLength {
        let phase = index * frequency * 4 % (rate * 4)
        let height = abs((phase + rate * 3) % (rate * 4) - rate * 2) - rate
        let loudness = min(index, toneLength - 1 - index, fade)
        samples.append(Int16(height * 12_000 / rate * loudness / fade))
      }
    }
    func bytes<Number: FixedWidthInteger>(_ numbers: Number...) -> [UInt8] {
      numbers.flatMap { number in withUnsafeBytes(of: number.littleEndian) { Array($0) } }
    }
    let size = UInt32(samples.count * 2)
    // The format: PCM with one channel, bytes per second, bytes per sample, bits per sample.
    return Array("RIFF".utf8) + bytes(36 + size) + Array("WAVEfmt ".utf8) + bytes(UInt32(16))
      + bytes(UInt16(1), 1) + bytes(UInt32(rate), UInt32(rate * 2)) + bytes(UInt16(2), 16)
      + Array("data".utf8) + bytes(size) + samples.flatMap { bytes($0) }
  }
}
