/// The page effects that can be chosen by name; a host may add its own.
public struct PageEffects: Sendable {
  /// The name, texts and factory of one effect.
  public struct Entry: Sendable {
    /// The name in options and lists: lower case, words joined by hyphens.
    public let name: String
    /// A description of the effect, for a list.
    public let remark: String
    /// The name shown to a person, such as "Page Curl".
    public let title: String
    public let make: @Sendable () -> any PageEffect

    /// Creates an entry; by default the title is the name with capitalised words.
    init(
      name: String, title: String? = nil, remark: String,
      make: @escaping @Sendable () -> any PageEffect
    ) {
      self.name = name
      self.remark = remark
      self.make = make
      self.title =
        title
        ?? name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }
        .joined(separator: " ")
    }
  }

  /// The entries in the order in which they are listed.
  public private(set) var entries: [Entry]

  /// The built-in effects.
  ///
  /// - Source: the eight effects of JunPhotoBrowseDemo, in its order.
  public static let standard = PageEffects(entries: [
    Entry(name: "fade", remark: "the new page appears over the old one") { FadeEffect() },
    Entry(name: "move-in", remark: "the new page slides in over the old one") { MoveInEffect() },
    Entry(name: "push", remark: "the new page pushes the old one out") { PushEffect() },
    Entry(name: "reveal", remark: "the old page slides away") { RevealEffect() },
    Entry(name: "cube", remark: "the pages are faces of a turning cube") { CubeEffect() },
    Entry(name: "flip", remark: "the pages are two sides of a card") { FlipEffect() },
    Entry(name: "page-curl", remark: "the old page is peeled away") { CurlEffect() },
    Entry(name: "page-un-curl", title: "Page Uncurl", remark: "the new page is laid down") {
      UncurlEffect()
    },
  ])

  /// The names and descriptions, in the order in which they are listed.
  public var names: [(name: String, remark: String)] { entries.map { ($0.name, $0.remark) } }

  /// Creates the effect called `name`; nil when there is none.
  public func make(_ name: String) -> (any PageEffect)? {
    entries.first { $0.name == name }?.make()
  }

  /// Adds an effect, or replaces the effect of that name.
  public mutating func register(
    _ name: String, remark: String, make: @escaping @Sendable () -> any PageEffect
  ) {
    let entry = Entry(name: name, remark: remark, make: make)
    if let place = entries.firstIndex(where: { $0.name == name }) {
      entries[place] = entry
    } else {
      entries.append(entry)
    }
  }
}
