import BrowserHost
import Glibc
import Imaging

/// A live photo: a still image and the short clip that a phone recorded with it. The two files have
/// the same name without extension, and are shown as one photo.
nonisolated enum LivePhoto {
  /// The filename extensions of still images that can have a clip, in lower case.
  private static let stillExtensions: Set<String> = ["jpg", "jpeg", "heic", "heif", "hif"]
  /// The filename extensions of clips, in the spellings that phones use.
  private static let clipExtensions = ["mov", "MOV", "mp4", "MP4"]
  /// The maximum size in bytes of the clip of a live photo; a larger one is shown as a video of its
  /// own. Three seconds of video take two to six million bytes.
  private static let maxClipBytes = 16_000_000

  /// Whether a still image can have a clip, by its filename extension.
  static func mayHaveClip(_ still: FilePath) -> Bool {
    stillExtensions.contains(still.fileExtension)
  }

  /// The clip of a still image; nil if there is none, and for a file in an archive. Waits for the
  /// file system.
  ///
  /// - Complexity: O(1), with at most four calls of `stat`.
  static func clip(of still: FilePath) -> FilePath? {
    // Clips in archives cannot be played.
    guard mayHaveClip(still), still.containingArchive == nil else { return nil }
    let stem = stem(of: still.bytes)
    return clipExtensions.lazy.map { FilePath(stem + [dot] + Array($0.utf8)) }.first(
      where: isShortClip)
  }

  /// The clip of a still image; nil if there is none, or if the file system does not answer in
  /// time.
  @MainActor static func clip(of still: FilePath, by files: any FileQuerying) -> FilePath? {
    mayHaveClip(still) ? files.answer { clip(of: still) } ?? nil : nil
  }

  /// The clips that belong to none of the still images `stills`, because of their names or their
  /// sizes. Waits for the file system.
  static func unpaired(
    _ clips: [FolderScan.Entry], beside stills: [FolderScan.Entry]
  ) -> [FolderScan.Entry] {
    guard !clips.isEmpty else { return [] }
    let photos = stills.lazy.map(\.path).filter { Self.stillExtensions.contains($0.fileExtension) }
    let stems = Set(photos.map { stem(of: $0.bytes) })
    return clips.filter { entry in
      guard hasClipExtension(entry.path) else { return true }
      return !stems.contains(stem(of: entry.path.bytes)) || !isShortClip(entry.path)
    }
  }

  /// Whether a clip belongs to a still image in the same folder. Waits for the file system.
  static func isClipOfPhoto(_ clip: FilePath) -> Bool {
    guard hasClipExtension(clip), isShortClip(clip) else { return false }
    let stem = stem(of: clip.bytes)
    return stillExtensions.contains { name in
      [name, name.uppercased()].contains { suffix in
        FilePath(stem + [dot] + Array(suffix.utf8)).withCString { access($0, F_OK) } == 0
      }
    }
  }

  private static let dot = UInt8(ascii: ".")

  private static func hasClipExtension(_ clip: FilePath) -> Bool {
    clipExtensions.contains { $0.lowercased() == clip.fileExtension }
  }

  private static func stem(of bytes: [UInt8]) -> [UInt8] {
    bytes.lastIndex(of: dot).map { Array(bytes[..<$0]) } ?? bytes
  }

  private static func isShortClip(_ clip: FilePath) -> Bool {
    if case .file(let bytes, _) = FileStatus(clip) { bytes <= maxClipBytes } else { false }
  }
}
