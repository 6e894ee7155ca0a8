/// One of the forms in which something that was copied can be pasted.
public struct ClipboardForm {
  /// The target's name: a media type, or one of the names X programs use.
  public var type: String
  /// Makes the bytes for somebody who pastes; it calls back once, at once or later, with nil when
  /// they cannot be had.
  public var make: (_ deliver: @escaping ([UInt8]?) -> Void) -> Void

  /// Makes a form whose bytes are made when they are asked for.
  public init(_ type: String, make: @escaping (_ deliver: @escaping ([UInt8]?) -> Void) -> Void) {
    self.type = type
    self.make = make
  }

  /// Makes a form of bytes.
  public init(_ type: String, _ bytes: [UInt8]) {
    self.init(type) { $0(bytes) }
  }

  /// Makes the forms in which programs ask for text.
  public static func text(_ text: [UInt8]) -> [ClipboardForm] {
    ["UTF8_STRING", "text/plain;charset=utf-8", "text/plain"].map { ClipboardForm($0, text) }
  }
}
