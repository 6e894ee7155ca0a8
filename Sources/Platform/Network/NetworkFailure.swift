/// Why an address gave no picture's bytes, in a form a person can be told.
nonisolated public struct NetworkFailure: Error, Hashable, Sendable {
  /// The kinds that differ in what would help.
  public enum Kind: Hashable, Sendable {
    /// libcurl is not installed.
    case noLibrary
    /// Nobody was reached, or nobody answered.
    case unreachable
    /// The connection ended, or stood still, before everything was there.
    case brokeOff
    /// The server answered that there is nothing, with this number.
    case status(Int)
    /// There is more of it than may be.
    case tooLarge
    /// What came is not an answer one could work with.
    case senseless
    /// There is nowhere to put it.
    case noRoom
  }
  /// The kind.
  public var kind: Kind
  /// What happened, one sentence without the address.
  public var sentence: String
  /// What would help, "" for nothing.
  public var hint: String

  /// Makes a failure; no hint unless given.
  public init(_ kind: Kind, _ sentence: String, hint: String = "") {
    self.kind = kind
    self.sentence = sentence
    self.hint = hint
  }

  /// True when an older picture is better than none: the failure is not about the picture.
  var allowsStale: Bool {
    switch kind {
    case .noLibrary, .unreachable, .brokeOff, .noRoom, .senseless: true
    case .status(let number): number >= 500 || number == 408 || number == 429
    case .tooLarge: false
    }
  }
}

nonisolated extension NetworkFailure {
  static let noLibrary = NetworkFailure(
    .noLibrary, "pictures from the web need the library libcurl, which is not installed",
    hint: "sudo apt install libcurl4")
  static let longHeader = NetworkFailure(
    .senseless, "the server's answer makes no sense (its header does not end)")
  static let empty = NetworkFailure(.senseless, "the server sent an empty file")
  static let noRoom = NetworkFailure(.noRoom, "there is no room to keep what the server sends")

  static func tooLarge(_ limit: Int) -> NetworkFailure {
    NetworkFailure(.tooLarge, "the picture has more than \(ByteWords.text(limit))")
  }

  static func brokeOff(after received: Int, of total: Int?) -> NetworkFailure {
    let what =
      received == 0 ? "before the first byte" : "after \(ByteWords.text(received, of: total))"
    return NetworkFailure(.brokeOff, "the connection broke off \(what)")
  }

  /// Nothing came for too long.
  static func silent(_ seconds: Double, after received: Int, of total: Int?) -> NetworkFailure {
    let time = seconds < 1 ? "in time" : "within \(Int(seconds.rounded())) seconds"
    guard received > 0 else {
      return NetworkFailure(.unreachable, "the server did not answer \(time)")
    }
    return NetworkFailure(
      .brokeOff, "the server fell silent after \(ByteWords.text(received, of: total))")
  }

  /// The server gave another answer than the picture.
  static func status(_ number: Int) -> NetworkFailure {
    let words: String? =
      switch number {
      case 204: "No Content"
      case 300: "Multiple Choices"
      case 400: "Bad Request"
      case 401: "Unauthorized"
      case 402: "Payment Required"
      case 403: "Forbidden"
      case 404: "Not Found"
      case 405: "Method Not Allowed"
      case 406: "Not Acceptable"
      case 407: "Proxy Authentication Required"
      case 408: "Request Timeout"
      case 410: "Gone"
      case 414: "URI Too Long"
      case 418: "I'm a Teapot"
      case 429: "Too Many Requests"
      case 451: "Unavailable For Legal Reasons"
      case 500: "Internal Server Error"
      case 501: "Not Implemented"
      case 502: "Bad Gateway"
      case 503: "Service Unavailable"
      case 504: "Gateway Timeout"
      default: nil
      }
    return NetworkFailure(
      .status(number), "the server answered \(number)" + (words.map { " (\($0))" } ?? ""))
  }
}
