package import Drawing

/// The marks that the user gave a photo: a rating in stars, a flag and a colour label.
nonisolated package struct PhotoMarks: Hashable, Sendable {
  /// The flag of a photo: the decision to keep it or to drop it, or none.
  package enum Flag: UInt8, Hashable, Sendable {
    case none = 0
    case pick = 1
    case reject = 2
  }
  /// The colour label of a photo, or none.
  package enum Label: UInt8, CaseIterable, Hashable, Sendable {
    case none = 0
    case red = 1
    case yellow = 2
    case green = 3
    case blue = 4
    case purple = 5
  }
  /// The rating in stars, from 0 for none to 5.
  package var stars: Int
  package var flag: Flag
  package var label: Label

  /// The maximum rating in stars.
  package static let maxStars = 5

  /// Makes marks, by default none; a rating out of range is clamped.
  package init(stars: Int = 0, flag: Flag = .none, label: Label = .none) {
    self.stars = min(Self.maxStars, max(0, stars))
    self.flag = flag
    self.label = label
  }

  /// Whether the photo has neither rating nor flag nor label.
  package var isEmpty: Bool { self == PhotoMarks() }
}

nonisolated extension PhotoMarks.Label {
  /// The colour in which the label is drawn; nil for `.none`.
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
