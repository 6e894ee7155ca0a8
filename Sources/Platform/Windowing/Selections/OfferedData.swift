/// Data in one or more types, offered on the clipboard or by a drag. The data of a type is
/// requested from its owner when it is read.
@MainActor
package final class OfferedData {
  /// The media types and X targets in which the data is offered, in the order of the offering
  /// program.
  package let types: [String]
  private let source:
    (_ type: String, _ limit: Int, _ deliver: @escaping ([UInt8]?) -> Void) -> Void

  init(
    _ types: [String],
    from source:
      @escaping (_ type: String, _ limit: Int, _ deliver: @escaping ([UInt8]?) -> Void)
      -> Void
  ) {
    self.types = types
    self.source = source
  }

  /// Makes an offer of data of this program in several formats.
  package convenience init(_ formats: [ClipboardFormat]) {
    self.init(formats.map(\.type)) { type, limit, deliver in
      guard let format = formats.first(where: { $0.type == type }) else { return deliver(nil) }
      format.make { deliver($0.flatMap { $0.count <= limit ? $0 : nil }) }
    }
  }

  /// Reads the data in one type.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of bytes.
  ///   - deliver: called once, immediately or later, with the bytes. It receives nil when the type
  ///     is not offered, or when the offering program refuses, does not reply in time, or sends
  ///     more bytes than the limit.
  package func read(
    _ type: String, atMost limit: Int, then deliver: @escaping ([UInt8]?) -> Void
  ) {
    guard types.contains(type) else { return deliver(nil) }
    source(type, limit, deliver)
  }
}
