import Clients
import FoundationEssentials
import Models

@testable import ClientsLive

// Calls that take the stored version as the version that the person saw, for tests with a single program.

extension WorkoutsClient {
  func correct(_ id: Workout.ID, _ corrected: Workout) async throws {
    try await correct(id, corrected, false)
  }

  func undo() async throws -> UndoneChange? { try await undo(nil) }
}

extension PlansClient {
  private func active(_ challenge: Challenge.ID) async throws -> TrainingPlan? {
    try await all().first { $0.challenge == challenge }
  }

  func end(_ challenge: Challenge.ID) async throws {
    if let plan = try await active(challenge) { try await end(plan) }
  }

  func undo(_ challenge: Challenge.ID) async throws -> TrainingPlan? {
    try await undo(challenge, try await active(challenge)?.id)
  }
}

extension ChallengesClient {
  private func current(_ id: Challenge.ID) async throws -> Challenge? {
    try await custom().current.first { $0.id == id }
  }

  func edit(_ challenge: Challenge) async throws {
    if let current = try await current(challenge.id) { try await edit(challenge, current) }
  }

  func delete(_ id: Challenge.ID) async throws {
    if let current = try await current(id) { try await delete(current) }
  }

  func undo() async throws -> Challenge? { try await undo(nil) }
}

extension StrengthClient {
  func saveSettings(_ settings: ExerciseSettings, _ exercise: String) async throws {
    try await saveSettings(settings, try await history(exercise).settings, exercise)
  }
}

extension StrengthStore {
  func save(_ settings: ExerciseSettings, for exercise: String, by name: PersonName) throws {
    try save(
      settings, replacing: try self.settings(of: exercise, by: name), for: exercise, by: name)
  }
}

extension ChallengeStore {
  func edit(_ challenge: Challenge, at now: Date) throws {
    let current = try custom().current.first { $0.id == challenge.id }
    try edit(challenge, replacing: current, at: now)
  }

  func delete(_ id: Challenge.ID, at now: Date) throws {
    if let current = try custom().current.first(where: { $0.id == id }) {
      try delete(current, at: now)
    }
  }
}
