/// The pages whose pictures a browser has requested in advance.
struct PrefetchList {
  /// The pages of the last request; nil after a change of the data that may have changed them.
  private var pages: [Int]? = []

  /// Forgets the last request, unless it was empty, so that the next one is reported in any case.
  mutating func invalidate() {
    if pages != [] { pages = nil }
  }

  /// Replaces the request by another one.
  ///
  /// - Returns: false when `wanted` was requested last.
  mutating func replace(by wanted: [Int]) -> Bool {
    guard wanted != pages else { return false }
    pages = wanted
    return true
  }
}
