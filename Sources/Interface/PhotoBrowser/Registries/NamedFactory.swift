import Transitions

/// The name, texts and factory of a thing that can be chosen from a list: an animator, a page
/// effect, an indicator or another overlay.
nonisolated package struct NamedFactory<Product>: Sendable {
  /// The name in options and lists: lower case, words joined by hyphens.
  package let name: String
  /// The name shown to the user, such as "Page Curl".
  package let title: String
  /// The description in lists, such as that of the command line.
  package let description: String
  /// A closure that makes a new object of the entry's kind.
  package let make: @MainActor @Sendable () -> Product

  /// Makes an entry. Without `title`, the title is the name with capitalised words.
  package init(
    _ name: String, title: String? = nil, description: String,
    make: @escaping @MainActor @Sendable () -> Product
  ) {
    self.name = name
    self.description = description
    self.make = make
    self.title =
      title
      ?? name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }
      .joined(separator: " ")
  }
}

/// A list of factories with unique names, in the order of lists.
struct Registry<Product> {
  /// The kind of the products, such as "page effect", for error messages.
  let productKind: String
  private(set) var entries: [NamedFactory<Product>]

  init(_ productKind: String, _ entries: [NamedFactory<Product>]) {
    self.productKind = productKind
    self.entries = entries
  }

  var namesAndDescriptions: [(String, String)] { entries.map { ($0.name, $0.description) } }

  func make(_ name: String) throws(UnknownName) -> Product {
    guard let entry = entries.first(where: { $0.name == name }) else {
      throw UnknownName(kind: productKind, name: name, known: entries.map(\.name))
    }
    return entry.make()
  }

  /// Adds an entry, or replaces the one with the same name, which keeps its place in the list.
  mutating func register(_ entry: NamedFactory<Product>) {
    if let index = entries.firstIndex(where: { $0.name == entry.name }) {
      entries[index] = entry
    } else {
      entries.append(entry)
    }
  }
}
