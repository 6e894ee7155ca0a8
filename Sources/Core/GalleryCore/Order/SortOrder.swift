/// The properties by which a photo is sorted; nil for a property that is not known.
public struct SortKeys: Hashable, Sendable {
  /// The name or path of the photo, as bytes of the file system.
  public var name: [UInt8]
  /// The modification time of the photo's file, in seconds since 1970; nil if unknown.
  public var date: Double?
  /// The time at which the photo was taken, in seconds since 1970; nil if unknown.
  public var taken: Double?
  /// The size of the photo's file in bytes; nil if unknown.
  public var size: Int64?

  /// Makes the sort keys of a photo; omitted properties count as unknown.
  public init(name: [UInt8], date: Double? = nil, taken: Double? = nil, size: Int64? = nil) {
    self.name = name
    self.date = date
    self.taken = taken
    self.size = size
  }
}

/// A sort order of photos. Photos with equal keys are ordered by name.
public enum SortOrder: String, Hashable, Sendable, CaseIterable {
  /// The natural order of the names.
  case name
  /// The order by modification time of the file, newest first.
  case date
  /// The order by the time at which the photo was taken, newest first; without that time, the
  /// modification time of the file counts.
  case taken
  /// The order by file size, largest first.
  case size
  /// The order in which the photos were given.
  case none

  /// The elements in this order, or in the reverse order. Elements whose key is unknown come last
  /// in both, and elements with equal keys are in the order of their names in both.
  ///
  /// - Complexity: O(n log n); `keys` is called once for each element.
  public func sorted<Element>(
    _ elements: [Element], isReversed: Bool = false, keys: (Element) -> SortKeys
  ) -> [Element] {
    if self == .none { return isReversed ? elements.reversed() : elements }
    let all = elements.map(keys)
    let indices = order(
      of: all.count, isReversed: isReversed, name: { all[$0].name }, value: { value(of: all[$0]) })
    return indices.map { elements[$0] }
  }

  /// The indices of `count` elements in this order, or in the reverse order; with ``none``, the
  /// elements keep their order or are reversed.
  ///
  /// - Parameters:
  ///   - name: the name or path of the element at an index, as bytes. The closure is called only
  ///     for elements with equal or unknown values, unless the order is by name.
  ///   - value: the number by which the element at an index is sorted, see ``SortKeys``; nil when
  ///     it is unknown. The closure is called once for each element, unless the order is by name.
  ///   - sequence: the number by which elements with equal values are sorted before their names, in
  ///     the direction of the order.
  /// - Complexity: O(n log n).
  public func order(
    of count: Int, isReversed: Bool = false, name: (Int) -> [UInt8], value: (Int) -> Double?,
    sequence: (Int) -> Int = { _ in 0 }
  ) -> [Int] {
    switch self {
    case .none: return isReversed ? (0..<count).reversed() : Array(0..<count)
    case .name:
      let byName = NaturalOrder.order(of: (0..<count).map(name))
      return isReversed ? byName.reversed() : byName
    case .date, .taken, .size: break
    }
    var known: [(value: Double, index: Int)] = []
    known.reserveCapacity(count)
    var unknown: [Int] = []
    for index in 0..<count {
      if let value = value(index), value.isFinite {
        known.append((value, index))
      } else {
        unknown.append(index)
      }
    }
    known.sort { isReversed ? $0.value < $1.value : $0.value > $1.value }
    var indices: [Int] = []
    indices.reserveCapacity(count)
    var start = 0
    while start < known.count {
      var end = start + 1
      while end < known.count, known[end].value == known[start].value { end += 1 }
      let equal = known[start..<end].map(\.index)
      start = end
      guard equal.count > 1, equal.contains(where: { sequence($0) != 0 }) else {
        indices += Self.byName(equal, name)
        continue
      }
      for (_, group) in Dictionary(grouping: equal, by: sequence).sorted(by: {
        isReversed ? $0.key < $1.key : $0.key > $1.key
      }) {
        indices += Self.byName(group, name)
      }
    }
    return indices + Self.byName(unknown, name)
  }

  /// The given indices of elements, in the natural order of the elements' names.
  private static func byName(_ indices: [Int], _ name: (Int) -> [UInt8]) -> [Int] {
    indices.count < 2 ? indices : NaturalOrder.order(of: indices.map(name)).map { indices[$0] }
  }

  /// The number by which this order compares photos; nil when it is unknown, or when the order is
  /// by name or as given.
  private func value(of keys: SortKeys) -> Double? {
    let value: Double? =
      switch self {
      case .name, .none: nil
      case .date: keys.date
      case .taken: keys.taken ?? keys.date
      case .size: keys.size.map(Double.init)
      }
    return value?.isFinite == true ? value : nil
  }
}
