import Glibc

/// A still and the short clip a phone filmed around it: two files of one name, one photo.
nonisolated enum LivePhoto {
  /// What phones call the still, lower case.
  private static let stills: Set<String> = ["jpg", "jpeg", "heic", "heif", "hif"]
  /// What they call the clip, as it is written.
  private static let clips = ["mov", "MOV", "mp4", "MP4"]
  /// A larger clip is a film of its own, in bytes: three seconds take two to six million.
  private static let mostBytes = 16_000_000

  /// True for a file of a kind that may have a clip.
  static func mayHaveClip(_ still: FilePath) -> Bool { stills.contains(still.fileExtension) }

  /// The clip that belongs to `still`; nil when there is none.
  ///
  /// - Complexity: O(1), but it asks the system.
  static func clip(of still: FilePath) -> FilePath? {
    guard mayHaveClip(still) else { return nil }
    let stem = stem(of: still.bytes)
    return clips.lazy.map { FilePath(stem + [dot] + Array($0.utf8)) }.first(where: isShort)
  }

  /// The clips among `clips` that belong to none of `stills`.
  static func alone(
    _ clips: [FolderScan.Entry], beside stills: [FolderScan.Entry]
  ) -> [FolderScan.Entry] {
    guard !clips.isEmpty else { return [] }
    let photos = stills.lazy.map(\.path).filter { Self.stills.contains($0.fileExtension) }
    let stems = Set(photos.map { stem(of: $0.bytes) })
    return clips.filter { entry in
      guard isPart(entry.path) else { return true }
      return !stems.contains(stem(of: entry.path.bytes)) || !isShort(entry.path)
    }
  }

  /// True for a clip that has its still beside it.
  static func isPart(ofPhoto clip: FilePath) -> Bool {
    guard isPart(clip), isShort(clip) else { return false }
    let stem = stem(of: clip.bytes)
    return stills.contains { name in
      [name, name.uppercased()].contains { suffix in
        FilePath(stem + [dot] + Array(suffix.utf8)).withCString { access($0, F_OK) } == 0
      }
    }
  }

  private static let dot = UInt8(ascii: ".")

  private static func isPart(_ clip: FilePath) -> Bool {
    clips.contains { $0.lowercased() == clip.fileExtension }
  }

  private static func stem(of bytes: [UInt8]) -> [UInt8] {
    bytes.lastIndex(of: dot).map { Array(bytes[..<$0]) } ?? bytes
  }

  private static func isShort(_ clip: FilePath) -> Bool {
    if case .file(let bytes, _) = FileStatus(clip) { bytes <= mostBytes } else { false }
  }
}
