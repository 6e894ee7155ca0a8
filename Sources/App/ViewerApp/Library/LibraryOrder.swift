import GalleryCore

nonisolated extension PhotoLibrary.Order {
  /// True when it goes by what only the file itself can tell.
  var needsStamps: Bool { order == .date || order == .size || order == .taken }

  /// The items of one section in this order.
  func sorted(_ items: [PhotoItem]) -> [PhotoItem] {
    order.sorted(items, isReversed: isReversed) { item in
      SortKeys(name: item.path.name, date: item.stamp?.seconds, size: item.stamp?.size)
    }
  }

  /// Two lists in this order as one; what has no order comes last.
  ///
  /// - Complexity: O(items) to copy them, O(arrivals · log items) to compare.
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

  /// True when `a` comes before `b`, by the laws of ``SortOrder``.
  private func areInOrder(_ a: PhotoItem, _ b: PhotoItem) -> Bool {
    let isByName = NaturalOrder.areInIncreasingOrder(a.path.name, b.path.name)
    guard needsStamps else { return isReversed != isByName }
    switch (value(of: a), value(of: b)) {
    case (let x?, let y?): return x == y ? isByName : (x < y) == isReversed
    case (.some, nil): return true
    case (nil, .some): return false
    case (nil, nil): return isByName
    }
  }

  private func value(of item: PhotoItem) -> Double? {
    order == .size ? item.stamp.map { Double($0.size) } : item.stamp?.seconds
  }
}

nonisolated extension FileStamp {
  /// When the bytes changed last, in seconds since 1970.
  var seconds: Double { Double(modified) * 1e-9 }
}
