import Synchronization

/// The order of texts in the user's language.
package enum TextCollation {
  /// Makes the sort key of a text in UTF-8; keys compare byte by byte. Its result is nil when the
  /// language has no order of its own. Called on any thread.
  package typealias MakeKey = @Sendable (_ text: ArraySlice<UInt8>) -> [UInt8]?

  private static let installed = Mutex<MakeKey?>(nil)

  /// The order that replaces that of the process in a test; nil outside tests.
  @TaskLocal package static var ofTest: MakeKey?

  /// The order of the process; nil for the order of code points.
  package static var current: MakeKey? {
    get { ofTest ?? installed.withLock { $0 } }
    set { installed.withLock { $0 = newValue } }
  }
}
