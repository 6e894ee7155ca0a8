import CGExiv2
package import DecoderWire
package import DecodingSupport
package import Pixels

/// The metadata of a photo in the form in which an exported file stores them: EXIF without a
/// thumbnail and with an upright orientation, and XMP.
package struct PortableMetadata {
  /// A TIFF structure with EXIF tags; empty when the photo has none.
  package private(set) var exif: [UInt8] = []
  /// An XMP packet; empty when the photo has no XMP properties.
  package private(set) var xmp: [UInt8] = []

  /// Reads the metadata of a file for an exported file.
  ///
  /// - Parameters:
  ///   - size: the size of the exported picture in pixels.
  ///   - includesPlace: whether the tags that name or locate the place of the photo are kept.
  ///   - isSRGB: whether the exported pixels have been converted to sRGB. If so, the EXIF tags
  ///     state that, whatever they state in the source.
  /// - Throws: `.unsupported` when libgexiv2 is missing.
  package init(
    _ bytes: PictureBytes, size: PixelSize, includesPlace: Bool, isSRGB: Bool
  ) throws(DecodeFailure) {
    guard GExiv2Library.shared != nil else {
      throw DecodeFailure(
        .unsupported,
        detail:
          "its metadata can be kept only with the package libgexiv2-2: export without metadata")
    }
    guard let tags = MetadataTags.all(of: bytes) else { return }
    for tags in [tags, tags.secondPacket].compactMap(\.self) {
      tags.prepareForExport(size, includesPlace: includesPlace)
      if isSRGB { tags.declareSRGB() }
    }
    (exif, xmp) = (tags.exifBlock, tags.xmpPacket)
    if xmp.isEmpty, let others = tags.secondPacket { xmp = others.xmpPacket }
  }
}

extension MetadataTags {
  /// Removes or replaces the tags that do not describe the exported picture, of `size` pixels; with
  /// `includesPlace` false, also those of the place.
  fileprivate func prepareForExport(_ size: PixelSize, includesPlace: Bool) {
    _ = library.eraseThumbnail(object, nil)
    for tag in Self.containerTags { clear(tag) }
    for tag in ["Exif.Image.Orientation", "Xmp.tiff.Orientation"] { replace(tag, by: 1) }
    for tag in ["Exif.Photo.PixelXDimension", "Xmp.exif.PixelXDimension", "Xmp.tiff.ImageWidth"] {
      replace(tag, by: size.width)
    }
    for tag in ["Exif.Photo.PixelYDimension", "Xmp.exif.PixelYDimension", "Xmp.tiff.ImageLength"] {
      replace(tag, by: size.height)
    }
    clearProperties(where: Self.describesOtherData)
    guard !includesPlace else { return }
    _ = library.deletePlace(object, nil)
    clearProperties(where: Self.isPlaceProperty)
    for tag in tagNames(library.exifTags) where Self.isPlaceTag(tag) { clear(tag) }
    clear("Exif.Image.GPSTag")
  }

  /// The tags of a TIFF or camera RAW file that describe the layout of its samples, or contain a
  /// block that other formats store elsewhere: libexiv2 takes all of them for EXIF. One of them
  /// contains an XMP packet, which would still name the place.
  ///
  /// - Source: Exif 2.32, 4.6.8 (tags that compressed files do not record); TIFF 6.0.
  private static let containerTags = [
    "XMLPacket", "IPTCNAA", "ImageResources", "InterColorProfile", "NewSubfileType", "ImageWidth",
    "ImageLength", "BitsPerSample", "Compression", "FillOrder", "SamplesPerPixel",
    "PlanarConfiguration", "Predictor", "ColorMap", "TileWidth", "TileLength", "TileOffsets",
    "TileByteCounts", "ExtraSamples", "SampleFormat", "JPEGTables",
  ].map { "Exif.Image." + $0 }

  private static let interoperabilityTag = "Exif.Iop.InteroperabilityIndex"

  /// Changes the tags that state a colour space, so that they state sRGB.
  ///
  /// - Source: DCF 2.0, 5.2: "R03" is the interoperability index of Adobe RGB.
  fileprivate func declareSRGB() {
    for tag in ["Exif.Photo.ColorSpace", "Xmp.exif.ColorSpace"] where !text(tag).isEmpty {
      _ = library.setText(object, tag, "1", nil)
    }
    if text(Self.interoperabilityTag) == "R03" { clear(Self.interoperabilityTag) }
  }

  /// The namespaces of XMP properties that describe pictures or clips behind the picture in its
  /// file, such as a gain map.
  ///
  /// - Source: Ultra HDR image format 1.1 (hdrgm, Container); Apple's auxiliary gain maps.
  private static let otherDataNamespaces = ["Xmp.Container.", "Xmp.hdrgm.", "Xmp.HDRGainMap."]
  /// The beginnings of the names, in any namespace, of other properties that describe pictures or
  /// clips behind the picture, and of the reference to extended XMP.
  ///
  /// - Source: Motion Photo format 1.0; XMP specification, part 3, 1.1.3.1.
  private static let otherDataNamePrefixes = ["MotionPhoto", "MicroVideo", "HasExtendedXMP"]

  /// Whether an XMP property describes data of the source file that the exported file does not
  /// have.
  private static func describesOtherData(_ tag: String) -> Bool {
    if otherDataNamespaces.contains(where: tag.hasPrefix) { return true }
    // The prefix of a namespace is not the same in all files, so only the name is compared.
    guard let name = tag.split(separator: ".", maxSplits: 2).last else { return false }
    return otherDataNamePrefixes.contains { name.hasPrefix($0) }
  }

  /// The beginnings of the names of XMP properties that name or locate a place.
  ///
  /// - Source: IPTC Photo Metadata Standard 2022.1 (location fields); XMP specification part 2,
  ///   3.3.
  private static let placePropertyPrefixes = [
    "Xmp.exif.GPS", "Xmp.photoshop.City", "Xmp.photoshop.State", "Xmp.photoshop.Country",
    "Xmp.iptc.Location", "Xmp.iptc.CountryCode", "Xmp.iptcExt.LocationCreated",
    "Xmp.iptcExt.LocationShown", "Xmp.mwg-coll", "Xmp.geo.",
  ]

  private static func isPlaceProperty(_ tag: String) -> Bool {
    if placePropertyPrefixes.contains(where: tag.hasPrefix) { return true }
    // Camera makers have namespaces of their own, with names such as "drone-dji:GpsLatitude".
    let name = tag.lowercased().utf8.split { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ":") }
    return name.dropFirst().contains { $0.starts(with: "gps".utf8) }
  }

  /// The names of the tags in which camera makers store the place of a photo.
  private static let makerPlaceTags: Set<String> = [
    "City", "City2", "Country", "State", "Landmark", "LocationName", "LocalLocationName",
    "HometownCity", "DestinationCity",
  ]

  /// Whether an EXIF tag, or a tag of a camera maker, names or locates a place.
  private static func isPlaceTag(_ tag: String) -> Bool {
    tag.hasPrefix("Exif.GPSInfo.")
      || tag.split(separator: ".").last.map { makerPlaceTags.contains(String($0)) } == true
  }

  /// Removes XMP properties by the names of their values, with the structures and arrays of which
  /// nothing is left.
  private func clearProperties(where isUnwanted: (String) -> Bool) {
    let tags = tagNames(library.xmpTags)
    let unwanted = tags.filter(isUnwanted)
    for tag in unwanted { clear(tag) }
    // An array is kept or removed as a whole, because its items are numbered.
    let kept = Set(tags.filter { !isUnwanted($0) }.map(Self.property))
    let containers = Set(
      unwanted.filter { !kept.contains(Self.property($0)) }.flatMap(Self.containers))
    // An empty structure or array gets a value before it is removed, because libgexiv2 finds only
    // tags with a value.
    for tag in containers where library.setText(object, tag, "x", nil) != 0 { clear(tag) }
  }

  /// The name of the property that has or contains an XMP value, such as `Xmp.Container.Directory`.
  private static func property(_ tag: String) -> Substring { tag.prefix { $0 != "[" && $0 != "/" } }

  /// The names of the structures and arrays that contain an XMP value: `Xmp.a.Directory` and
  /// `Xmp.a.Directory[1]` for `Xmp.a.Directory[1]/a:Length`.
  private static func containers(_ tag: String) -> [String] {
    tag.indices.filter { tag[$0] == "[" || tag[$0] == "/" }.map { String(tag[..<$0]) }
  }

  private func clear(_ tag: String) { _ = library.clearTag(object, tag, nil) }

  /// Sets a tag to a number if the file has it. The tag keeps its type: as a number, libexiv2 would
  /// make it a signed one, which EXIF has not for an orientation.
  private func replace(_ tag: String, by value: Int) {
    guard !text(tag).isEmpty else { return }
    _ = library.setText(object, tag, "\(value)", nil)
  }

  /// The maximum number of tags that are listed.
  private static let maxTags = 20_000

  private func tagNames(
    _ list: @convention(c) (GExiv2Library.Object) -> UnsafeMutablePointer<GExiv2Library.Text?>?
  ) -> [String] {
    guard let first = list(object) else { return [] }
    defer { library.freeStrings(first) }
    return (0..<Self.maxTags).lazy.map { first[$0] }.prefix { $0 != nil }
      .compactMap { $0.map { String(cString: $0) } }
  }

  /// The EXIF tags as a TIFF structure; empty when the file has none.
  fileprivate var exifBlock: [UInt8] {
    guard let block = library.exifData(object, GEXIV2_BYTE_ORDER_LITTLE, nil) else { return [] }
    defer { library.releaseBytes(block) }
    var count = 0
    guard let start = library.bytesData(block, &count), count > 0 else { return [] }
    return Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  /// The XMP properties as a packet; empty when the file has none.
  fileprivate var xmpPacket: [UInt8] {
    guard let first = library.xmpTags(object) else { return [] }
    let isEmpty = first[0] == nil
    library.freeStrings(first)
    guard !isEmpty,
      let packet = library.makePacket(object, GEXIV2_USE_COMPACT_FORMAT, 0, nil)
    else { return [] }
    defer { library.free(packet) }
    return Array(String(cString: packet).utf8)
  }
}
