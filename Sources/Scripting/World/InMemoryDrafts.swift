import Clients
import Models
import Synchronization

/// A store of the drafts that a script's database rejected, in place of the draft files of the real program.
final class InMemoryDrafts: Sendable {
  private let storage = Mutex<[Workout.ID: WorkoutDraft]>([:])

  /// Returns a client that stores drafts here.
  func client(_ client: WorkoutsClient) -> WorkoutsClient {
    var result = client
    result.rescue = { draft in
      self.storage.withLock { $0[draft.id] = draft }
      return "~/.config/ladder/unsaved.json"
    }
    result.finish = { draft in
      let saved = try await client.finish(draft: draft)
      self.remove(draft.id)
      return saved
    }
    result.discard = { id in
      try await client.discard(id: id)
      self.remove(id)
    }
    result.unfinished = {
      for draft in self.storage.withLock({ Array($0.values) }) {
        try await client.checkpoint(draft: draft)
        self.remove(draft.id)
      }
      return try await client.unfinished()
    }
    return result
  }

  private func remove(_ id: Workout.ID) { storage.withLock { $0[id] = nil } }
}
