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
    let byName = NaturalOrder.order(of: all.map(\.name))
    if self == .name { return (isReversed ? byName.reversed() : byName).map { elements[$0] } }
    var known: [(place: Int, value: Double)] = []
    var unknown: [Int] = []
    for place in byName {
      if let value = value(of: all[place]) {
        known.append((place, value))
      } else {
        unknown.append(place)
      }
    }
    // The standard sort is stable: elements with equal values stay in the order of their names.
    known.sort { isReversed ? $0.value < $1.value : $0.value > $1.value }
    return (known.map(\.place) + unknown).map { elements[$0] }
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
