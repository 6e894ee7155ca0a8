/// The texts about a page for assistive programs.
package struct AccessiblePageTexts: Hashable, Sendable {
  /// The name of the photo; empty for none.
  package var name: String
  /// The caption and other facts about the photo, in the order in which they are read out.
  package var facts: [String]

  /// The identity of the photo, which it keeps when its index changes; nil for a photo that is
  /// known by its index and its name.
  package var identity: [UInt8]?

  package init(name: String = "", facts: [String] = [], identity: [UInt8]? = nil) {
    self.name = name
    self.facts = facts
    self.identity = identity
  }
}
