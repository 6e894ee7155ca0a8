import DecoderWire
import ImageServers
import Localization
import PhotoGrid

/// The contents of the information panel, with texts in the user's language.
nonisolated struct PhotoInformation: Hashable, Sendable {
  /// A group of facts under a heading in the information panel.
  struct Section: Hashable, Sendable {
    var title: String
    var lines: [MetadataLines.Line]
  }

  /// The first line of the panel: the file name of a photo, the number of photos, or the title of a
  /// grid.
  var title: String
  /// The line below the title: the date taken, or the modification date of the file while no other
  /// date is known; for several photos, the days on which they were taken; without a photo, a note.
  var subtitle: String
  /// A warning below the date, such as the reason why only a part of the picture is shown; empty
  /// for none.
  var notice: String
  /// The main values of the exposure, as in ``MetadataLines/exposureValues``.
  var exposureValues: [String] = []
  var sections: [Section]
  /// Whether the panel has a row of marks. Default: true.
  var showsMarksRow = true
  /// Whether the panel has a histogram. Default: true.
  var showsHistogram = true
  /// The geographic position that the link to a map shows; nil when it is unknown.
  var position: PhotoMetadata.GeographicPosition?
  /// The web address of the photo's license; nil when there is none.
  var licenseAddress: String?

  /// The contents of the panel for one photo.
  ///
  /// - Parameters:
  ///   - metadata: the metadata of the photo; nil while they are being read.
  ///   - marks: the marks of the photo, also those that only the other file of a RAW+JPEG pair
  ///     has; nil while they are not known. Default: nil.
  ///   - list: the facts that an image server states about the photo; nil for other photos.
  init(
    _ facts: PhotoFileFacts, _ metadata: PhotoMetadata?, marks: PhotoMarks? = nil,
    list: ServedFacts? = nil
  ) {
    title = facts.title
    notice = facts.notice
    let shown = metadata.map { $0.completed(by: marks ?? PhotoMarks()) }
    let lines = MetadataLines(shown ?? PhotoMetadata())
    subtitle = metadata?.taken.map { MetadataLines.text($0) } ?? facts.modifiedText ?? ""
    exposureValues = lines.exposureValues
    sections = [
      Section(title: tr("Camera"), lines: lines.cameraLines),
      Section(title: tr("Description"), lines: lines.descriptionLines + (list?.lines ?? [])),
      Section(title: tr("File"), lines: facts.lines),
    ].filter { !$0.lines.isEmpty }
    position = metadata?.position
    licenseAddress = list?.rightsAddress
    if metadata?.completeness == .basic {
      notice = [notice, tr("Install libgexiv2-2 to see all metadata.")].filter { !$0.isEmpty }
        .joined(separator: "\n")
    }
  }

  /// The contents of the panel for several selected photos.
  init(_ summary: SelectionSummary) {
    title = NumberText.pictureCount(summary.count)
    subtitle = summary.daysText
    notice =
      summary.unreadCount > 0 && summary.unreadCount < summary.count
      ? tr("Reading {count} more", ["count": NumberText.number(summary.unreadCount)]) : ""
    sections = [Section(title: tr("Selection"), lines: summary.lines)].filter { !$0.lines.isEmpty }
    showsHistogram = false
  }

  /// The contents of the panel for a grid with a title in which no photo has the focus.
  init(withoutFocusIn title: String) {
    self.title = title
    subtitle = tr("No picture is selected")
    notice = ""
    sections = []
    showsMarksRow = false
    showsHistogram = false
  }
}
