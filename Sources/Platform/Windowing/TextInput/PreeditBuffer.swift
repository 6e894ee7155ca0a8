import Input

/// The uncommitted (pre-edit) text of an input method, as its draw and caret callbacks change it. A
/// value without connection.
///
/// - Source: Xlib, "Input Method Overview", pre-edit draw and caret callbacks. Lengths and
///   positions count characters of the locale's encoding, which are Unicode scalars here.
nonisolated struct PreeditBuffer: Hashable {
  /// A character of the text, with whether the input method is converting it.
  private struct PreeditScalar: Hashable {
    var scalar: Unicode.Scalar
    var isTarget: Bool
  }
  /// A movement of the caret that the input method asks for.
  enum CaretMove: Hashable {
    case forward, backward, lineStart, lineEnd
    case absolute(Int)
    case none
  }

  /// The feedback bits of characters that the input method is converting: reverse and highlight.
  private static let targetFeedback: UInt = 1 | 4
  /// The maximum number of characters that are kept; an input method that sends more is faulty.
  private static let maxLength = 4096

  private var content: [PreeditScalar] = []
  private var caret = 0

  init() {}

  /// Whether the text has no characters.
  var isEmpty: Bool { content.isEmpty }

  /// The text with its caret and the range that is being converted, counted in `Character`s; nil
  /// when the text is empty.
  var composition: TextComposition? {
    guard !content.isEmpty else { return nil }
    let target = content.firstIndex(where: \.isTarget).map { first in
      let end = content[first...].firstIndex { !$0.isTarget } ?? content.count
      return characterCount(before: first)..<characterCount(before: end)
    }
    return TextComposition(
      text(before: content.count), caret: characterCount(before: caret), target: target ?? 0..<0)
  }

  /// Replaces a part of the text. Positions and lengths count Unicode scalars.
  ///
  /// - Parameters:
  ///   - first: the index of the first replaced character.
  ///   - count: the number of replaced characters.
  ///   - scalars: the new characters; nil keeps the old ones and changes only their feedback.
  ///   - feedback: the feedback bits of the new characters; missing ones count as 0.
  ///   - caret: the position of the caret after the change.
  mutating func replaceText(
    first: Int, count: Int, scalars: [Unicode.Scalar]?, feedback: [UInt], caret: Int
  ) {
    let start = min(max(0, first), content.count)
    let end = start + min(max(0, count), content.count - start)
    func isTarget(_ index: Int) -> Bool {
      index < feedback.count && feedback[index] & Self.targetFeedback != 0
    }
    if let scalars {
      let room = max(0, Self.maxLength - (content.count - (end - start)))
      let new = scalars.prefix(room).enumerated().map {
        PreeditScalar(scalar: $1, isTarget: isTarget($0))
      }
      content.replaceSubrange(start..<end, with: new)
    } else {
      for index in start..<end { content[index].isTarget = isTarget(index - start) }
    }
    self.caret = min(max(0, caret), content.count)
  }

  /// Moves the caret within the text.
  ///
  /// - Returns: the new position of the caret in Unicode scalars, which the input method expects.
  mutating func move(_ move: CaretMove) -> Int {
    switch move {
    case .forward: caret = min(caret + 1, content.count)
    case .backward: caret = max(0, caret - 1)
    case .lineStart: caret = 0
    case .lineEnd: caret = content.count
    case .absolute(let index): caret = min(max(0, index), content.count)
    case .none: break
    }
    return caret
  }

  private func text(before index: Int) -> String {
    var text = ""
    for mark in content[..<index] { text.unicodeScalars.append(mark.scalar) }
    return text
  }

  private func characterCount(before index: Int) -> Int { text(before: index).count }
}
