/// The queue of photos whose metadata are to be read. Those for which the user waits come first.
nonisolated struct PhotoIndexQueue {
  typealias Request = PhotoIndexer.Request

  private var waiting: ArraySlice<Request> = []
  /// All requests that were added since ``removeAll()``, including those that have been answered.
  private var known: Set<Request> = []
  /// The requests for which the user waits and that have not been answered.
  private var urgent: Set<Request> = []

  /// The maximum number of requests that run at the same time.
  private static let maxRunning = 4
  /// The maximum number of requests that run at the same time while the user waits for one. It is
  /// larger because the others may be waiting until the system is idle.
  private static let maxRunningUrgent = 8

  /// Whether the queue contains no request.
  var isEmpty: Bool { waiting.isEmpty }
  /// The number of requests in the queue, without those that are running.
  var count: Int { waiting.count }

  /// Appends requests to the queue, without those that were added before.
  mutating func append(_ photos: [Request]) {
    let new = photos.filter { known.insert($0).inserted }
    waiting += new
  }

  /// Moves requests for which the user waits to the front of the queue, or adds them there.
  mutating func prepend(_ photos: [Request]) {
    let wanted = Set(photos)
    let new = photos.filter { known.insert($0).inserted }
    let first = waiting.filter { wanted.contains($0) } + new
    guard !first.isEmpty else { return }
    waiting = ArraySlice(first + waiting.filter { !wanted.contains($0) })
    urgent.formUnion(first)
  }

  /// Removes the next request from the queue.
  ///
  /// - Parameter running: the number of running requests.
  /// - Returns: the request, and whether the user waits for it; nil if the queue is empty or too
  ///   many requests are running.
  mutating func next(running: Int) -> (request: Request, isUrgent: Bool)? {
    guard let request = waiting.first else { return nil }
    let isUrgent = urgent.contains(request)
    guard running < (isUrgent ? Self.maxRunningUrgent : Self.maxRunning) else { return nil }
    waiting.removeFirst()
    return (request, isUrgent)
  }

  /// Records that a request has been answered.
  ///
  /// - Returns: whether it was the last request for which the user waits.
  mutating func didAnswer(_ request: Request) -> Bool {
    urgent.remove(request) != nil && urgent.isEmpty
  }

  /// Permits an answered request to be added again.
  mutating func forget(_ request: Request) { known.remove(request) }

  mutating func removeAll() { self = PhotoIndexQueue() }
}
