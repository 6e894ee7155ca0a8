/// What a photo is sorted by. What is not known is nil.
public struct SortKeys: Hashable, Sendable {
  /// The name or path, as bytes.
  public var name: [UInt8]
  /// When the file was changed, in seconds since 1970.
  public var date: Double?
  /// When the picture was taken, in seconds since 1970.
  public var taken: Double?
  /// The file's size in bytes.
  public var size: Int64?

  /// Makes keys; what is not given is not known.
  public init(name: [UInt8], date: Double? = nil, taken: Double? = nil, size: Int64? = nil) {
    self.name = name
    self.date = date
    self.taken = taken
    self.size = size
  }
}

/// An order of photos. Photos alike in it are in the order of their names.
public enum SortOrder: String, Hashable, Sendable, CaseIterable {
  /// By name, as people order names.
  case name
  /// Changed last comes first.
  case date
  /// Taken last comes first; a picture that does not say goes by its file's date.
  case taken
  /// Largest first.
  case size
  /// As given.
  case none

  /// The elements in this order, or in the opposite one. What the key is not known of comes last
  /// either way.
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
    // The standard sort keeps equal elements in order: those of one value stay by name.
    known.sort { isReversed ? $0.value < $1.value : $0.value > $1.value }
    return (known.map(\.place) + unknown).map { elements[$0] }
  }

  /// The number it goes by; nil when it is not known.
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
