public import DecoderWire
import Drawing
public import Network
public import PhotoBrowser

nonisolated extension FailureMessage {
  /// Why nothing came from an address.
  public init(_ failure: NetworkFailure, of address: WebAddress) {
    self.init(
      sentence: "\(address.displayName): \(failure.sentence)", hint: failure.hint)
  }

  /// The message of a network failure, for a page whose bar names the address.
  package init(_ failure: NetworkFailure) {
    self.init(sentence: failure.sentence.capitalizedSentence, hint: failure.hint)
  }

  /// The message of a file that cannot be shown, for a page whose bar names the file. Another try is
  /// offered where its outcome may differ: not for damage, and not for what nothing here decodes.
  package init(_ failure: DecodeFailure) {
    let canRetry =
      switch failure.kind {
      case .unreadable, .tooSlow, .crashed, .noDecoder: true
      case .unknownFormat, .missingLoader, .damaged, .tooLarge, .empty, .unsupported: false
      }
    self.init(
      sentence: failure.sentence.capitalizedSentence, hint: failure.installHint,
      canRetry: canRetry)
  }

  /// The message of what a server sent and nothing can show, for a page whose bar names the address.
  /// The server may send something else another time.
  package init(_ failure: DecodeFailure, in file: WebFile) {
    self.init(
      sentence: failure.sentence(in: file).capitalizedSentence, hint: failure.installHint)
  }

  /// Why what came from an address is not shown.
  public init(_ failure: DecodeFailure, in file: WebFile, of address: WebAddress) {
    self.init(
      sentence: "\(address.displayName): \(failure.sentence(in: file))",
      hint: failure.installHint)
  }
}

nonisolated extension DecodeFailure {
  /// The command that installs what is missing; "" when nothing is, or no package has it.
  var installHint: String {
    kind == .missingLoader && !detail.isEmpty ? "sudo apt install \(detail)" : ""
  }

  /// The sentence about what a server sent.
  fileprivate func sentence(in file: WebFile) -> String {
    let isPage = ["text/html", "application/xhtml+xml"].contains(file.contentType)
    return isPage && kind == .unknownFormat
      ? "the server sent a web page, not a picture" : sentence
  }
}

nonisolated extension String {
  /// The same with a capital at its beginning.
  var capitalizedSentence: String { prefix(1).uppercased() + dropFirst() }
}

nonisolated extension WebAddress {
  /// What the picture is called, safe to show.
  public var displayName: String { DisplayText.visible(name, keepsIsolates: false) }
  /// The address without name and password, safe to show.
  public var displayText: String { DisplayText.visible(publicText, keepsIsolates: false) }
}
