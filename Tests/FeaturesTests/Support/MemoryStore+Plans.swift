import Clients
import Models

extension MemoryStore {
  var plans: PlansClient {
    PlansClient(
      all: { self.storage.withLock(\.plans) },
      start: { plan in
        self.storage.withLock { storage in
          defer { storage.plans.append(plan) }
          return storage.endPlan(of: plan.challenge)
        }
      },
      recordSet: { set, id, day in
        self.storage.withLock { storage in
          guard let index = storage.plans.firstIndex(where: { $0.id == id }) else { return nil }
          storage.plans[index].finish(set, on: day)
          return storage.plans[index]
        }
      },
      end: { plan in
        try self.storage.withLock { storage in
          try storage.check(plan.challenge, has: plan.id)
          storage.endPlan(of: plan.challenge)
        }
      },
      undo: { challenge, seen in
        try self.storage.withLock { storage in
          try storage.check(challenge, has: seen)
          guard let plan = storage.endedPlans.popLast() else { return nil }
          storage.plans.removeAll { $0.challenge == challenge }
          storage.plans.append(plan)
          return plan
        }
      })
  }
}

extension MemoryStore.Storage {
  fileprivate func check(_ challenge: Challenge.ID, has seen: TrainingPlan.ID?) throws {
    let active = plans.first { $0.challenge == challenge }
    guard active?.id == seen else { throw EditConflict(current: active) }
  }

  /// - Returns: Whether there was a plan.
  @discardableResult
  fileprivate mutating func endPlan(of challenge: Challenge.ID) -> Bool {
    let active = plans.filter { $0.challenge == challenge }
    endedPlans += active
    plans.removeAll { $0.challenge == challenge }
    return !active.isEmpty
  }
}
