/// The words about a page for assistive programs.
package struct PageWords: Hashable, Sendable {
  /// The name of the photo.
  package var name: String
  /// The caption and what else is known, in the order in which it is read.
  package var facts: [String]

  package init(name: String = "", facts: [String] = []) {
    self.name = name
    self.facts = facts
  }
}
