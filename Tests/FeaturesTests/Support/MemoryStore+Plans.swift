import Clients
import Models

extension MemoryStore {
  var plans: PlansClient {
    PlansClient(
      all: { self.storage.withLock(\.plans) },
      start: { plan in
        self.storage.withLock { storage in
          storage.endPlan(of: plan.challenge)
          storage.plans.append(plan)
        }
      },
      recordSet: { set, id, day in
        self.storage.withLock { storage in
          guard let index = storage.plans.firstIndex(where: { $0.id == id }) else { return nil }
          storage.plans[index].finish(set, on: day)
          return storage.plans[index]
        }
      },
      end: { challenge in self.storage.withLock { $0.endPlan(of: challenge) } },
      undo: { challenge in
        self.storage.withLock { storage in
          guard let plan = storage.endedPlans.popLast() else { return nil }
          storage.plans.removeAll { $0.challenge == challenge }
          storage.plans.append(plan)
          return plan
        }
      })
  }
}

extension MemoryStore.Storage {
  fileprivate mutating func endPlan(of challenge: Challenge.ID) {
    endedPlans += plans.filter { $0.challenge == challenge }
    plans.removeAll { $0.challenge == challenge }
  }
}
