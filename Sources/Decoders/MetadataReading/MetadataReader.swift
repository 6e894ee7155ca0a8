package import DecoderWire
package import DecodingSupport

/// The reader of a photo's metadata.
package enum MetadataReader {
  /// Loads libgexiv2. A process that is about to be confined calls it first, because no library can
  /// be loaded afterwards.
  package static func loadLibrary() { _ = GExiv2Library.shared }

  /// Reads the metadata of a file: without libgexiv2, the main EXIF tags only. The result is empty
  /// for a file without metadata or of an unknown type.
  ///
  /// - Parameter languages: the wanted languages of texts that exist in several, as language tags
  ///   of BCP 47, the preferred one first. Default: the default language of the file.
  package static func read(
    _ bytes: PictureBytes, languages: [String] = []
  ) -> PhotoMetadata {
    var result = readTags(bytes, languages)
    // The time in the header is used for clips only: in an animated AVIF or HEIC, it is the time of
    // encoding.
    if result.taken == nil, mightBeClip(bytes) {
      result.taken = QuickTimeMetadata.creationTime(of: bytes)
    }
    return result
  }

  private static func readTags(_ bytes: PictureBytes, _ languages: [String]) -> PhotoMetadata {
    let clip = QuickTimeMetadata.read(bytes)
    // The parsers of clips in libexiv2 0.27 find nothing that pbview shows, and may never end; it
    // gets only the XMP packet.
    if clip != nil || mightBeClip(bytes) {
      let packet = QuickTimeMetadata.xmp(in: bytes).flatMap(MetadataTags.init)
      return (clip ?? PhotoMetadata()).completed(by: packet.map { read($0, languages) })
    }
    guard GExiv2Library.shared != nil else { return BasicMetadata.read(bytes) }
    // For a GIF or SVG file, and for a sidecar that begins with a comment, libexiv2 0.27 reads no
    // metadata, so the packet is located first.
    if let packet = EmbeddedXMP.packet(of: bytes), let tags = MetadataTags(packet) {
      var result = read(tags, languages)
      result.pixelSize = MetadataTags(bytes)?.pixelSize
      return result
    }
    guard let tags = MetadataTags.all(of: bytes) else { return PhotoMetadata() }
    // The packet is joined here, because libexiv2 0.27 does not join the segments of a JPEG's
    // extended XMP.
    if let guid = ExtendedXMP.guid(in: bytes),
      let packet = ExtendedXMP.packet(of: bytes, guid: guid)
    {
      tags.addPacket(packet)
    }
    var result = read(tags, languages)
    // The EXIF block of a HEIF file does not contain the size of the picture, so the size is read
    // from the file itself.
    if result.pixelSize == nil, MetadataTags.isHEIF(bytes) {
      result.pixelSize = MetadataTags(bytes)?.pixelSize
    }
    return result
  }

  /// The types of the boxes with which clips begin.
  private static let clipBoxTypes: [StaticString] = [
    "ftyp", "moov", "mdat", "wide", "free", "skip", "junk", "pnot", "uuid", "PICT", "pict",
  ]
  /// The beginnings of the major brands of pictures, which are no clips.
  private static let pictureBrands: [StaticString] = [
    "hei", "hev", "mif", "msf", "avi", "crx", "jxl",
  ]

  /// Whether libexiv2 might parse a file as a clip: QuickTime, MP4, Matroska, ASF or AVI.
  static func mightBeClip(_ bytes: PictureBytes) -> Bool {
    if bytes.hasBytes("RIFF") { return !bytes.hasBytes("WEBP", at: 8) }
    if clipBoxTypes.contains(where: { bytes.hasBytes($0, at: 4) }) {
      return !bytes.hasBytes("ftyp", at: 4) || !pictureBrands.contains { bytes.hasBytes($0, at: 8) }
    }
    return bytes.big32(0) == 0x1A45_DFA3 || bytes.big32(0) == 0x3026_B275
  }

  private static func read(_ tags: MetadataTags, _ languages: [String]) -> PhotoMetadata {
    var result = PhotoMetadata()
    result.taken = captureTime(tags)
    result.sequence =
      sequenceNumberTags.lazy.compactMap { number(tags, $0, in: PhotoMetadata.sequences) }
      .first
    result.make = tags.text(of: ["Exif.Image.Make", "Xmp.tiff.Make"])
    result.model = tags.text(of: [
      "Exif.Image.Model", "Exif.Image.UniqueCameraModel", "Xmp.tiff.Model",
    ])
    result.lens = lens(tags)
    readExposure(tags, into: &result)
    result.rating = firstNumber(of: ["Xmp.xmp.Rating", "Exif.Image.Rating"], tags).flatMap {
      PhotoMetadata.ratings.contains($0) ? $0 : nil
    }
    result.label = tags.text("Xmp.xmp.Label")
    result.pickLabel = number(tags, "Xmp.digiKam.PickLabel", in: PhotoMetadata.pickLabels)
    result.colorLabel =
      number(tags, "Xmp.digiKam.ColorLabel", in: PhotoMetadata.colorLabels)
      ?? darktableColorLabel(tags)
    result.title = tags.localizedText(
      "Xmp.dc.title", in: languages, or: "Iptc.Application2.ObjectName")
    result.caption = caption(tags, languages)
    result.keywords = unique(
      ["Xmp.dc.subject", "Iptc.Application2.Keywords"].lazy.map(tags.texts).first { !$0.isEmpty }
        ?? [])
    result.people = unique(tags.texts("Xmp.iptcExt.PersonInImage") + regionNames(tags))
    result.position = position(tags)
    result.place = placeNames(tags)
    result.creator =
      tags.texts("Xmp.dc.creator").first
      ?? tags.text(of: ["Exif.Image.Artist", "Iptc.Application2.Byline"])
    result.copyright = tags.localizedText(
      "Xmp.dc.rights", in: languages, or: "Exif.Image.Copyright", "Iptc.Application2.Copyright")
    result.software = tags.text(of: ["Exif.Image.Software", "Xmp.xmp.CreatorTool"])
    result.pixelSize = tags.pixelSize
    result.orientation = tags.number("Exif.Image.Orientation").flatMap {
      (1...8).contains($0) ? $0 : nil
    }
    return result
  }

  /// Reads the exposure of a photo and the settings of its camera: from EXIF, or else from XMP,
  /// because some editing programs write no EXIF.
  private static func readExposure(_ tags: MetadataTags, into result: inout PhotoMetadata) {
    result.exposureTime = ratio(tags, exposureTags("ExposureTime"))
    result.aperture = ratio(tags, exposureTags("FNumber")).flatMap(nonzero)
    result.focalLength = ratio(tags, exposureTags("FocalLength")).flatMap(nonzero)
    result.equivalentFocalLength =
      firstNumber(of: ["Exif.Photo.FocalLengthIn35mmFilm", "Xmp.exif.FocalLengthIn35mmFilm"], tags)
      .flatMap { $0 > 0 ? $0 : nil }
    result.iso = iso(tags)
    result.exposureBias = ratio(tags, exposureTags("ExposureBiasValue"))
    result.flash =
      firstNumber(of: ["Exif.Photo.Flash", "Exif.Image.Flash"], tags) ?? flashOfXMP(tags)
    result.exposureProgram = firstNumber(of: exposureTags("ExposureProgram"), tags)
    result.meteringMode = firstNumber(of: exposureTags("MeteringMode"), tags)
    result.whiteBalance = firstNumber(
      of: ["Exif.Photo.WhiteBalance", "Xmp.exif.WhiteBalance"], tags)
  }

  /// The names of a tag about the exposure in the directories of EXIF, and in XMP.
  private static func exposureTags(_ tag: String) -> [String] {
    ["Exif.Photo.\(tag)", "Exif.Image.\(tag)", "Xmp.exif.\(tag)"]
  }

  /// The state of the flash in XMP, as the bits of the EXIF tag; nil when it is unknown.
  ///
  /// - Source: XMP specification, part 2, 3.3 (exif:Flash); Exif 2.32, tag 0x9209.
  private static func flashOfXMP(_ tags: MetadataTags) -> Int? {
    func isTrue(_ field: String) -> Bool {
      tags.text("Xmp.exif.Flash/exif:\(field)").lowercased() == "true"
    }
    guard !tags.text("Xmp.exif.Flash/exif:Fired").isEmpty else { return nil }
    let mode = number(tags, "Xmp.exif.Flash/exif:Mode", in: 0...3) ?? 0
    return (isTrue("Fired") ? 1 : 0) | mode << 3 | (isTrue("Function") ? 0x20 : 0)
  }

  /// The tags with the time of capture, the most reliable first, with the tags of its fraction of a
  /// second and its time zone; "" for no such tag.
  private static let originalTimeTags: [(date: String, fraction: String, zone: String)] = [
    (
      "Exif.Photo.DateTimeOriginal", "Exif.Photo.SubSecTimeOriginal",
      "Exif.Photo.OffsetTimeOriginal"
    ),
    ("Exif.Image.DateTimeOriginal", "", ""),
    ("Xmp.exif.DateTimeOriginal", "", ""),
    ("Xmp.photoshop.DateCreated", "", ""),
  ]
  /// The tags with the time of digitizing and of the last change, in the form of
  /// ``originalTimeTags``. Editing programs change the last one.
  private static let laterTimeTags: [(date: String, fraction: String, zone: String)] = [
    (
      "Exif.Photo.DateTimeDigitized", "Exif.Photo.SubSecTimeDigitized",
      "Exif.Photo.OffsetTimeDigitized"
    ),
    ("Xmp.xmp.CreateDate", "", ""),
    ("Exif.Image.DateTime", "Exif.Photo.SubSecTime", "Exif.Photo.OffsetTime"),
  ]

  private static func captureTime(_ tags: MetadataTags) -> PhotoMetadata.CaptureTime? {
    captureTime(tags, of: originalTimeTags) ?? captureTimeOfIPTC(tags)
      ?? captureTime(tags, of: laterTimeTags)
  }

  /// The time of capture in the IPTC record, which has its date and its time in two tags; midnight
  /// for a date alone.
  private static func captureTimeOfIPTC(_ tags: MetadataTags) -> PhotoMetadata.CaptureTime? {
    let date = tags.text("Iptc.Application2.DateCreated")
    let time = tags.text("Iptc.Application2.TimeCreated")
    return MetadataText.captureTime("\(date)T\(time)") ?? MetadataText.captureTime(date)
  }

  private static func captureTime(
    _ tags: MetadataTags, of names: [(date: String, fraction: String, zone: String)]
  ) -> PhotoMetadata.CaptureTime? {
    for tag in names {
      let fraction = tag.fraction.isEmpty ? "" : tags.text(tag.fraction)
      let zone = tag.zone.isEmpty ? "" : tags.text(tag.zone)
      if let time = MetadataText.captureTime(tags.text(tag.date), fraction: fraction, zone: zone) {
        return time
      }
    }
    return nil
  }

  /// The tags that count the photos of a burst, or all photos of a camera.
  private static let sequenceNumberTags = [
    "Exif.CanonSi.Sequence", "Exif.Sony1.SequenceNumber", "Exif.Panasonic.SequenceNumber",
    "Exif.Fujifilm.SequenceNumber", "Exif.Nikon3.ShutterCount", "Exif.Image.ImageNumber",
  ]

  /// The tags of camera makers that identify a lens by a number, for which exiv2 knows the name.
  private static let lensTags = [
    "Exif.CanonCs.LensType", "Exif.NikonLd3.LensIDNumber", "Exif.NikonLd2.LensIDNumber",
    "Exif.NikonLd1.LensIDNumber", "Exif.Pentax.LensType", "Exif.PentaxDng.LensType",
    "Exif.OlympusEq.LensType", "Exif.Panasonic.LensType", "Exif.Sony2.LensID",
    "Exif.Minolta.LensID", "Exif.Samsung2.LensType",
  ]

  private static func lens(_ tags: MetadataTags) -> String {
    let name = tags.text("Exif.Photo.LensModel")
    if name.contains(where: \.isLetter) { return name }
    for tag in lensTags {
      let text = tags.interpretedText(tag)
      if !text.isEmpty { return text }
    }
    return tags.text(of: ["Xmp.aux.Lens", "Xmp.exifEX.LensModel"])
  }

  /// The value of the EXIF ISO speed tag that means that the real speed is in another tag.
  private static let overflowingISO = 65_535

  private static func iso(_ tags: MetadataTags) -> Int? {
    let main = firstNumber(of: exposureTags("ISOSpeedRatings"), tags)
    if let main, main > 0, main != overflowingISO { return main }
    let other = firstNumber(
      of: ["Exif.Photo.RecommendedExposureIndex", "Xmp.exifEX.PhotographicSensitivity"], tags)
    return (other ?? main).flatMap { $0 > 0 ? $0 : nil }
  }

  /// The first caption in the order in which digiKam reads the tags; empty without one.
  private static func caption(_ tags: MetadataTags, _ languages: [String]) -> String {
    let text = tags.localizedText("Xmp.dc.description", in: languages)
    if !text.isEmpty { return text }
    let comment = MetadataText.withoutCharsetPrefix(tags.text("Exif.Photo.UserComment"))
    if !comment.isEmpty { return comment }
    return tags.text(of: ["Exif.Image.ImageDescription", "Iptc.Application2.Caption"])
  }

  /// The maximum number of marked regions of a photo whose names are read.
  private static let maxRegions = 60

  /// The names of the persons or things in marked regions of a photo, in the schema of the Metadata
  /// Working Group, else in that of Microsoft. Cameras mark faces without a name, too.
  private static func regionNames(_ tags: MetadataTags) -> [String] {
    let schemes: [(list: String, name: String, area: String)] = [
      ("Xmp.mwg-rs.Regions/mwg-rs:RegionList", "mwg-rs:Name", "mwg-rs:Area/stArea:x"),
      ("Xmp.MP.RegionInfo/MPRI:Regions", "MPReg:PersonDisplayName", "MPReg:Rectangle"),
    ]
    for scheme in schemes {
      var names: [String] = []
      for index in 1...maxRegions {
        let region = "\(scheme.list)[\(index)]/"
        let name = tags.text(region + scheme.name)
        if !name.isEmpty {
          names.append(name)
        } else if tags.text(region + scheme.area).isEmpty {
          break
        }
      }
      if !names.isEmpty { return names }
    }
    return []
  }

  private static func position(_ tags: MetadataTags) -> PhotoMetadata.GeographicPosition? {
    // A receiver without a fix writes the status V, and often the position 0°, 0°.
    guard tags.text("Exif.GPSInfo.GPSStatus") != "V", let found = tags.position,
      found.latitude != 0 || found.longitude != 0
    else { return nil }
    return PhotoMetadata.GeographicPosition(
      latitude: found.latitude, longitude: found.longitude, altitude: found.altitude)
  }

  /// The names of the place, from the smallest to the largest: those of the IPTC core, else those
  /// of the location where the photo was taken, else of the location that it shows.
  private static func placeNames(_ tags: MetadataTags) -> [String] {
    let names = [
      ["Xmp.iptc.Location", "Iptc.Application2.SubLocation"],
      ["Xmp.photoshop.City", "Iptc.Application2.City"],
      ["Xmp.photoshop.State", "Iptc.Application2.ProvinceState"],
      ["Xmp.photoshop.Country", "Iptc.Application2.CountryName"],
    ].map(tags.text(of:)).filter { !$0.isEmpty }
    guard names.isEmpty else { return unique(names) }
    let locations = ["LocationCreated", "LocationShown"].lazy.map { location in
      ["Sublocation", "City", "ProvinceState", "CountryName"]
        .map { tags.text("Xmp.iptcExt.\(location)[1]/Iptc4xmpExt:\($0)") }
        .filter { !$0.isEmpty }
    }
    return unique(locations.first { !$0.isEmpty } ?? [])
  }

  private static func firstNumber(of names: [String], _ tags: MetadataTags) -> Int? {
    names.lazy.compactMap(tags.number).first
  }

  private static func number(
    _ tags: MetadataTags, _ tag: String, in range: ClosedRange<Int>
  ) -> Int? {
    tags.number(tag).flatMap { range.contains($0) ? $0 : nil }
  }

  /// The first colour label of darktable, as the number of the same colour in digiKam; nil without
  /// one.
  ///
  /// - Source: darktable counts red, yellow, green, blue and purple from 0.
  private static func darktableColorLabel(_ tags: MetadataTags) -> Int? {
    let labels = [1, 3, 4, 5, 6]
    return tags.texts("Xmp.darktable.colorlabels").lazy.compactMap { Int($0) }
      .first { labels.indices.contains($0) }.map { labels[$0] }
  }

  private static func ratio(_ tags: MetadataTags, _ names: [String]) -> PhotoMetadata.Ratio? {
    names.lazy.compactMap(tags.ratio).first.flatMap {
      PhotoMetadata.Ratio($0.numerator, $0.denominator)
    }
  }

  /// The ratio, such as a focal length or an aperture; nil for the value 0, which means unknown.
  private static func nonzero(_ ratio: PhotoMetadata.Ratio) -> PhotoMetadata.Ratio? {
    ratio.numerator > 0 ? ratio : nil
  }

  private static func unique(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
  }
}

extension PhotoMetadata {
  /// The facts of a clip, completed by those that only its XMP packet contains. `packet` is nil for
  /// a clip without a packet.
  fileprivate func completed(by packet: PhotoMetadata?) -> PhotoMetadata {
    guard var result = packet else { return self }
    result.taken = taken ?? result.taken
    if !make.isEmpty || !model.isEmpty { (result.make, result.model) = (make, model) }
    if !software.isEmpty { result.software = software }
    if !title.isEmpty { result.title = title }
    if !caption.isEmpty { result.caption = caption }
    result.position = position ?? result.position
    return result
  }
}
