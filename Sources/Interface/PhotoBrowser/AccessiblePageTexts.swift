/// The texts about a page for assistive programs.
package struct AccessiblePageTexts: Hashable, Sendable {
  /// The name of the photo; empty for none.
  package var name: String
  /// The caption and other facts about the photo, in the order in which they are read out.
  package var facts: [String]

  package init(name: String = "", facts: [String] = []) {
    self.name = name
    self.facts = facts
  }
}
