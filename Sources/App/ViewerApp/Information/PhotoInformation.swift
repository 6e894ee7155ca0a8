import DecoderWire
import ImageServers
import Localization
import PhotoGrid

/// The contents of the information panel: the known facts about a photo, formatted for the user.
nonisolated struct PhotoInformation: Hashable, Sendable {
  /// A group of facts under a heading.
  struct Section: Hashable, Sendable {
    var title: String
    var lines: [MetadataLines.Line]
  }

  /// The file name.
  var title: String
  /// The date taken; the modification date of the file while no other date is known.
  var date: String
  /// The reason why only a part of the picture is shown; empty for a whole one.
  var notice: String
  /// The exposure in short; see ``MetadataLines/exposure``.
  var exposure: [String] = []
  var sections: [Section]
  /// Whether the panel has a row of marks.
  var hasMarks = true
  /// Whether the panel has a histogram.
  var hasHistogram = true
  /// The geographic position that can be shown on a map; nil when it is unknown.
  var position: PhotoMetadata.GeographicPosition?
  /// The address of the license that can be opened; nil when there is none.
  var rightsAddress: String?

  /// Combines the facts of the file with the metadata of the photo.
  ///
  /// - Parameters:
  ///   - metadata: nil while it is being read.
  ///   - list: the facts about the list of an image server with the photo; nil for other photos.
  init(_ facts: PhotoFacts, _ metadata: PhotoMetadata?, list: ServedFacts? = nil) {
    title = facts.title
    notice = facts.notice
    let lines = MetadataLines(metadata ?? PhotoMetadata())
    date = metadata?.taken.map { MetadataLines.words($0) } ?? facts.modifiedText ?? ""
    exposure = lines.exposure
    sections = [
      Section(title: tr("Camera"), lines: lines.camera),
      Section(title: tr("Description"), lines: lines.description + (list?.lines ?? [])),
      Section(title: tr("File"), lines: facts.lines),
    ].filter { !$0.lines.isEmpty }
    position = metadata?.position
    rightsAddress = list?.rightsAddress
    if metadata?.completeness == .basic {
      notice = [notice, tr("Install libgexiv2-2 to see all metadata.")].filter { !$0.isEmpty }
        .joined(separator: "\n")
    }
  }

  /// The contents of the panel for several photos.
  init(_ summary: SelectionSummary) {
    title = GalleryText.pictures(summary.count)
    date = summary.dates
    notice =
      summary.unreadCount > 0 && summary.unreadCount < summary.count
      ? tr("Reading {count} more", ["count": GalleryText.count(summary.unreadCount)]) : ""
    sections = [Section(title: tr("Selection"), lines: summary.lines)].filter { !$0.lines.isEmpty }
    hasHistogram = false
  }

  /// The contents of the panel for a grid in which no photo has the focus.
  init(withoutFocusIn title: String) {
    self.title = title
    date = tr("No picture is selected")
    notice = ""
    sections = []
    hasMarks = false
    hasHistogram = false
  }
}
