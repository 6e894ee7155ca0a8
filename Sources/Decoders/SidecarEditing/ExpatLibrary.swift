import CExpat
import RuntimeLibraries

/// The functions of libexpat, an XML parser that reports byte offsets. Their names are those of
/// `expat.h` without the prefix `XML_`.
///
/// The type is Sendable because it is immutable: the pointers are to code.
struct ExpatLibrary: @unchecked Sendable {
  /// A parser of libexpat, an `XML_Parser`.
  typealias Parser = OpaquePointer
  /// A name or a value in UTF-8.
  typealias Text = UnsafePointer<CChar>
  typealias Context = UnsafeMutableRawPointer
  /// A function that is called for a start tag. Its arguments are the context, the name of the
  /// element, and an array in which the names and values of attributes alternate, terminated by
  /// nil.
  typealias StartHandler = @convention(c) (Context?, Text?, UnsafeMutablePointer<Text?>?) -> Void
  typealias EndHandler = @convention(c) (Context?, Text?) -> Void
  /// A function that is called for text. Its arguments are the context, unterminated text, and the
  /// length of the text in bytes.
  typealias TextHandler = @convention(c) (Context?, Text?, Int32) -> Void
  /// A function that is called for a DOCTYPE declaration. Its arguments are the context, the name,
  /// the system and public identifiers, and whether there is an internal subset.
  typealias DoctypeHandler = @convention(c) (Context?, Text?, Text?, Text?, Int32) -> Void

  /// The result of ``parse`` on success.
  static let statusOK = XML_STATUS_OK

  let create: @convention(c) (Text?) -> Parser?
  let free: @convention(c) (Parser?) -> Void
  let setUserData: @convention(c) (Parser, Context?) -> Void
  let setElementHandler: @convention(c) (Parser, StartHandler?, EndHandler?) -> Void
  let setCharacterDataHandler: @convention(c) (Parser, TextHandler?) -> Void
  let setStartDoctypeDeclHandler: @convention(c) (Parser, DoctypeHandler?) -> Void
  /// Parses a piece of the document; the last argument is 1 for the last piece.
  let parse: @convention(c) (Parser, Text?, Int32, Int32) -> Int32
  /// Stops parsing from within a handler; the last argument is 0 when parsing is never resumed.
  let stop: @convention(c) (Parser, UInt8) -> Int32
  /// The byte offset in the document of the token whose handler is running.
  let currentByteIndex: @convention(c) (Parser) -> Int
  /// The length in bytes of the token whose handler is running; 0 for the end of an empty element.
  let currentByteCount: @convention(c) (Parser) -> Int32

  /// The functions of libexpat, which the first access loads; nil when libexpat is not installed.
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
