/// A format in which copied or dragged data is offered, such as PNG or plain text.
public struct ClipboardFormat {
  /// The name of the format: a media type such as `image/png`, or an X target such as
  /// `UTF8_STRING`.
  public var type: String
  /// Provides the bytes when another program requests them. It must call `deliver` once,
  /// immediately or later; nil says that the data is not available.
  public var make: (_ deliver: @escaping ([UInt8]?) -> Void) -> Void

  /// Makes a format whose bytes are provided on demand by `make`.
  public init(_ type: String, make: @escaping (_ deliver: @escaping ([UInt8]?) -> Void) -> Void) {
    self.type = type
    self.make = make
  }

  /// Makes a format with bytes that are known now.
  public init(_ type: String, _ bytes: [UInt8]) {
    self.init(type) { $0(bytes) }
  }

  /// The formats in which other programs request a text, which is given in UTF-8.
  public static func text(_ text: [UInt8]) -> [ClipboardFormat] {
    ["UTF8_STRING", "text/plain;charset=utf-8", "text/plain"].map { ClipboardFormat($0, text) }
  }
}
