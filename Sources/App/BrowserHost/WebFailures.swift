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

  /// Why what came from an address is not shown.
  public init(_ failure: DecodeFailure, in file: WebFile, of address: WebAddress) {
    let isPage = ["text/html", "application/xhtml+xml"].contains(file.contentType)
    let sentence =
      isPage && failure.kind == .unknownFormat
      ? "the server sent a web page, not a picture" : failure.sentence
    let hint =
      failure.kind == .missingLoader && !failure.detail.isEmpty
      ? "sudo apt install \(failure.detail)" : ""
    self.init(sentence: "\(address.displayName): \(sentence)", hint: hint)
  }
}

nonisolated extension WebAddress {
  /// What the picture is called, safe to show.
  public var displayName: String { DisplayText.visible(name, keepsIsolates: false) }
  /// The address without name and password, safe to show.
  public var displayText: String { DisplayText.visible(publicText, keepsIsolates: false) }
}
