import BrowserHost
import DecoderWire
import GalleryCore
import Localization
import PhotoGrid
import PhotoIndex
import TextSearch

/// A condition by which photos are searched for: a photo meets the filter if it meets all terms.
///
/// The grammar of its text: terms separated by white space. A term is a word of the name, or
/// `KEY:VALUE`; numbers and dates also take `>=`, `>`, `<=`, `<`, `=` and a range `FROM..TO` with
/// either end left out. A value in double quotes may contain white space. `-KEY:VALUE` is the
/// opposite of `KEY:VALUE`.
///
/// | key | value |
/// |---|---|
/// | `name`, `folder`, `camera`, `lens`, `keyword`, `place` | a part of the text, without regard to case and accents |
/// | `rating` | −1 for rejected, 0 for unrated, 1 to 5 |
/// | `taken` | `YEAR`, `YEAR-MONTH` or `YEAR-MONTH-DAY` |
/// | `flag` | `pick`, `reject` or `none` |
/// | `label` | `red`, `yellow`, `green`, `blue`, `purple` or `none` |
/// | `kind` | `photo`, `raw`, `clip` or `animation` |
/// | `orientation` | `landscape`, `portrait` or `square` |
nonisolated struct PhotoFilter: Hashable, Sendable {
  /// A text property of a photo, in which a term searches for a text.
  enum Field: String, Hashable, Sendable, CaseIterable {
    case name, folder, camera, lens, keyword, place
  }

  /// The kind of a photo's file, which follows from the filename extension and the number of
  /// frames.
  enum Kind: String, Hashable, Sendable, CaseIterable {
    case photo, raw, clip, animation
  }

  /// The orientation of a picture as it is shown on the page.
  enum Orientation: String, Hashable, Sendable, CaseIterable {
    case landscape, portrait, square
  }

  /// One condition of a filter.
  enum Term: Hashable, Sendable {
    case text(Field, FoldedName)
    case rating(ClosedRange<Int>)
    /// A range of the date taken, in seconds since 1970-01-01 00:00 on the camera's clock.
    case taken(Range<Double>)
    case kind(Kind)
    case orientation(Orientation)
    case flag(Flag)
    case label(Label)
    /// The negation of another term. A photo meets neither of the two terms while metadata that the
    /// other term needs have not been read.
    indirect case not(Term)

    /// Whether the term needs metadata from the contents of the photo or its sidecar, beyond the
    /// name of the file.
    var needsRecords: Bool {
      switch self {
      case .text(.name, _), .text(.folder, _), .kind(.raw), .kind(.clip): false
      // The number of frames distinguishes photos and animations.
      case .kind(.photo), .kind(.animation): true
      case .text, .rating, .taken, .orientation, .flag, .label: true
      case .not(let term): term.needsRecords
      }
    }
  }

  /// The flag of a photo, by the word that stands for it in the text of a filter.
  enum Flag: String, Hashable, Sendable, CaseIterable {
    case pick, reject, none
  }

  /// The colour label of a photo, by the word that stands for it in the text of a filter.
  enum Label: String, Hashable, Sendable, CaseIterable {
    case red, yellow, green, blue, purple, none
  }

  private(set) var terms: [Term] = []
  /// The text from which the filter was parsed.
  let text: String

  /// Whether any term needs metadata from the contents of photos or their sidecars.
  var needsRecords: Bool { terms.contains(where: \.needsRecords) }

  /// Whether a photo meets all terms. A photo whose metadata have not been read meets no term that
  /// needs them.
  ///
  /// - Parameter folder: the folder of the photo's section; nil for a photo that was named
  ///   individually.
  func matches(_ item: PhotoItem, in folder: FilePath?) -> Bool {
    terms.allSatisfy { Self.matches(item, in: folder, $0) }
  }

  /// The photos in a range of `items` that meet all terms, in the same order.
  ///
  /// - Parameters:
  ///   - folder: the folder of the photos' section; nil for photos that were named individually.
  ///   - kept: a photo that is included even if it does not meet the terms; nil for none.
  /// - Complexity: O(range).
  func matching(
    _ items: [PhotoItem], _ range: Range<Int>, in folder: FilePath?, keeping kept: FilePath? = nil
  ) -> [PhotoItem] {
    // Terms about names are checked first, because they need no copy of the whole item.
    let parts = terms.compactMap { term in
      if case .text(.name, let part) = term { part } else { nil }
    }
    return items.withUnsafeBufferPointer { items in
      var found: [PhotoItem] = []
      for index in range {
        if let kept, items[index].path == kept {
          found.append(items[index])
          continue
        }
        let hasName = parts.allSatisfy { part in
          items[index].path.nameContains(part)
            || (items[index].stack?.files.contains { $0.nameContains(part) } ?? false)
        }
        guard hasName, parts.count == terms.count || matches(items[index], in: folder) else {
          continue
        }
        found.append(items[index])
      }
      return found
    }
  }

  private static func matches(_ item: PhotoItem, in folder: FilePath?, _ term: Term) -> Bool {
    switch term {
    case .text(.name, let part): return item.anyNameContains(part)
    case .text(.folder, let part): return contains((folder ?? item.path.folder).display, part)
    case .text(let field, let part):
      guard let photo = item.record?.photo else { return false }
      return contains(photo[field], part)
    case .rating(let range):
      guard let photo = item.record?.photo else { return false }
      return range.contains(photo.rating ?? 0)
    case .taken(let range):
      guard item.taken != .notRead else { return false }
      return item.taken.sortSeconds(item.stamp).map(range.contains) ?? false
    case .flag(let flag):
      return item.record.map { PhotoMarks($0.photo).flag == flag.marksFlag } ?? false
    case .label(let label):
      return item.record.map { PhotoMarks($0.photo).label == label.marksLabel } ?? false
    case .kind(let kind): return item.files.contains { item.kind(of: $0) == kind }
    case .not(let term):
      return (!term.needsRecords || item.record != nil) && !matches(item, in: folder, term)
    case .orientation(let orientation): return item.record?.photo.shownOrientation == orientation
    }
  }

  private static func contains(_ text: String, _ part: FoldedName) -> Bool {
    FoldedName(text).contains(part)
  }
}

nonisolated extension PhotoItem {
  /// Whether the filename of any file of the photo contains a text, ignoring case and accents.
  fileprivate func anyNameContains(_ part: FoldedName) -> Bool {
    path.nameContains(part) || stack?.files.contains { $0.nameContains(part) } ?? false
  }

  /// The kind of one of the photo's files; nil while it is unknown whether the file is an
  /// animation.
  fileprivate func kind(of file: FilePath) -> PhotoFilter.Kind? {
    let kind = PhotoFilter.Kind(file)
    guard file == path, file.mayBeAnimated else { return kind }
    guard let record else { return nil }
    return record.photo.isAnimated.map { $0 ? .animation : .photo } ?? kind
  }
}

nonisolated extension FilePath {
  /// The filename extensions of formats of still pictures and animations, in lower case.
  private static let animatedExtensions: Set = ["gif", "png", "apng", "webp", "jxl"]

  /// Whether the file has the extension of a format in which animations are played, so that its
  /// number of frames decides whether it is one.
  var mayBeAnimated: Bool { Self.animatedExtensions.contains(fileExtension) }
}

nonisolated extension FilePath {
  /// Whether the filename contains a text, ignoring case and accents.
  fileprivate func nameContains(_ part: FoldedName) -> Bool {
    let slash = UInt8(ascii: "/")
    let start = bytes.lastIndex(of: slash).map { $0 + 1 } ?? 0
    // Most filenames are ASCII, which is compared without making a string.
    let found = bytes.withUnsafeBytes { raw in
      part.isContained(inASCII: UnsafeRawBufferPointer(rebasing: raw[start...]))
    }
    return found ?? FoldedName(displayName).contains(part)
  }
}

nonisolated extension PhotoFilter.Flag {
  fileprivate var marksFlag: PhotoMarks.Flag {
    switch self {
    case .pick: .pick
    case .reject: .reject
    case .none: .none
    }
  }
}

nonisolated extension PhotoFilter.Label {
  fileprivate var marksLabel: PhotoMarks.Label { PhotoMarks.Label(name: rawValue) ?? .none }
}

nonisolated extension PhotoFilter.Kind {
  /// The kind of the file at a path, by its filename extension alone.
  init(_ path: FilePath) {
    switch path.bytes.withUnsafeBytes(PictureName.kind) {
    case .animation: self = .animation
    case .clip: self = .clip
    case .picture, .other:
      self = PictureExtensions.cameraRaw.contains(path.fileExtension) ? .raw : .photo
    }
  }
}

nonisolated extension IndexedPhoto {
  /// The orientation of the picture as it is shown; nil if its size is unknown.
  fileprivate var shownOrientation: PhotoFilter.Orientation? {
    guard width > 0, height > 0 else { return nil }
    if width == height { return .square }
    // The Exif orientations 5 to 8 exchange width and height.
    return (width > height) != (5...8).contains(orientation) ? .landscape : .portrait
  }

  fileprivate subscript(field: PhotoFilter.Field) -> String {
    switch field {
    case .camera: camera
    case .lens: lens
    case .keyword: keywords
    case .place: place
    case .name, .folder: ""
    }
  }
}

// MARK: - Parsing

nonisolated extension PhotoFilter {
  /// An error in the text of a filter.
  struct Failure: Error, Equatable {
    /// A message to the user that quotes the invalid term.
    let message: String
  }

  /// Parses the text of a filter; nil for a text without terms.
  ///
  /// - Parameter omitsIncomplete: whether terms that have a key but no value yet, such as
  ///   `rating:`, are left out of the filter and its text, because they are being typed. Default:
  ///   false.
  /// - Throws: a ``Failure`` for the first invalid term.
  static func parse(
    _ text: String, omitsIncomplete: Bool = false
  ) throws(Failure) -> PhotoFilter? {
    let all = words(of: text)
    let used = omitsIncomplete ? all.filter { !$0.lacksValue } : all
    var filter = PhotoFilter(
      text: used.count == all.count ? text : used.map(\.typedText).joined(separator: " "))
    for word in used { filter.terms.append(try termOrNegation(word)) }
    return filter.terms.isEmpty ? nil : filter
  }

  private init(text: String) { self.text = text }

  /// One word in the text of a filter: a key, a comparison operator and a value. The key and the
  /// operator are empty for a plain search text.
  private struct Word {
    var key = ""
    var comparisonOperator = ""
    var value = ""
    /// The word as the user has typed it, with quotation marks.
    var typedText = ""

    /// The word as the user has typed it, without quotation marks.
    var unquotedText: String { key + comparisonOperator + value }
    /// Whether the word has a key but no value yet.
    var lacksValue: Bool { !comparisonOperator.isEmpty && value.isEmpty }
  }

  /// The words in the text of a filter, divided at white space outside quotation marks.
  private static func words(of text: String) -> [Word] {
    var words: [Word] = []
    var word = Word()
    var (isInQuotes, hasWord) = (false, false)
    func isComparison(_ character: Character) -> Bool { ":=<>".contains(character) }
    for character in text {
      if isInQuotes || !character.isWhitespace { word.typedText.append(character) }
      if character == "\"" {
        isInQuotes.toggle()
        hasWord = true
      } else if character.isWhitespace, !isInQuotes {
        if hasWord { words.append(word) }
        (word, hasWord) = (Word(), false)
      } else {
        hasWord = true
        if isInQuotes || !isComparison(character) {
          word.value.append(character)
        } else if word.comparisonOperator.isEmpty {
          (word.key, word.value, word.comparisonOperator) = (word.value, "", String(character))
        } else if word.value.isEmpty, character == "=", word.comparisonOperator.count == 1 {
          word.comparisonOperator.append(character)
        } else {
          word.value.append(character)
        }
      }
    }
    if hasWord { words.append(word) }
    return words.filter { !$0.unquotedText.isEmpty }
  }

  /// Parses a word into a term; a minus sign before a key negates the term. A minus sign before a
  /// plain search text is a part of that text.
  private static func termOrNegation(_ word: Word) throws(Failure) -> Term {
    guard !word.comparisonOperator.isEmpty, word.key.hasPrefix("-"), word.key.count > 1 else {
      return try term(word)
    }
    var opposite = word
    opposite.key.removeFirst()
    return .not(try term(opposite))
  }

  private static func term(_ word: Word) throws(Failure) -> Term {
    guard !word.comparisonOperator.isEmpty else { return .text(.name, FoldedName(word.value)) }
    let key = word.key.lowercased()
    guard !word.lacksValue else {
      throw Failure(message: tr("“{term}” has no value", ["term": word.unquotedText]))
    }
    switch key {
    case "rating": return .rating(try ratingRange(word))
    case "taken", "date": return .taken(try dateRange(word))
    case "kind": return .kind(try choice(of: word))
    case "orientation": return .orientation(try choice(of: word))
    case "flag": return .flag(try choice(of: word))
    case "label": return .label(try choice(of: word))
    default:
      try requireEquality(word)
      guard let field = Field(rawValue: key == "keywords" ? "keyword" : key) else {
        let keys =
          Field.allCases.map(\.rawValue) + [
            "rating", "taken", "kind", "orientation", "flag", "label",
          ]
        throw Failure(
          message: tr(
            "“{term}”: a filter can use {keys}",
            ["term": word.unquotedText, "keys": joinedByOr(keys)]))
      }
      return .text(field, FoldedName(word.value))
    }
  }

  /// Parses the value of a key that has a fixed set of values.
  ///
  /// - Throws: a ``Failure`` that lists the values.
  private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
    of word: Word
  ) throws(Failure) -> Choice {
    try requireEquality(word)
    guard let choice = Choice(rawValue: word.value.lowercased()) else {
      let choices = joinedByOr(Choice.allCases.map(\.rawValue))
      throw Failure(
        message: tr(
          "“{term}”: {key} is {choices}",
          ["term": word.unquotedText, "key": word.key.lowercased(), "choices": choices]))
    }
    return choice
  }

  private static func joinedByOr(_ names: [String]) -> String {
    tr(
      // TRANSLATORS: the end of a list of keywords, which are not translated.
      "{names} or {last}",
      ["names": names.dropLast().joined(separator: ", "), "last": names.last ?? ""])
  }

  private static func requireEquality(_ word: Word) throws(Failure) {
    guard word.comparisonOperator == ":" || word.comparisonOperator == "=" else {
      throw Failure(
        message: tr("“{term}”: only ratings and dates can be compared", ["term": word.unquotedText])
      )
    }
  }

  /// Parses the value of a comparison, or of a range `FROM..TO`, into its two ends; nil for an open
  /// end. Both ends of a single value are equal.
  ///
  /// - Parameter parse: parses one end.
  private static func rangeEnds<Value>(
    _ word: Word, _ parse: (String) throws(Failure) -> Value
  ) throws(Failure) -> (from: Value?, to: Value?) {
    guard word.comparisonOperator == ":" || word.comparisonOperator == "=" else {
      let value = try parse(word.value)
      return word.comparisonOperator.hasPrefix(">") ? (value, nil) : (nil, value)
    }
    guard let dots = word.value.firstOccurrence(of: "..") else {
      let value = try parse(word.value)
      return (value, value)
    }
    let from = String(word.value[..<dots.lowerBound])
    let to = String(word.value[dots.upperBound...])
    return (
      from.isEmpty ? nil : try parse(from), to.isEmpty ? nil : try parse(to)
    )
  }

  private static func ratingRange(_ word: Word) throws(Failure) -> ClosedRange<Int> {
    let known = -1...5
    let found = try rangeEnds(word) { text throws(Failure) in
      guard let rating = Int(text), known.contains(rating) else {
        throw Failure(
          message: tr("“{term}”: a rating is a number from -1 to 5", ["term": word.unquotedText]))
      }
      return rating
    }
    let isStrict = word.comparisonOperator == ">" || word.comparisonOperator == "<"
    let from = found.from.map { isStrict ? $0 + 1 : $0 } ?? known.lowerBound
    let to = found.to.map { isStrict ? $0 - 1 : $0 } ?? known.upperBound
    guard from <= to else {
      throw Failure(message: tr("“{term}”: the range is empty", ["term": word.unquotedText]))
    }
    return from...to
  }

  private static func dateRange(_ word: Word) throws(Failure) -> Range<Double> {
    let found = try rangeEnds(word) { text throws(Failure) in
      guard let period = Period(text) else {
        throw Failure(
          message: tr(
            "“{term}”: a date is YEAR, YEAR-MONTH or YEAR-MONTH-DAY", ["term": word.unquotedText])
        )
      }
      return period
    }
    let (from, to): (Double, Double)
    switch word.comparisonOperator {
    case ">": (from, to) = (found.from?.end ?? -.infinity, .infinity)
    case "<": (from, to) = (-.infinity, found.to?.start ?? .infinity)
    default: (from, to) = (found.from?.start ?? -.infinity, found.to?.end ?? .infinity)
    }
    guard from < to else {
      throw Failure(message: tr("“{term}”: the range is empty", ["term": word.unquotedText]))
    }
    return from..<to
  }
}

nonisolated extension Period {
  /// Parses a period written as `YEAR`, `YEAR-MONTH` or `YEAR-MONTH-DAY`; nil for any other text
  /// and for days that do not exist.
  init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard 1...3 ~= parts.count, let year = parts[0], 1...9999 ~= year else { return nil }
    self.init(year: year)
    guard parts.count > 1 else { return }
    guard let month = parts[1], 1...12 ~= month else { return nil }
    self.month = month
    guard parts.count > 2 else { return }
    guard let day = parts[2], 1...31 ~= day else { return nil }
    self.day = day
    // For a day that does not exist, such as 30 February, `start` is in the next month.
    guard Period(.day, containing: start) == self else { return nil }
  }

  /// Whether another period lies completely within this one.
  func contains(_ other: Period) -> Bool { start <= other.start && other.end <= end }

  /// The beginning of the period, in seconds since 1970-01-01 00:00 on the camera's clock.
  var start: Double { Self.secondsAtStartOfDay(year, month ?? 1, day ?? 1) }

  /// The end of the period, which is the beginning of the next one, in seconds since 1970-01-01
  /// 00:00 on the camera's clock.
  var end: Double {
    if day != nil { return start + 86_400 }
    guard let month else { return Self.secondsAtStartOfDay(year + 1, 1, 1) }
    return month == 12
      ? Self.secondsAtStartOfDay(year + 1, 1, 1) : Self.secondsAtStartOfDay(year, month + 1, 1)
  }
}
