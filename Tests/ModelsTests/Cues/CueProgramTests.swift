import Models
import Testing

struct CueProgramTests {
  @Test func `a path with spaces and quotation marks is one word of the command`() {
    let path = "/home/ann/it's \"mine\"/work.wav"
    #expect(CueProgram.paplay.command(sound: path)?.words == ["paplay", path])
    #expect(CueProgram.aplay.command(sound: path)?.words == ["aplay", "-q", path])
    #expect(CueProgram.paplay.command(sound: "a\nb") == nil)
  }

  @Test func `a voice speaks the text of the cue`() {
    #expect(
      CueProgram.allCases.filter(\.isVoice).map {
        $0.command(sound: "")?.arguments(text: "-x 3") ?? []
      } == [["spd-say", "x 3"], ["espeak-ng", "x 3"]])
  }

  @Test(arguments: Cue.allCases) func `a sound is a valid WAV file`(cue: Cue) {
    let file = cue.soundFile
    func number(at index: Int, bytes: Int) -> Int {
      file[index..<index + bytes].reversed().reduce(0) { $0 << 8 + Int($1) }
    }
    #expect(file.starts(with: "RIFF".utf8) && number(at: 4, bytes: 4) == file.count - 8)
    #expect(file[8..<16].elementsEqual("WAVEfmt ".utf8))
    #expect(number(at: 20, bytes: 2) == 1 && number(at: 22, bytes: 2) == 1)
    #expect(number(at: 24, bytes: 4) == 22_050 && number(at: 34, bytes: 2) == 16)
    #expect(number(at: 40, bytes: 4) == file.count - 44)
    // The sound begins and ends in silence, so that it does not click.
    #expect(number(at: 44, bytes: 2) == 0 && number(at: file.count - 2, bytes: 2) == 0)
    #expect(Set(file.dropFirst(44)).count > 100)
  }
}
