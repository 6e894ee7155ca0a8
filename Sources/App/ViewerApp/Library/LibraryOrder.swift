import BrowserHost
import GalleryCore
import PhotoIndex

nonisolated extension PictureLister.Order {
  /// Whether sorting needs the size or the modification time of files. The order by date taken
  /// needs the modification time for photos without a date.
  var needsStamps: Bool { order == .date || order == .size || order == .taken }

  /// The items of one section in this order.
  func sorted(_ items: [PhotoItem]) -> [PhotoItem] {
    let indices = order.order(
      of: items.count, isReversed: isReversed, name: { items[$0].path.name },
      value: { sortValue(of: items[$0]) },
      sequence: { burstSequence(of: items[$0]) })
    return indices.map { items[$0] }
  }

  /// Merges two sorted lists. For the order `.none`, `arrivals` are appended to `items`.
  ///
  /// - Complexity: O(items) for the copy, O(arrivals · log items) comparisons.
  func merged(_ items: [PhotoItem], with arrivals: [PhotoItem]) -> [PhotoItem] {
    guard order != .none else { return items + arrivals }
    var result: [PhotoItem] = []
    result.reserveCapacity(items.count + arrivals.count)
    var taken = 0
    for arrival in arrivals {
      var low = taken
      var high = items.count
      while low < high {
        let middle = (low + high) / 2
        if areInOrder(arrival, items[middle]) { high = middle } else { low = middle + 1 }
      }
      result += items[taken..<low]
      result.append(arrival)
      taken = low
    }
    return result + items[taken...]
  }

  /// Whether `a` is before `b` in this order, by the same rules as those of ``SortOrder``.
  private func areInOrder(_ a: PhotoItem, _ b: PhotoItem) -> Bool {
    let isByName = NaturalOrder.areInIncreasingOrder(a.path.name, b.path.name)
    guard needsStamps else { return isReversed != isByName }
    switch (sortValue(of: a), sortValue(of: b)) {
    case (let x?, let y?):
      guard x == y else { return (x < y) == isReversed }
      let (m, n) = (burstSequence(of: a), burstSequence(of: b))
      return m == n ? isByName : (m < n) == isReversed
    case (.some, nil): return true
    case (nil, .some): return false
    case (nil, nil): return isByName
    }
  }

  /// The position of a photo in its burst, by which photos of the same second are sorted; 0 if
  /// unknown or for other orders than date taken.
  private func burstSequence(of item: PhotoItem) -> Int {
    order == .taken ? item.record?.photo.sequence ?? 0 : 0
  }

  private func sortValue(of item: PhotoItem) -> Double? {
    switch order {
    case .size: item.stamp.map { Double($0.size) }
    case .taken: item.taken.sortSeconds(item.stamp)
    case .name, .date, .none: item.stamp?.seconds
    }
  }
}

nonisolated extension FileStamp {
  /// The modification time of the file in seconds since 1970-01-01 00:00 UTC.
  var seconds: Double { Double(modified) * 1e-9 }
}
