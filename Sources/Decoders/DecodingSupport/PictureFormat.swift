/// A picture format, detected by its first bytes.
package enum PictureFormat: String, CaseIterable {
  case jpeg = "JPEG"
  case png = "PNG"
  case gif = "GIF"
  case webp = "WebP"
  case tiff = "TIFF"
  case bmp = "BMP"
  case avif = "AVIF"
  case heif = "HEIC"
  case svg = "SVG"
  case ico = "ICO"
  case ani = "ANI"
  case icns = "ICNS"
  case pnm = "PNM"
  case pam = "PAM"
  case tga = "TGA"
  case xbm = "XBM"
  case xpm = "XPM"
  case qtif = "QTIF"
  case jpegXL = "JPEG XL"
  case jpeg2000 = "JPEG 2000"
  case qoi = "QOI"
  case photoshop = "PSD"
  case openEXR = "EXR"
  case radiance = "Radiance HDR"
  case dds = "DDS"
  case pcx = "PCX"
  case sgi = "SGI"
  case farbfeld = "farbfeld"
  case cameraRaw = "Camera RAW"
  case pdf = "PDF"
  case djvu = "DjVu"

  /// The name of the format that is shown to the user.
  package var name: String { rawValue }

  /// The usual file name extensions, in lower case without the dot, the most common first.
  package var extensions: [String] {
    switch self {
    case .jpeg: ["jpg", "jpeg", "jpe", "jfif", "jif", "mpo"]
    case .png: ["png", "apng"]
    case .gif: ["gif"]
    case .webp: ["webp"]
    case .tiff: ["tif", "tiff"]
    case .bmp: ["bmp", "dib"]
    case .avif: ["avif", "avifs"]
    case .heif: ["heic", "heif", "hif"]
    case .svg: ["svg", "svgz"]
    case .ico: ["ico", "cur"]
    case .ani: ["ani"]
    case .icns: ["icns"]
    case .pnm: ["pnm", "ppm", "pgm", "pbm"]
    case .pam: ["pam"]
    case .tga: ["tga", "targa"]
    case .xbm: ["xbm"]
    case .xpm: ["xpm"]
    case .qtif: ["qtif", "qif"]
    case .jpegXL: ["jxl"]
    case .jpeg2000: ["jp2", "j2k", "jpf", "jpx", "j2c", "jpc"]
    case .qoi: ["qoi"]
    case .photoshop: ["psd", "psb"]
    case .openEXR: ["exr"]
    case .radiance: ["hdr"]
    case .dds: ["dds"]
    case .pcx: ["pcx"]
    case .sgi: ["sgi"]
    case .farbfeld: ["ff", "farbfeld"]
    case .pdf: ["pdf"]
    case .djvu: ["djvu", "djv"]
    case .cameraRaw:
      [
        "dng", "cr2", "cr3", "nef", "arw", "raf", "rw2", "orf", "pef", "srw", "crw", "nrw", "sr2",
        "srf", "rwl", "3fr", "iiq", "erf", "kdc", "dcr", "mef", "mos", "mrw", "x3f",
      ]
    }
  }

  /// Whether the format is decoded by the helper's own code and the libraries it is linked with,
  /// without a library that is opened at run time.
  package var hasBuiltInDecoder: Bool {
    switch self {
    case .jpeg, .png, .gif, .bmp, .ico, .pnm, .pam, .tga, .xbm, .xpm, .qoi, .radiance, .farbfeld:
      true
    default: false
    }
  }

  /// The names of the gdk-pixbuf loaders that can read the format, the best first; empty for a
  /// format that no loader reads, or that is never given to one.
  package var pixbufLoaders: [String] {
    switch self {
    case .heif: ["heif/avif", "heif", "heic"]
    case .avif: ["avif", "heif/avif"]
    case .jpegXL: ["jxl"]
    // ANI and QTIF are containers, whose inner pictures are decoded on their own, mostly with this
    // loader.
    case .ani: ["ico"]
    case .qtif: ["jpeg"]
    case .gif, .bmp, .ico, .pnm, .pam, .tga, .xbm, .qoi, .photoshop, .openEXR, .dds,
      .cameraRaw, .jpeg2000, .radiance, .pcx, .sgi, .farbfeld, .pdf,
      .djvu:
      []
    default: [rawValue.lowercased()]
    }
  }

  /// The Debian package with the library that decodes the format.
  package var debianPackage: String {
    switch self {
    case .avif, .heif: "libheif1"
    case .webp: "libwebpdemux2"
    case .tiff: "libtiff6"
    case .jpegXL: "libjxl0.7"
    case .svg: "librsvg2-common"
    case .cameraRaw: "libraw20"
    case .jpeg2000: "libopenjp2-7"
    case .openEXR: "libopenexr-3-1-30"
    case .photoshop, .dds, .pcx, .sgi: "libfreeimage3"
    case .pdf: "libpoppler-glib8"
    case .djvu: "libdjvulibre21"
    default: "libgdk-pixbuf-2.0-0"
    }
  }
}
