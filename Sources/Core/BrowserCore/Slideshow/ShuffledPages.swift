/// A random order of all pages: a circle in which every page comes once. The same seed makes the
/// same order of the same number of pages.
package struct ShuffledPages: Hashable, Sendable {
  /// The number that selects the random order.
  let seed: UInt64
  private let order: [Int]

  /// The number of pages in the random order.
  var count: Int { order.count }

  /// Makes a random order of `count` pages.
  ///
  /// - Complexity: O(count).
  package init(count: Int, seed: UInt64) {
    var order = Array(0..<max(0, count))
    var generator = SplitMix64(seed)
    order.shuffle(using: &generator)
    self.order = order
    self.seed = seed
  }

  /// The index of the page that comes `steps` steps after the page with the index `page` in the
  /// random order, or before it when negative; the first page follows the last one. Nil for a page
  /// that does not exist.
  ///
  /// - Complexity: O(count).
  package func page(advancedBy steps: Int, from page: Int) -> Int? {
    guard let index = order.firstIndex(of: page) else { return nil }
    let next = (index + steps) % order.count
    return order[next < 0 ? next + order.count : next]
  }
}
