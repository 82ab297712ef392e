import Glibc
import Models
import SQLite
import SystemTestSupport
import Testing

@testable import ClientsLive

struct ProcessIdentityTests {
  @Test func `the current process is alive and has a stable identity`() {
    #expect(ProcessIdentity.current.isKnownToBeRunning)
    #expect(ProcessIdentity(text: ProcessIdentity.current.text) == .current)
  }

  @Test(arguments: ["", "x", "a/b/c", "boot/1/1"])
  func `an identity without a process of this boot is not alive`(text: String) {
    #expect(!ProcessIdentity(text: text).isKnownToBeRunning)
    #expect(ProcessIdentity(text: text).isRunning == nil)
  }

  @Test func `a reused process ID is another process`() {
    #expect(ProcessIdentity(text: ProcessIdentity.current.text + "0").isRunning == false)
  }

  @Test func `only workouts without a running process are abandoned`() throws {
    let folder = TestFolder()
    let stores = try Connection.open(in: folder.data)
    let (mine, others, lost) = (
      WorkoutDraft.sample(), WorkoutDraft.sample(), WorkoutDraft.sample()
    )
    let me = ProcessIdentity(text: "me")
    try stores.unfinished.checkpoint(mine, by: .sample("Ann"), owner: me)
    try stores.unfinished.checkpoint(others, by: .sample("Ann"), owner: .current)
    try stores.unfinished.checkpoint(lost, by: .sample("Ann"), owner: ProcessIdentity(text: "lost"))
    let abandoned = try stores.unfinished.abandoned(of: .sample("Ann"), by: me)
    #expect(Set(abandoned.map(\.id)) == [mine.id, lost.id])
    // The process that resumes it owns it.
    try stores.unfinished.checkpoint(lost, by: .sample("Ann"), owner: .current)
    #expect(try stores.unfinished.abandoned(of: .sample("Ann"), by: me).map(\.id) == [mine.id])
    #expect(try stores.unfinished.all(of: .sample("Ann")).count == 3)
  }
}
