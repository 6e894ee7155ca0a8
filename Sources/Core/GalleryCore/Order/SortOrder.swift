/// The properties of a photo that it can be sorted by; nil for an unknown one.
public struct SortKeys: Hashable, Sendable {
  /// The name or path, as bytes.
  public var name: [UInt8]
  /// The modification time of the file, in seconds since 1970.
  public var date: Double?
  /// The time at which the picture was taken, in seconds since 1970.
  public var taken: Double?
  /// The file size in bytes.
  public var size: Int64?

  /// Makes keys; omitted ones are unknown.
  public init(name: [UInt8], date: Double? = nil, taken: Double? = nil, size: Int64? = nil) {
    self.name = name
    self.date = date
    self.taken = taken
    self.size = size
  }
}

/// A sort order of photos. Photos with equal keys are ordered by name.
public enum SortOrder: String, Hashable, Sendable, CaseIterable {
  /// By name, in natural order.
  case name
  /// By modification time, newest first.
  case date
  /// By the time the picture was taken, newest first; a picture without one uses its modification
  /// time.
  case taken
  /// By file size, largest first.
  case size
  /// In the given order.
  case none

  /// The elements in this order, or reversed. Elements without the key come last either way.
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

  /// The indices of elements in this order, or reversed. The order `.none` is that of the elements.
  ///
  /// - Parameters:
  ///   - name: the name or path of the element at an index, as bytes. It is called for elements
  ///     with equal or unknown values only.
  ///   - value: the number by which the element at an index is sorted, see ``SortKeys``; nil when
  ///     it is unknown. It is called once for each element, unless the order is by name.
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

  /// The indices in the order of the names of their elements.
  private static func byName(_ indices: [Int], _ name: (Int) -> [UInt8]) -> [Int] {
    indices.count < 2 ? indices : NaturalOrder.order(of: indices.map(name)).map { indices[$0] }
  }

  /// The number that this order compares; nil when it is unknown.
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
