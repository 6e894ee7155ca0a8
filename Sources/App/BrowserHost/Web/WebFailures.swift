import DecoderWire
import Drawing
import Localization
package import Network
import PhotoBrowser

nonisolated extension FailureMessage {
  /// Makes the message of a failed download, whose sentence begins with the name of the address.
  init(_ failure: NetworkFailure, of address: WebAddress) {
    self.init(
      sentence: "\(address.displayName): \(failure.sentence)", hint: failure.hint)
  }

  /// Makes the message of a failed download, without the name of the address, which the title bar
  /// shows.
  init(_ failure: NetworkFailure) {
    self.init(sentence: failure.sentence.capitalizedSentence, hint: failure.hint)
  }

  /// Makes the message of a file that cannot be decoded, without the file's name, which the title
  /// bar shows. A retry is offered when its outcome may differ, so not for damaged files,
  /// unsupported formats and encrypted archives.
  init(_ failure: DecodeFailure) {
    self.init(
      sentence: failure.sentence.capitalizedSentence, hint: failure.installHint,
      canRetry: failure.canRetry)
  }

  /// Makes the message of a downloaded file that cannot be decoded, without the name of the
  /// address, which the title bar shows. A retry is offered, because the server may send another
  /// file.
  init(_ failure: DecodeFailure, in file: WebFile) {
    self.init(
      sentence: failure.sentence(in: file).capitalizedSentence, hint: failure.installHint)
  }

  /// Makes the message of a downloaded file that cannot be decoded, whose sentence begins with the
  /// name of the address.
  init(_ failure: DecodeFailure, in file: WebFile, of address: WebAddress) {
    self.init(
      sentence: "\(address.displayName): \(failure.sentence(in: file))",
      hint: failure.installHint)
  }
}

nonisolated extension DecodeFailure {
  /// The shell command that installs the missing library that decodes the format; empty when none
  /// is missing or no package has it.
  var installHint: String {
    kind == .missingLoader && !detail.isEmpty ? "sudo apt install \(detail)" : ""
  }

  /// The sentence about a downloaded file that cannot be decoded; if the file is a web page, the
  /// sentence says so.
  func sentence(in file: WebFile) -> String {
    let isPage = ["text/html", "application/xhtml+xml"].contains(file.contentType)
    return isPage && kind == .unknownFormat
      ? tr("the server sent a web page, not a picture") : sentence
  }
}

nonisolated extension String {
  /// The string with its first character in upper case.
  var capitalizedSentence: String { prefix(1).uppercased() + dropFirst() }
}

nonisolated extension WebAddress {
  /// The file name of the address, with unprintable characters escaped.
  package var displayName: String { DisplayText.visible(name, keepsIsolates: false) }
  /// The address without user name and password, with unprintable characters escaped.
  package var displayText: String { DisplayText.visible(publicText, keepsIsolates: false) }
}
