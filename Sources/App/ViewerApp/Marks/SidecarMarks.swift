import DecoderWire
import PhotoGrid
import PhotoIndex

nonisolated extension PhotoMarks {
  /// The marks in the combined metadata of a photo and its sidecar.
  ///
  /// - Source: darktable's `exif.cc` (rating −1 for rejected), digiKam's `dmetadata_labels.cpp`.
  init(_ metadata: PhotoMetadata) {
    let isRejected = metadata.rating == -1 || metadata.pickLabel == DigiKam.rejected
    let flag: Flag =
      isRejected ? .reject : metadata.pickLabel == DigiKam.accepted ? .pick : .none
    let label =
      Label(name: metadata.label) ?? metadata.colorLabel.flatMap(DigiKam.label) ?? .none
    self.init(stars: isRejected ? 0 : metadata.rating ?? 0, flag: flag, label: label)
  }

  /// The marks in the indexed facts about a photo.
  init(_ photo: IndexedPhoto) {
    let isRejected = photo.rating == -1
    self.init(
      stars: photo.rating ?? 0,
      flag: isRejected ? .reject : Flag(rawValue: photo.flag) ?? .none,
      label: Label(rawValue: photo.label) ?? .none)
  }

  /// The changes of a sidecar after which the photo has these marks; empty when it has them
  /// already.
  ///
  /// - Parameters:
  ///   - metadata: the current metadata of the photo with its sidecar.
  ///   - date: the current time in the form of ISO 8601.
  func sidecarChanges(from metadata: PhotoMetadata, date: String) -> [SidecarChange] {
    let old = PhotoMarks(metadata)
    guard self != old else { return [] }
    var changes: [SidecarChange] = []
    // The value 0 is written, too, because it has priority over a rating inside the photo.
    if xmpRating != metadata.rating ?? 0 { changes.append(SidecarChange(.rating, "\(xmpRating)")) }
    if digiKamPickLabel != metadata.pickLabel ?? 0 {
      changes.append(SidecarChange(.pickLabel, "\(digiKamPickLabel)"))
    }
    if label != old.label {
      changes += [
        SidecarChange(.label, label == .none ? nil : label.name),
        SidecarChange(.colorLabel, "\(DigiKam.number(of: label))"),
        SidecarChange(
          .darktableColors, label == .none ? nil : "\(Int(label.rawValue) - 1)"),
      ]
    }
    return changes + [SidecarChange(.metadataDate, date)]
  }

  /// The values of a new sidecar for these marks. A rating and a flag that are unset are written as
  /// 0; a colour label that is unset is left out.
  ///
  /// - Parameter date: the current time in the form of ISO 8601.
  func sidecarValues(date: String) -> [SidecarChange] {
    let labels =
      label == .none
      ? []
      : [
        SidecarChange(.label, label.name),
        SidecarChange(.colorLabel, "\(DigiKam.number(of: label))"),
      ]
    return [
      SidecarChange(.rating, "\(xmpRating)"), SidecarChange(.pickLabel, "\(digiKamPickLabel)"),
    ] + labels
      + [SidecarChange(.metadataDate, date)]
  }

  /// The value of `xmp:Rating`: the number of stars, 0 to 5, or −1 for a rejected photo.
  fileprivate var xmpRating: Int { flag == .reject ? -1 : stars }

  /// The value of `digiKam:PickLabel`: a number of ``DigiKam``, or 0 for no flag.
  fileprivate var digiKamPickLabel: Int {
    switch flag {
    case .none: 0
    case .pick: DigiKam.accepted
    case .reject: DigiKam.rejected
    }
  }
}

nonisolated extension PhotoMetadata {
  /// The metadata of one file of a RAW+JPEG pair, with the marks that the photo has only by the
  /// other file.
  ///
  /// - Parameter marks: the marks of the other file, or of the whole photo.
  func completed(by marks: PhotoMarks) -> PhotoMetadata {
    let own = PhotoMarks(self)
    let joined = own.completed(by: marks)
    var metadata = self
    if joined.xmpRating != own.xmpRating { metadata.rating = joined.xmpRating }
    if joined.digiKamPickLabel != own.digiKamPickLabel {
      metadata.pickLabel = joined.digiKamPickLabel
    }
    if joined.label != own.label { metadata.label = joined.label.name }
    return metadata
  }
}

/// The numbers that digiKam stores in `digiKam:PickLabel` and `digiKam:ColorLabel`.
nonisolated private enum DigiKam {
  static let rejected = 1
  static let accepted = 3

  static func label(_ number: Int) -> PhotoMarks.Label? {
    PhotoMarks.Label.allCases.first { $0 != .none && self.number(of: $0) == number }
  }

  static func number(of label: PhotoMarks.Label) -> Int {
    switch label {
    case .none: 0
    case .red: 1
    case .yellow: 3
    case .green: 4
    case .blue: 5
    case .purple: 6
    }
  }
}

nonisolated extension Sidecar {
  /// The contents of a new XMP sidecar with the new values of `changes`.
  static func fileContents(with changes: [SidecarChange]) -> [UInt8] {
    var attributes = ""
    for change in changes {
      guard let value = change.value, let name = change.property.qualifiedName else { continue }
      attributes += "\n   \(name)=\"\(value)\""
    }
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <x:xmpmeta xmlns:x="adobe:ns:meta/">
       <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about=""
          xmlns:xmp="http://ns.adobe.com/xap/1.0/"
          xmlns:digiKam="http://www.digikam.org/ns/1.0/"\(attributes)/>
       </rdf:RDF>
      </x:xmpmeta>

      """
    return Array(text.utf8)
  }
}

nonisolated extension SidecarChange.Property {
  /// The XMP name of the property in a new sidecar; nil for a property that is only changed where
  /// it exists.
  fileprivate var qualifiedName: String? {
    switch self {
    case .rating: "xmp:Rating"
    case .label: "xmp:Label"
    case .metadataDate: "xmp:MetadataDate"
    case .pickLabel: "digiKam:PickLabel"
    case .colorLabel: "digiKam:ColorLabel"
    case .darktableColors: nil
    }
  }
}
