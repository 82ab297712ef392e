import Glibc
import Models
import SQLite
import SystemTestSupport
import Testing

@testable import ClientsLive

struct ProcessMarkTests {
  @Test func `this process is alive, and the same each time it is asked`() {
    #expect(ProcessMark.current.isAlive)
    #expect(ProcessMark(text: ProcessMark.current.text) == .current)
  }

  @Test(arguments: ["", "x", "a/b/c", "boot/1/1"])
  func `what names no process of this boot is not alive`(text: String) {
    #expect(!ProcessMark(text: text).isAlive)
  }

  @Test func `a number that was given again is another process`() {
    #expect(!ProcessMark(text: ProcessMark.current.text + "0").isAlive)
  }

  @Test func `only what nobody has in hand is abandoned`() throws {
    let folder = TestFolder()
    let stores = try Stores.open(in: folder.data)
    let (mine, others, lost) = (
      WorkoutDraft.sample(), WorkoutDraft.sample(), WorkoutDraft.sample()
    )
    let me = ProcessMark(text: "me")
    try stores.unfinished.checkpoint(mine, by: .sample("Ann"), owner: me)
    try stores.unfinished.checkpoint(others, by: .sample("Ann"), owner: .current)
    try stores.unfinished.checkpoint(lost, by: .sample("Ann"), owner: ProcessMark(text: "lost"))
    let abandoned = try stores.unfinished.abandoned(of: .sample("Ann"), by: me)
    #expect(Set(abandoned.map(\.id)) == [mine.id, lost.id])
    // Whoever takes it up has it in hand.
    try stores.unfinished.checkpoint(lost, by: .sample("Ann"), owner: .current)
    #expect(try stores.unfinished.abandoned(of: .sample("Ann"), by: me).map(\.id) == [mine.id])
    #expect(try stores.unfinished.all(of: .sample("Ann")).count == 3)
  }
}
