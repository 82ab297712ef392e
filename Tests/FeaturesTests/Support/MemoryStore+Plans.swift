import Clients
import Models

extension MemoryStore {
  var plans: PlansClient {
    PlansClient(
      all: { self.kept.withLock(\.plans) },
      follow: { plan in
        self.kept.withLock { kept in
          kept.endPlan(of: plan.challenge)
          kept.plans.append(plan)
        }
      },
      recordSet: { set, id, day in
        self.kept.withLock { kept in
          guard let index = kept.plans.firstIndex(where: { $0.id == id }) else { return nil }
          kept.plans[index].finish(set, on: day)
          return kept.plans[index]
        }
      },
      end: { challenge in self.kept.withLock { $0.endPlan(of: challenge) } },
      undo: { challenge in
        self.kept.withLock { kept in
          guard let plan = kept.endedPlans.popLast() else { return nil }
          kept.plans.removeAll { $0.challenge == challenge }
          kept.plans.append(plan)
          return plan
        }
      })
  }
}

extension MemoryStore.Kept {
  fileprivate mutating func endPlan(of challenge: Challenge.ID) {
    endedPlans += plans.filter { $0.challenge == challenge }
    plans.removeAll { $0.challenge == challenge }
  }
}
