/// The pages whose pictures a browser last asked its data source to prefetch.
struct PrefetchList {
  /// The page indices of the last request; nil after a change of the data that may have changed
  /// their meaning.
  private var requestedPages: [Int]? = []

  /// Forgets the last request, unless it was empty, so that the next request is reported even if it
  /// has the same indices.
  mutating func invalidate() {
    if requestedPages != [] { requestedPages = nil }
  }

  /// Replaces the request by that for the pages `wanted`.
  ///
  /// - Returns: false when the last request was the same.
  mutating func replace(by wanted: [Int]) -> Bool {
    guard wanted != requestedPages else { return false }
    requestedPages = wanted
    return true
  }
}
