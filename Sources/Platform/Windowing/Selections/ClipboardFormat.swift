/// One representation of copied data, such as PNG or plain text.
public struct ClipboardFormat {
  /// The target name: a media type such as `image/png`, or an X target such as `UTF8_STRING`.
  public var type: String
  /// Provides the bytes for a paste. It calls `deliver` once, immediately or later; nil means that
  /// the data is not available.
  public var make: (_ deliver: @escaping ([UInt8]?) -> Void) -> Void

  /// Makes a representation whose bytes are provided on demand.
  public init(_ type: String, make: @escaping (_ deliver: @escaping ([UInt8]?) -> Void) -> Void) {
    self.type = type
    self.make = make
  }

  /// Makes a representation of fixed bytes.
  public init(_ type: String, _ bytes: [UInt8]) {
    self.init(type) { $0(bytes) }
  }

  /// The representations of `text` (UTF-8) that other programs request.
  public static func text(_ text: [UInt8]) -> [ClipboardFormat] {
    ["UTF8_STRING", "text/plain;charset=utf-8", "text/plain"].map { ClipboardFormat($0, text) }
  }
}
