import CLinux
import ColorManagement
import DecoderWire
import DecodingSupport
import MetadataReading
import PictureEncoding
import PictureMetadata
import PixbufLoading
import SidecarEditing
import WebPDecoding

/// The decoding libraries that are loaded in this process. None can be loaded after the process is
/// confined.
struct FormatLibraries {
  /// The libraries that are needed to answer one request, besides those of ``loadCommon()``.
  struct Requirement {
    /// The format of the picture, if it needs libraries that the helper is not linked with; nil
    /// otherwise.
    var format: PictureFormat?
    /// The names of the gdk-pixbuf loaders that may be needed for the format, the best first.
    var pixbufLoaders: [String] = []
    /// The character encoding of an SVG, if the C library needs a module for it; nil otherwise.
    var encoding: String?
    /// Whether the libraries for metadata and XMP sidecars are needed.
    var needsMetadata = false
    /// The format of the file to encode; nil when none is encoded.
    var encoder: EncodeRequest.Format?
  }

  private var hasLoadedMetadata = false
  private var hasLoadedAll = false
  private var formats: Set<PictureFormat> = []
  private var loaders: Set<String> = []
  private var encodings: Set<String> = []
  private var encoders: Set<EncodeRequest.Format> = []

  /// Loads the small libraries that pictures of most folders need, in half a millisecond.
  mutating func loadCommon() {
    _ = LCMSLibrary.shared
    load(.webp, [])
  }

  /// Loads the libraries of all formats.
  mutating func loadAll() {
    loadCommon()
    for format in PictureFormat.allCases where format.needsRuntimeLibraries {
      load(format, format.pixbufLoaders.filter(LoaderRegistry.isInstalled))
    }
    hasLoadedAll = true
  }

  /// Loads the libraries that a request needs; of several gdk-pixbuf loaders only the best.
  mutating func load(_ requirement: Requirement) {
    if requirement.needsMetadata {
      MetadataReader.loadLibrary()
      SidecarEditor.loadLibrary()
      hasLoadedMetadata = true
    }
    if let encoder = requirement.encoder, encoders.insert(encoder).inserted {
      PictureEncoder.loadLibrary(of: encoder)
    }
    switch requirement.format {
    case nil: break
    case .ani, .qtif: if !hasLoadedAll { loadAll() }
    case let format?:
      load(
        format,
        requirement.pixbufLoaders.first(where: LoaderRegistry.isInstalled).map { [$0] } ?? [])
    }
    if let encoding = requirement.encoding, !encodings.contains(encoding) {
      // The descriptor of iconv is never closed, so that the module of the C library stays loaded.
      _ = iconv_open("UTF-8", encoding)
      encodings.insert(encoding)
    }
  }

  /// Whether the libraries for `requirement` are loaded; of several gdk-pixbuf loaders, the best
  /// one.
  func areLoaded(for requirement: Requirement) -> Bool {
    if requirement.needsMetadata, !hasLoadedMetadata { return false }
    if let encoder = requirement.encoder, !encoders.contains(encoder) { return false }
    if let encoding = requirement.encoding, !encodings.contains(encoding) { return false }
    guard let format = requirement.format, !hasLoadedAll else { return true }
    guard formats.contains(format) else { return false }
    let best = requirement.pixbufLoaders.first(where: LoaderRegistry.isInstalled)
    return best.map(loaders.contains) ?? true
  }

  /// Whether the gdk-pixbuf loader that ``LoaderQuirks`` prefers for an AVIF file is loaded; true
  /// when none is needed. The process must already be confined, because the boxes of the file are
  /// parsed.
  func hasLoader(forAVIF file: Int32, _ limits: DecodeLimits) -> Bool {
    guard !hasLoadedAll, !PictureFormat.avif.isLibraryInstalled,
      let picture = try? PictureFile(descriptor: file, limits: limits)
    else {
      return true
    }
    let best = LoaderQuirks.loaderNames(.avif, picture.bytes).first(
      where: LoaderRegistry.isInstalled)
    return best.map(loaders.contains) ?? true
  }

  /// Whether another helper might succeed after `failure` in this process: loaders for the format
  /// are installed but not loaded here.
  func couldAnotherHelperSucceed(for requirement: Requirement, after failure: DecodeFailure) -> Bool
  {
    guard !hasLoadedAll, [.damaged, .unsupported, .missingLoader].contains(failure.kind) else {
      return false
    }
    return requirement.pixbufLoaders.contains {
      LoaderRegistry.isInstalled($0) && !loaders.contains($0)
    }
  }

  private mutating func load(_ format: PictureFormat, _ names: [String]) {
    guard !hasLoadedAll, formats.insert(format).inserted else { return }
    if format == .webp { _ = WebPAnimationLibrary.shared }
    // An SVG needs gdk-pixbuf's loader of GIF for pictures inside it.
    let wanted = format.isLibraryInstalled ? (format == .svg ? ["gif", "svg"] : []) : names
    PixbufLoader.loadModules(wanted)
    loaders.formUnion(wanted)
  }
}

extension FormatLibraries.Requirement {
  /// The libraries that a picture needs, judged by the extension of its name alone. They are loaded
  /// for a stored thumbnail, because the picture itself is requested next.
  init(name: String) {
    let ending = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
    let found = PictureFormat.allCases.first { $0.extensions.contains(ending) }
    if let found, found.needsRuntimeLibraries {
      (format, pixbufLoaders) = (found, found.pixbufLoaders)
    }
  }

  /// Number of bytes at the beginning of an AVIF file in which colour properties are searched.
  private static let headBytes = 1024

  /// The libraries needed to answer a request. Of `file` only the signature is read; of an SVG also
  /// the XML declaration, and of an AVIF the first bytes.
  init(_ request: DecodeRequest, file: Int32) {
    switch request.kind {
    case .stored, .recolor, .orientationEdits: return
    case .metadata, .sidecarEdits:
      needsMetadata = true
      return
    case .encode:
      needsMetadata = true
      encoder = request.encoding?.format
    // After a probe the viewer asks for the metadata, and a helper that declines those is replaced
    // by one that loads the libraries of all formats.
    case .probe: needsMetadata = true
    case .preview, .exact, .embedded, .thumbnail, .frames, .region: break
    }
    guard let picture = try? PictureFile(descriptor: file, limits: request.limits),
      let found = FormatSniffer.presumedFormat(of: picture.bytes, name: request.nameHint)
    else { return }
    if found.needsRuntimeLibraries || found == .ani || found == .qtif { format = found }
    // A format with a library of its own needs gdk-pixbuf loaders only when that library is
    // missing.
    let formatsWithOwnLibrary: Set<PictureFormat> = [
      .webp, .tiff, .jpegXL, .jpeg2000, .openEXR, .svg, .cameraRaw, .photoshop, .dds, .pcx, .sgi,
      .pdf, .djvu,
    ]
    let isComplete =
      formatsWithOwnLibrary.contains(found)
      || (found == .heif || found == .avif) && found.isLibraryInstalled
    if found.needsRuntimeLibraries, !isComplete { pixbufLoaders = found.pixbufLoaders }
    if found == .avif,
      HEIFColorReader.resemblesBroadcastYCbCr(picture.bytes.part(0..<Self.headBytes))
    {
      pixbufLoaders.reverse()
    }
    if found == .svg { encoding = XMLDeclaration.encoding(of: picture.bytes) }
  }
}

extension PictureFormat {
  /// Whether the format is decoded by libraries that the helper is not linked with. False for ANI
  /// and QTIF, which may contain a picture of any format.
  fileprivate var needsRuntimeLibraries: Bool {
    switch self {
    case .webp, .tiff, .jpegXL, .jpeg2000, .openEXR, .svg, .xpm, .cameraRaw, .photoshop, .dds,
      .pcx, .sgi, .pdf, .djvu:
      true
    // The picture inside may be of any format.
    case .ani, .qtif: false
    default: !hasBuiltInDecoder && !pixbufLoaders.isEmpty
    }
  }
}

/// The reader of the encoding in the XML declaration of a document.
enum XMLDeclaration {
  /// Number of bytes at the beginning of a document in which an encoding is searched.
  private static let maxBytes = 256
  private static let maxNameBytes = 40
  /// The encodings that are built into libxml2.
  private static let builtInEncodings: Set<String> = [
    "utf-8", "utf8", "utf-16", "utf-16le", "utf-16be", "iso-8859-1", "ascii", "us-ascii",
  ]

  /// The name of the encoding of a document; nil when the document declares none, or one that needs
  /// no module of the C library.
  ///
  /// - Source: Extensible Markup Language 1.0, production 81 (EncName).
  static func encoding(of bytes: PictureBytes) -> String? {
    let head = bytes.part(0..<maxBytes)
    guard head.hasBytes("<?xml"),
      let end = (5..<maxBytes).first(where: { head.hasBytes("?>", at: $0) }),
      let key = (5..<end).first(where: { head.hasBytes("encoding", at: $0) })
    else { return nil }
    var start = key + 8
    while start < end, let byte = head.byte(start), byte != 0x22, byte != 0x27 { start += 1 }
    var name: [UInt8] = []
    while let byte = head.byte(start + 1 + name.count), name.count < maxNameBytes, isName(byte) {
      name.append(byte)
    }
    let text = String(decoding: name, as: UTF8.self)
    return text.isEmpty || builtInEncodings.contains(text.lowercased()) ? nil : text
  }

  private static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
    default: false
    }
  }
}
