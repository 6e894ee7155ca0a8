import Synchronization

/// The sort order of texts in the user's language.
package enum TextCollation {
  /// A function that makes the sort key of a text in UTF-8; keys are compared byte by byte. It
  /// returns nil when the language has no sort order of its own, and is called on any thread.
  package typealias MakeKey = @Sendable (_ text: ArraySlice<UInt8>) -> [UInt8]?

  private static let installed = Mutex<MakeKey?>(nil)

  /// The sort order that is used in a test instead of that of the process; nil outside tests.
  @TaskLocal package static var ofTest: MakeKey?

  /// The sort order that the process uses; nil for the order of code points.
  package static var current: MakeKey? {
    get { ofTest ?? installed.withLock { $0 } }
    set { installed.withLock { $0 = newValue } }
  }
}
