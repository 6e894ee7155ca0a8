import Localization
import PhotoGrid

/// A rating, a flag or a colour label that the user gives to a photo.
nonisolated enum Mark: Hashable, Sendable {
  /// A rating from 0 to 5 stars; 0 removes the rating.
  case stars(Int)
  case flag(PhotoMarks.Flag)
  case label(PhotoMarks.Label)

  /// The name of the step in the Undo menu, with which messages to the user begin, too.
  var title: String {
    switch self {
    case .stars(0): tr("Remove Rating")
    case .stars(let count): tr("Rate {stars}", ["stars": String(repeating: "★", count: count)])
    case .flag(.pick): tr("Pick")
    case .flag(.reject): tr("Reject")
    case .flag(.none): tr("Remove Flag")
    case .label(.none): tr("Remove Label")
    case .label(let label): label.title
    }
  }

  /// The marks of a photo after this mark is set. A rejected photo has no stars, because XMP has
  /// one property for both.
  ///
  /// - Parameters:
  ///   - marks: the marks of the photo before.
  ///   - stars: the stars that a rejected photo gets back when it is no longer rejected. Default:
  ///     0.
  func applied(to marks: PhotoMarks, restoring stars: Int = 0) -> PhotoMarks {
    var result = marks
    switch self {
    case .stars(let count):
      result = PhotoMarks(stars: count, flag: marks.flag, label: marks.label)
      if result.flag == .reject { result.flag = .none }
    case .flag(let flag):
      result.flag = flag
      if flag == .reject {
        result.stars = 0
      } else if marks.flag == .reject {
        result.stars = stars
      }
    case .label(let label): result.label = label
    }
    return result
  }
}

nonisolated extension PhotoMarks.Label {
  /// The name of the command that sets the colour label, such as “Red Label”, in the user's
  /// language.
  var title: String {
    switch self {
    case .none: tr("Remove Label")
    case .red: tr("Red Label")
    case .yellow: tr("Yellow Label")
    case .green: tr("Green Label")
    case .blue: tr("Blue Label")
    case .purple: tr("Purple Label")
    }
  }

  /// The English name of the colour label, which XMP files contain.
  var name: String {
    switch self {
    case .none: "None"
    case .red: "Red"
    case .yellow: "Yellow"
    case .green: "Green"
    case .blue: "Blue"
    case .purple: "Purple"
    }
  }

  /// The colour label with an English name in upper or lower case; nil for another name.
  init?(name: String) {
    let wanted = name.lowercased()
    guard let found = Self.allCases.first(where: { $0.name.lowercased() == wanted }) else {
      return nil
    }
    self = found
  }
}

extension Mark {
  /// The mark that a command sets; nil for a command that sets none.
  init?(_ command: Command) {
    switch command {
    case .rate0: self = .stars(0)
    case .rate1: self = .stars(1)
    case .rate2: self = .stars(2)
    case .rate3: self = .stars(3)
    case .rate4: self = .stars(4)
    case .rate5: self = .stars(5)
    case .pick: self = .flag(.pick)
    case .reject: self = .flag(.reject)
    case .unflag: self = .flag(.none)
    case .labelRed: self = .label(.red)
    case .labelYellow: self = .label(.yellow)
    case .labelGreen: self = .label(.green)
    case .labelBlue: self = .label(.blue)
    case .labelPurple: self = .label(.purple)
    default: return nil
    }
  }
}
