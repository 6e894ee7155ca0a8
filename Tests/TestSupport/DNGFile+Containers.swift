/// The same photo in the file formats of cameras, which are TIFF files with JPEG previews and EXIF
/// data.
///
/// - Source: the descriptions of CR2, NEF and ARW at exiftool.org and libopenraw.freedesktop.org.
extension DNGFile {
  /// A file format of a camera.
  public enum Container: String, CaseIterable, Sendable {
    /// Canon: the preview is the picture of the first directory, the fourth one has the samples.
    case cr2
    /// Nikon: preview and samples are in subdirectories.
    case nef
    /// Sony: the first directory has the preview, a subdirectory the samples.
    case arw

    public var camera: (make: String, model: String) {
      switch self {
      case .cr2: ("Canon", "Canon EOS 40D")
      case .nef: ("NIKON CORPORATION", "NIKON D90")
      case .arw: ("SONY", "ILCE-7")
      }
    }
  }

  /// The parts of a file in their order.
  private struct Parts {
    var bytes: [UInt8] = []
    /// The length of the header before the parts.
    let header: Int

    var end: Int { header + bytes.count }

    /// Appends a part.
    ///
    /// - Returns: its position in the file.
    mutating func add(_ part: [UInt8]) -> Int {
      let start = end
      bytes += part + (part.count.isMultiple(of: 2) ? [] : [0])
      return start
    }
  }

  /// The bytes of the file in a format of a camera, with the large preview and a small one.
  ///
  /// - Parameter taken: the date taken, as EXIF writes it.
  public func bytes(as container: Container, taken: String) -> [UInt8] {
    var parts = Parts(header: container == .cr2 ? 16 : 8)
    let samples = parts.add(sensorBytes)
    let preview = preview ?? ([], 0, 0)
    let large = parts.add(preview.bytes)
    let small = parts.add(smallPreview?.bytes ?? [])
    var settings: Entries = [(0x9003, .text(taken)), (0x8827, .words([400]))]
    if let colorSpace { settings.append((0xA001, .words([colorSpace]))) }
    let exif = parts.add(Self.directory(settings, at: parts.end))
    let sensor = sensor(at: samples, bytes: sensorBytes.count)
    let main: Entries = [
      (0x010F, .text(container.camera.make)), (0x0110, .text(container.camera.model)),
      (0x0112, .words([orientation])), (0x8769, .longs([exif])),
    ]
    func jpeg(_ start: Int, _ count: Int) -> Entries {
      [(0x0103, .words([6])), (0x0201, .longs([start])), (0x0202, .longs([count]))]
    }
    let thumbnail = jpeg(small, smallPreview?.bytes.count ?? 0)
    let first: Int
    var mark: [UInt8] = []
    switch container {
    case .cr2:
      let raw = parts.add(Self.directory(sensor, at: parts.end))
      let second = parts.add(Self.directory(thumbnail, at: parts.end, next: raw))
      let picture = Self.picture(
        preview.width, preview.height, at: large, bytes: preview.bytes.count)
      first = parts.add(
        Self.directory(
          main + picture + [(0x0102, .words([8, 8, 8])), (0x0103, .words([6]))], at: parts.end,
          next: second))
      mark = Array("CR".utf8) + [2, 0] + Self.little(raw, 4)
    case .nef:
      let view = parts.add(
        Self.directory([(0x00FE, .longs([1]))] + jpeg(large, preview.bytes.count), at: parts.end))
      let raw = parts.add(Self.directory(sensor, at: parts.end))
      first = parts.add(
        Self.directory(
          main + [(0x00FE, .longs([1])), (0x014A, .longs([view, raw]))], at: parts.end))
    case .arw:
      let raw = parts.add(Self.directory(sensor, at: parts.end))
      let second = parts.add(Self.directory(thumbnail, at: parts.end))
      first = parts.add(
        Self.directory(
          main + jpeg(large, preview.bytes.count)
            + [(0x00FE, .longs([1])), (0x014A, .longs([raw]))], at: parts.end, next: second))
    }
    return Array("II".utf8) + Self.little(42, 2) + Self.little(first, 4) + mark + parts.bytes
  }
}
