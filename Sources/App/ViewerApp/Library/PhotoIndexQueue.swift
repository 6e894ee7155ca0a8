/// The photos whose facts are to be read, in order: those for which the user waits come first.
nonisolated struct PhotoIndexQueue {
  typealias Request = PhotoIndexer.Request

  private var waiting: ArraySlice<Request> = []
  /// The requests that were added since ``removeAll()``, also those that are answered.
  private var known: Set<Request> = []
  /// The requests for which the user waits, until they are answered.
  private var urgent: Set<Request> = []

  /// The maximum number of requests that run at a time.
  private static let maxRunning = 4
  /// The maximum number while the user waits for one: others may wait for an idle system.
  private static let maxRunningUrgent = 8

  /// Whether no request waits.
  var isEmpty: Bool { waiting.isEmpty }
  /// The number of waiting requests.
  var count: Int { waiting.count }

  /// Appends requests, without those that were added before.
  mutating func append(_ photos: [Request]) {
    let new = photos.filter { known.insert($0).inserted }
    waiting += new
  }

  /// Puts requests for which the user waits before all others, also those that were appended
  /// before.
  mutating func prepend(_ photos: [Request]) {
    let wanted = Set(photos)
    let new = photos.filter { known.insert($0).inserted }
    let first = waiting.filter { wanted.contains($0) } + new
    guard !first.isEmpty else { return }
    waiting = ArraySlice(first + waiting.filter { !wanted.contains($0) })
    urgent.formUnion(first)
  }

  /// Takes out the next request.
  ///
  /// - Parameter running: the number of running requests.
  /// - Returns: the request, and whether the user waits for it; nil when none may start.
  mutating func next(running: Int) -> (request: Request, isUrgent: Bool)? {
    guard let request = waiting.first else { return nil }
    let isUrgent = urgent.contains(request)
    guard running < (isUrgent ? Self.maxRunningUrgent : Self.maxRunning) else { return nil }
    waiting.removeFirst()
    return (request, isUrgent)
  }

  /// Notes that a request is answered.
  ///
  /// - Returns: true when it was the last one for which the user waits.
  mutating func didAnswer(_ request: Request) -> Bool {
    urgent.remove(request) != nil && urgent.isEmpty
  }

  /// Lets an answered request be added again.
  mutating func forget(_ request: Request) { known.remove(request) }

  mutating func removeAll() { self = PhotoIndexQueue() }
}
