import ReducerRuntime
import Synchronization

/// Storage of a number, whose answers the test gives.
final class NumberStorage: Sendable {
  struct Failure: Error {}

  let loads = LockIsolated<[LoadContinuation<Int>]>([])
  let loadContexts = LockIsolated<[LoadContext<Int>]>([])
  let saves = LockIsolated<[SaveContinuation]>([])
  let savedValues = LockIsolated<[Int]>([])
  let saveContexts = LockIsolated<[SaveContext]>([])
  let subscriber = LockIsolated<SharedSubscriber<Int>?>(nil)
  let cancellations = LockIsolated(0)

  func answerLoad(_ result: Result<Int?, any Error>) {
    loads.withValue { $0.removeFirst() }.resume(with: result)
  }

  func answerSave(_ result: Result<Void, any Error> = .success(())) {
    saves.withValue { $0.removeFirst() }.resume(with: result)
  }
}

/// A key whose loading and saving wait for the test's answers.
struct NumberKey: SharedKey {
  let storage: NumberStorage

  var id: ObjectIdentifier { ObjectIdentifier(storage) }

  func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
    storage.loadContexts.withValue { $0.append(context) }
    storage.loads.withValue { $0.append(continuation) }
  }

  func subscribe(
    context: LoadContext<Int>, subscriber: SharedSubscriber<Int>
  ) -> SharedSubscription {
    storage.subscriber.setValue(subscriber)
    return SharedSubscription { [cancellations = storage.cancellations] in
      cancellations.withValue { $0 += 1 }
    }
  }

  func save(_ value: Int, context: SaveContext, continuation: SaveContinuation) {
    storage.savedValues.withValue { $0.append(value) }
    storage.saveContexts.withValue { $0.append(context) }
    storage.saves.withValue { $0.append(continuation) }
  }
}

/// A key without storage.
struct EmptyKey: SharedReaderKey, Hashable {
  var name = ""

  func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
    continuation.resumeReturningInitialValue()
  }

  func subscribe(
    context: LoadContext<Int>, subscriber: SharedSubscriber<Int>
  ) -> SharedSubscription {
    SharedSubscription {}
  }
}
