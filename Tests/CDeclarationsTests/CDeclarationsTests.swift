import CDeclarations
import Testing

/// The declarations of C libraries in `Sources/System` beside the libraries' own headers.
struct CDeclarationsTests {
  /// One compared number of a declaration, such as an offset.
  private struct Entry {
    let library: String
    let name: String
    let relation: DeclarationRelation
    let value: Int64

    init(_ declaration: Declaration) {
      library = String(cString: declaration.library)
      name = String(cString: declaration.name)
      relation = declaration.relation
      value = declaration.value
    }
  }

  private static func entries(_ table: DeclarationTable) -> [Entry] {
    UnsafeBufferPointer(start: table.first, count: table.count).map(Entry.init)
  }

  private static let copied = entries(declarations_copied())
  private static let headers = entries(declarations_of_headers())
  private static let libraries = Set(copied.map(\.library)).sorted()

  private static let withoutHeaders = libraries.filter { !hasHeaders($0) }

  private static func hasHeaders(_ library: String) -> Bool {
    headers.contains { $0.library == library }
  }

  @Test(
    .enabled(
      if: withoutHeaders.isEmpty,
      "no headers of \(withoutHeaders.joined(separator: ", ")): scripts/packages test"))
  func `the headers of every library are installed`() {
    #expect(Self.copied.count == Self.headers.count)
  }

  @Test(arguments: libraries.filter(hasHeaders))
  func `copied declarations agree with the headers`(library: String) {
    let own = Self.copied.filter { $0.library == library }
    let real = Self.headers.filter { $0.library == library }
    #expect(own.map(\.name) == real.map(\.name))
    for (own, real) in zip(own, real) {
      let agrees =
        own.relation == DECLARATION_AT_LEAST ? own.value >= real.value : own.value == real.value
      #expect(agrees, "\(own.name): \(own.value), in the header \(real.value)")
    }
  }
}
