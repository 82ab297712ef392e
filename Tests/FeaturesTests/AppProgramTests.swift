import Models
import ReducerRuntime
import ReducerTestSupport
import TerminalUI
import Testing

@Suite(.checksForLeaks)
@MainActor
struct AppProgramTests {
  @Test func `quitting waits until a workout is saved, and reports a failure`() async {
    let saveDelay = TestClock()
    let app = VirtualApp {
      $0.workouts.finish = { _ in
        try await saveDelay.sleep(for: .seconds(5))
        throw SampleError()
      }
    }
    app.press(.enter, "s", "s", .space, "s")
    #expect(app.shows("Saving"))
    app.press("q", "2", "?")
    #expect(app.program.exit == nil)
    #expect(app.program.store.selectedTab == .workouts)
    await saveDelay.advance(by: .seconds(5))
    app.settle()
    #expect(app.program.exit?.status == 1)
    #expect(app.program.exit?.message?.contains("the disk is full") == true)
  }

  @Test func `termination saves the workout in progress`() async {
    let app = VirtualApp()
    app.press(.enter, "s")
    await app.advance(by: .seconds(4))
    app.press(.space)
    async let terminated: Void = app.program.terminate(.signal(15))
    while app.program.exit == nil {
      app.settle()
      await Task.yield()
    }
    await terminated
    #expect(app.memory.storage.withLock { $0.finished.map(\.reps) } == [1])
  }

  /// Returns an app that shows the error sheet for a workout of two reps that could not be saved.
  private func unsavedApp(_ disk: MemoryDisk) -> VirtualApp {
    let app = VirtualApp {
      let client = $0.workouts
      $0.workouts.finish = { draft in
        if disk.isFull { throw SampleError() }
        return try await client.finish(draft)
      }
      $0.workouts.rescue = { draft in
        if disk.isSettingsDiskFull { throw SampleError() }
        return try await client.rescue(draft)
      }
    }
    app.press(.enter, "s", "s", .space, .enter, "s")
    #expect(app.shows("Every rep is still in memory"))
    return app
  }

  /// An event that makes the program exit.
  enum ExitTrigger: CaseIterable {
    case interruptKey, quitKey, closingTheSheet, signal, terminalClosed
  }

  private func exit(_ app: VirtualApp, by trigger: ExitTrigger) async {
    switch trigger {
    case .interruptKey: app.press(.control("c"))
    case .quitKey: app.press("q")
    case .closingTheSheet: app.press(.escape, .escape, "q")
    case .signal, .terminalClosed:
      async let terminated: Void = app.program.terminate(
        trigger == .signal ? .signal(15) : .terminalClosed)
      while app.program.exit == nil {
        app.settle()
        await Task.yield()
      }
      await terminated
    }
  }

  @Test(arguments: ExitTrigger.allCases)
  func `every exit saves a workout that could not be saved before`(trigger: ExitTrigger) async {
    let disk = MemoryDisk()
    let app = unsavedApp(disk)
    disk.isFull = false
    await exit(app, by: trigger)
    #expect(app.program.exit == Exit())
    #expect(app.memory.storage.withLock { $0.finished.map(\.reps) } == [2])
  }

  @Test(arguments: ExitTrigger.allCases)
  func `every exit reports an unsaved workout and the file that contains it`(trigger: ExitTrigger)
    async throws
  {
    let app = unsavedApp(MemoryDisk())
    await exit(app, by: trigger)
    let exit = try #require(app.program.exit)
    #expect(exit.status == 1)
    #expect(
      exit.message
        == "not saved (something went wrong (the disk is full)): Push-ups in 2 minutes, 2 reps in 00:00.00, "
        + "started 2026-01-05 07:00; it is in \(MemoryStore.rescuePath), "
        + "and the next start offers to resume it")
    #expect(app.memory.storage.withLock { $0.rescued.values.map(\.log.reps.count) } == [2])
  }

  @Test func `a workout that cannot be written anywhere is named in the exit message`() async throws
  {
    let disk = MemoryDisk()
    disk.isSettingsDiskFull = true
    let app = unsavedApp(disk)
    app.press(.escape, .escape, .escape)
    #expect(app.shows("Only in memory"))
    app.press("q")
    let exit = try #require(app.program.exit)
    #expect(exit.status == 1)
    #expect(
      exit.message == "lost, except for the part already stored: Push-ups in 2 minutes, "
        + "2 reps in 00:00.00, started 2026-01-05 07:00 "
        + "(something went wrong (the disk is full), and something went wrong (the disk is full))")
  }

  @Test func `no frame is drawn while nothing changes`() async {
    let app = VirtualApp()
    let frames = app.stage.frameNumber
    await app.advance(by: .seconds(60))
    app.press("x", .left, .function(5))
    #expect(app.stage.frameNumber == frames)
  }
}
