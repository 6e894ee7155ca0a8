import RuntimeLibraries

/// The functions of libexpat, a parser of XML that reports byte offsets. Their names are those of
/// `expat.h` without the prefix `XML_`.
///
/// Sendable because it is immutable: the pointers are to code.
struct ExpatLibrary: @unchecked Sendable {
  /// An `XML_Parser`.
  typealias Parser = OpaquePointer
  /// A name or a value in UTF-8.
  typealias Text = UnsafePointer<CChar>
  typealias Context = UnsafeMutableRawPointer
  /// The handler of a start tag. Its arguments are the name, and an array in which the names and
  /// values of attributes alternate, terminated by nil.
  typealias StartHandler = @convention(c) (Context?, Text?, UnsafeMutablePointer<Text?>?) -> Void
  typealias EndHandler = @convention(c) (Context?, Text?) -> Void
  /// The handler of text. Its arguments are unterminated text and its length in bytes.
  typealias TextHandler = @convention(c) (Context?, Text?, Int32) -> Void
  /// The handler of a DOCTYPE declaration. Its arguments are the name, the system and public
  /// identifiers, and whether there is an internal subset.
  typealias DoctypeHandler = @convention(c) (Context?, Text?, Text?, Text?, Int32) -> Void

  /// The result of a successful parse, `XML_STATUS_OK`.
  static let ok: Int32 = 1

  let create: @convention(c) (Text?) -> Parser?
  let free: @convention(c) (Parser?) -> Void
  let setUserData: @convention(c) (Parser, Context?) -> Void
  let setElementHandler: @convention(c) (Parser, StartHandler?, EndHandler?) -> Void
  let setCharacterDataHandler: @convention(c) (Parser, TextHandler?) -> Void
  let setStartDoctypeDeclHandler: @convention(c) (Parser, DoctypeHandler?) -> Void
  /// Parses a piece of the document; the last argument is 1 for the last piece.
  let parse: @convention(c) (Parser, Text?, Int32, Int32) -> Int32
  /// Stops parsing from within a handler; 0 means that it cannot be resumed.
  let stop: @convention(c) (Parser, UInt8) -> Int32
  /// The offset of the token of the current handler in bytes.
  let currentByteIndex: @convention(c) (Parser) -> Int
  /// The length of the token of the current handler in bytes; 0 for the end of an empty element.
  let currentByteCount: @convention(c) (Parser) -> Int32

  /// The loaded library; nil where it is not installed.
  static let shared = try? ExpatLibrary()

  private init() throws(RuntimeLibrary.Missing) {
    let library = try RuntimeLibrary("libexpat.so.1")
    create = try library.function("XML_ParserCreate")
    free = try library.function("XML_ParserFree")
    setUserData = try library.function("XML_SetUserData")
    setElementHandler = try library.function("XML_SetElementHandler")
    setCharacterDataHandler = try library.function("XML_SetCharacterDataHandler")
    setStartDoctypeDeclHandler = try library.function("XML_SetStartDoctypeDeclHandler")
    parse = try library.function("XML_Parse")
    stop = try library.function("XML_StopParser")
    currentByteIndex = try library.function("XML_GetCurrentByteIndex")
    currentByteCount = try library.function("XML_GetCurrentByteCount")
  }
}
