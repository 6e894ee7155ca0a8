import Localization

/// The reason why an archive, or a file in it, cannot be read.
package struct ArchiveFailure: Hashable, Sendable, Error {
  /// The kinds of failure in reading an archive or document, distinguished by their remedy.
  package enum Kind: UInt8, Hashable, Sendable, CaseIterable {
    /// The archive, or the file in it, is encrypted.
    case encrypted = 0
    /// The archive is damaged or truncated.
    case damaged = 1
    /// The archive exceeds a limit; the `detail` of the failure names the limit.
    case tooLarge = 2
    /// The file is in no archive format that can be read.
    case unknownFormat = 3
    /// The archive cannot be opened; the `detail` of the failure is the message of the system.
    case unreadable = 4
    /// Reading the archive took too long.
    case tooSlow = 5
    /// The helper process that reads the archive ended, or broke the protocol.
    case crashed = 6
    /// The helper program cannot be started; the `detail` of the failure is its expected path.
    case noHelper = 7
    /// The library libarchive is not installed; the `detail` of the failure is the Debian package
    /// with the library.
    case noLibrary = 8
    /// The archive contains no such file.
    case noSuchFile = 9
    /// The document can be opened only with a password.
    case documentEncrypted = 10
    /// The document is damaged.
    case documentDamaged = 11
    /// The library that reads documents of this format is not installed; the `detail` of the
    /// failure is the Debian package with the library.
    case noDocumentLibrary = 12
    /// The archive or document is a file without any bytes.
    case emptyFile = 13
  }
  package var kind: Kind
  /// More detail about the reason, in one line: a message of a library or of the system, or what
  /// the kind of the failure states; "" if none.
  package var detail: String
  /// Whether the failure is one of a document, whose pages take the place of files. The messages
  /// between processes do not carry this property. Default: false.
  package var isOfDocument = false

  package init(_ kind: Kind, detail: String = "") {
    self.kind = kind
    self.detail = detail
  }

  /// The failure as a sentence in the user's language, without the name of the archive.
  package var sentence: String {
    if isOfDocument, let sentence = documentSentence { return withDetail(sentence) }
    return switch kind {
    case .encrypted: withDetail(tr("the archive is encrypted"))
    case .damaged: withDetail(tr("the archive is damaged"))
    case .tooLarge: withDetail(tr("the archive is too large"))
    case .unknownFormat: withDetail(tr("not an archive in any format known here"))
    case .unreadable: withDetail(tr("the archive cannot be read"))
    case .tooSlow: withDetail(tr("reading the archive took too long"))
    case .crashed: withDetail(tr("the helper stopped while reading the archive"))
    case .noHelper: withDetail(tr("the helper program pbview-decoder cannot be started"))
    case .noSuchFile: tr("there is no such file in the archive")
    case .emptyFile: tr("the file is empty")
    case .documentEncrypted: tr("the document is encrypted with a password")
    case .documentDamaged: withDetail(tr("the document is damaged"))
    case .noDocumentLibrary:
      tr(
        "the library for this document is not installed; the package {package} brings it",
        ["package": detail])
    case .noLibrary:
      tr(
        "libarchive, which reads archives, is not installed; the package {package} brings it",
        ["package": detail])
    }
  }

  /// The failure as a sentence about a document; nil when the sentence for archives fits.
  private var documentSentence: String? {
    switch kind {
    case .damaged, .unknownFormat: tr("the document is damaged")
    case .tooLarge: tr("the document is too large")
    case .unreadable: tr("the document cannot be read")
    case .tooSlow: tr("reading the document took too long")
    case .crashed: tr("the helper stopped while reading the document")
    case .noSuchFile: tr("there is no such page in the document")
    case .encrypted, .noHelper, .noLibrary, .documentEncrypted, .documentDamaged,
      .noDocumentLibrary, .emptyFile:
      nil
    }
  }

  private func withDetail(_ sentence: String) -> String {
    detail.isEmpty
      ? sentence : tr("{message} ({reason})", ["message": sentence, "reason": tr(detail)])
  }
}
