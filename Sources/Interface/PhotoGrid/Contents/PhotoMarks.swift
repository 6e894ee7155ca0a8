package import Drawing

/// The marks that the user gave a photo: stars, a flag and a colour label.
nonisolated package struct PhotoMarks: Hashable, Sendable {
  /// The decision to keep or to drop a photo.
  package enum Flag: UInt8, Hashable, Sendable {
    case none = 0
    case pick = 1
    case reject = 2
  }
  /// A colour label.
  package enum Label: UInt8, CaseIterable, Hashable, Sendable {
    case none = 0
    case red = 1
    case yellow = 2
    case green = 3
    case blue = 4
    case purple = 5
  }
  /// The rating, from 0 for none to 5.
  package var stars: Int
  package var flag: Flag
  package var label: Label

  /// The maximum rating.
  package static let maxStars = 5

  /// Makes marks; a rating out of range is clamped.
  package init(stars: Int = 0, flag: Flag = .none, label: Label = .none) {
    self.stars = min(Self.maxStars, max(0, stars))
    self.flag = flag
    self.label = label
  }

  /// Whether the photo has no mark.
  package var isEmpty: Bool { self == PhotoMarks() }
}

nonisolated extension PhotoMarks.Label {
  /// The colour of the label on dark ground; nil for none.
  package var color: Color? {
    switch self {
    case .none: nil
    case .red: Color(red: 0.95, green: 0.33, blue: 0.31)
    case .yellow: Color(red: 0.98, green: 0.80, blue: 0.25)
    case .green: Color(red: 0.35, green: 0.78, blue: 0.40)
    case .blue: Color(red: 0.35, green: 0.60, blue: 0.98)
    case .purple: Color(red: 0.72, green: 0.47, blue: 0.95)
    }
  }
}
