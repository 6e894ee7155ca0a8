import Localization

/// The reason why a picture could not be loaded from an address, with a message for the user.
nonisolated public struct NetworkFailure: Error, Hashable, Sendable {
  /// The kinds of failure in loading an address.
  public enum Kind: Hashable, Sendable {
    /// The library libcurl is not installed.
    case noLibrary
    /// The server could not be reached, or sent no response.
    case unreachable
    /// The connection ended or stalled before the response was complete.
    case connectionLost
    /// The server sent an HTTP status code that is no success; the payload is the code.
    case status(Int)
    /// The picture is larger than ``WebConfiguration/maxBytes``.
    case tooLarge
    /// The response cannot be used: it is empty, its header does not end, or it redirects too often
    /// or to another protocol.
    case invalidResponse
    /// No disk space or no file descriptor is left.
    case outOfSpace
  }
  public var kind: Kind
  /// The message for the user, one sentence without the address.
  public var sentence: String
  /// The command or advice that solves the problem; empty when there is none.
  public var hint: String

  /// Makes a failure of a kind with its message; without `hint` there is no advice.
  public init(_ kind: Kind, _ sentence: String, hint: String = "") {
    self.kind = kind
    self.sentence = sentence
    self.hint = hint
  }

  /// Whether a cached copy remains in use after the failure, because the failure does not concern
  /// the picture itself.
  var allowsStale: Bool {
    switch kind {
    case .noLibrary, .unreachable, .connectionLost, .outOfSpace, .invalidResponse: true
    case .status(let number): number >= 500 || number == 408 || number == 429
    case .tooLarge: false
    }
  }
}

nonisolated extension NetworkFailure {
  static var noLibrary: NetworkFailure {
    NetworkFailure(
      .noLibrary, tr("pictures from the web need the library libcurl, which is not installed"),
      hint: "sudo apt install libcurl4")
  }
  static var longHeader: NetworkFailure {
    NetworkFailure(
      .invalidResponse, tr("the server's answer is invalid (its header does not end)"))
  }
  static var empty: NetworkFailure {
    NetworkFailure(.invalidResponse, tr("the server sent an empty file"))
  }
  static var outOfSpace: NetworkFailure {
    NetworkFailure(
      .outOfSpace, tr("there is no space left for the server's data"))
  }

  static func tooLarge(_ limit: Int) -> NetworkFailure {
    NetworkFailure(
      .tooLarge, tr("the picture has more than {limit}", ["limit": ByteCount(limit)]))
  }

  /// The received part of a transfer as text; `total` is nil when the server has not stated it.
  private static func amount(_ received: Int, of total: Int?) -> String {
    ByteCount(received).progressText(of: total.map { ByteCount($0) })
  }

  static func connectionLost(after received: Int, of total: Int?) -> NetworkFailure {
    NetworkFailure(
      .connectionLost,
      received == 0
        ? tr("the connection broke off before the first byte")
        : tr(
          "the connection broke off after {amount}",
          ["amount": amount(received, of: total)]))
  }

  /// The failure of a transfer that received no data for `seconds`, after the first `received`
  /// bytes of `total`.
  static func stalled(_ seconds: Double, after received: Int, of total: Int?) -> NetworkFailure {
    guard received > 0 else {
      return NetworkFailure(
        .unreachable,
        seconds < 1
          ? tr("the server did not answer in time")
          : trPlural(
            "the server did not answer within {count} second",
            "the server did not answer within {count} seconds", count: Int(seconds.rounded())))
    }
    return NetworkFailure(
      .connectionLost,
      tr(
        "the server stopped sending after {amount}",
        ["amount": amount(received, of: total)]
      ))
  }

  /// The failure for an HTTP status code.
  static func status(_ number: Int) -> NetworkFailure {
    let reasonPhrase: String? =
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
      .status(number),
      reasonPhrase.map {
        tr("the server answered {number} ({words})", ["number": number, "words": $0])
      } ?? tr("the server answered {number}", ["number": number]))
  }
}
