import BrowserHost

/// The queue of photos whose metadata are to be read. Those for which the user waits come first,
/// those that only fill the index last.
nonisolated struct PhotoIndexQueue {
  typealias Request = PhotoIndexer.Request

  /// The purpose of a request, which determines its priority.
  enum Purpose: Hashable {
    /// The user waits for the metadata.
    case awaited
    /// Photos are sorted, filtered or shown by the metadata.
    case listed
    /// The metadata only fill the index.
    case filling
  }

  private var waiting: ArraySlice<Request> = []
  /// The requests that were added and may not be added again, including those that have been
  /// answered.
  private var knownRequests: Set<Request> = []
  /// The requests for which the user waits and that have not been answered.
  private var awaitedRequests: Set<Request> = []
  /// The requests that fill the index, in their order. Those that are not in ``unstartedFilling``
  /// have been replaced by requests for another purpose or about another state of the photo.
  private var fillingRequests: ArraySlice<Request> = []
  /// The requests in ``fillingRequests`` that fill the index, by photo.
  private var unstartedFilling: [FilePath: Request] = [:]
  /// The running requests that fill the index, by photo.
  private var runningFilling: [FilePath: Request] = [:]
  /// The failed requests to fill the index, which may not be added again for this purpose.
  private var failedFilling: Set<Request> = []

  /// The maximum number of requests that run at the same time, beside those that fill the index.
  private static let maxRunning = 4
  /// The maximum number of requests that run at the same time while the user waits for one. It is
  /// larger than ``maxRunning``, because requests for which nobody waits may run only while the
  /// system is idle.
  private static let maxRunningUrgent = 8
  /// The maximum number of requests in ``failedFilling``, which take about 100 bytes each.
  private static let maxFailed = 1000

  /// Whether the queue contains no request, apart from those that fill the index.
  var isEmptyExceptFilling: Bool { waiting.isEmpty }
  /// The number of requests in the queue, without those that are running or fill the index.
  var countWithoutFilling: Int { waiting.count }

  /// Appends requests to the queue, without those that were added before.
  mutating func append(_ photos: [Request]) {
    let new = recordNew(photos)
    waiting += new
  }

  /// Moves requests for which the user waits to the front of the queue, or adds them there.
  mutating func prepend(_ photos: [Request]) {
    let wanted = Set(photos)
    let new = recordNew(photos)
    let first = waiting.filter { wanted.contains($0) } + new
    guard !first.isEmpty else { return }
    waiting = ArraySlice(first + waiting.filter { !wanted.contains($0) })
    awaitedRequests.formUnion(first)
  }

  /// Selects the requests that were not added before, or only to fill the index, and records them
  /// as added for another purpose.
  private mutating func recordNew(_ photos: [Request]) -> [Request] {
    let new = photos.filter { photo in
      let filling = unstartedFilling.removeValue(forKey: photo.path)
      return knownRequests.insert(photo).inserted || filling == photo
    }
    if unstartedFilling.isEmpty { fillingRequests = [] }
    return new
  }

  /// Removes the next request from the queue.
  ///
  /// - Parameters:
  ///   - running: the number of running requests.
  ///   - holdsFilling: whether requests that fill the index stay in the queue. Default: false.
  /// - Returns: the request and its purpose; nil if the queue is empty or too many requests are
  ///   running.
  mutating func takeNext(
    running: Int, holdsFilling: Bool = false
  ) -> (request: Request, purpose: Purpose)? {
    guard let request = waiting.first else {
      return holdsFilling || running >= Self.maxRunning ? nil : nextFilling()
    }
    let isUrgent = awaitedRequests.contains(request)
    guard running - runningFilling.count < (isUrgent ? Self.maxRunningUrgent : Self.maxRunning)
    else {
      return nil
    }
    waiting.removeFirst()
    return (request, isUrgent ? .awaited : .listed)
  }

  /// Records that a request has been answered.
  ///
  /// - Returns: whether it was the last request for which the user waits.
  mutating func didAnswer(_ request: Request) -> Bool {
    if isFilling(request) { runningFilling[request.path] = nil }
    return awaitedRequests.remove(request) != nil && awaitedRequests.isEmpty
  }

  /// Records that the answer to `other`, a request about the same photo, is also the answer to
  /// `request`.
  mutating func join(_ request: Request, to other: Request) {
    if isFilling(request) { runningFilling[request.path] = nil }
    if awaitedRequests.remove(request) != nil { awaitedRequests.insert(other) }
  }

  /// Permits an answered request to be added again.
  mutating func allowAgain(_ request: Request) { knownRequests.remove(request) }

  /// Permits all answered requests to be added again. Only requests that fill the index may be in
  /// the queue or running.
  mutating func allowAnsweredAgain() {
    knownRequests = Set(unstartedFilling.values).union(runningFilling.values)
  }

  mutating func removeAll() { self = PhotoIndexQueue() }

  // MARK: Filling the index

  /// Whether no request that fills the index is in the queue or running.
  var isFillingDone: Bool { unstartedFilling.isEmpty && runningFilling.isEmpty }
  /// The number of running requests that fill the index.
  var runningFillingCount: Int { runningFilling.count }

  /// Appends requests that fill the index, without those that were added before or have failed.
  mutating func appendFilling(_ photos: [Request]) {
    let new = photos.filter { !failedFilling.contains($0) && knownRequests.insert($0).inserted }
    fillingRequests += new
    for request in new { unstartedFilling[request.path] = request }
  }

  /// Records that a request to fill the index has failed for a reason that may pass. It is not
  /// added again to fill the index, because it would fail in each walk through the library, and may
  /// end the helper process each time. It may be added for another purpose, or after the file has
  /// changed.
  mutating func didFailFilling(_ request: Request) {
    if failedFilling.count < Self.maxFailed { failedFilling.insert(request) }
  }

  /// Whether a running request fills the index.
  func isFilling(_ request: Request) -> Bool { runningFilling[request.path] == request }

  private mutating func nextFilling() -> (request: Request, purpose: Purpose)? {
    while let request = fillingRequests.popFirst() {
      // A request that is no longer in `unstartedFilling` was replaced by one for another purpose
      // or state.
      guard unstartedFilling[request.path] == request else { continue }
      unstartedFilling[request.path] = nil
      runningFilling[request.path] = request
      return (request, .filling)
    }
    return nil
  }

  /// Removes the running requests that fill the index and are about a photo of `photos`, and
  /// permits them to be added again.
  ///
  /// - Returns: the removed requests, which the caller has to cancel.
  mutating func removeFilling(_ photos: [Request]) -> [Request] {
    guard !runningFilling.isEmpty else { return [] }
    let found = photos.compactMap { runningFilling.removeValue(forKey: $0.path) }
    knownRequests.subtract(found)
    return found
  }

  /// Removes all requests that fill the index.
  ///
  /// - Returns: those that are running, which are to be cancelled.
  mutating func removeFilling() -> [Request] {
    let running = Array(runningFilling.values)
    knownRequests.subtract(unstartedFilling.values)
    knownRequests.subtract(running)
    fillingRequests = []
    unstartedFilling = [:]
    runningFilling = [:]
    return running
  }
}
