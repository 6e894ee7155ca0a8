import BrowserHost
import Geometry
import Imaging
import Input
import Motion
import Pixels
import Recordings
import ViewerApp

extension FuzzTarget {
  /// A recording with a line of each kind.
  private static let recording: [UInt8] = {
    let lines: [RecordedLine] = [
      .start(
        .init(
          version: "1", wallClock: 1, time: Timestamp(seconds: 1), width: 8, height: 6,
          containsFileNames: false)),
      .desktop(.init()), .option("--grid"), .path(Array("/1".utf8)), .preference("sort = name"),
      .variable(name: "LANG", value: "C"), .folder(Array("/1".utf8)),
      .entry(.init(name: Array("2.jpg".utf8), size: 3, modifiedNanoseconds: 4)),
      .file(path: Array("/3".utf8), size: 1, modifiedNanoseconds: 2),
      .archive(.list(path: Array("/4.cbz".utf8), failureCode: 1)),
      .archive(.member(path: Array("5/6.jpg".utf8), size: 7, modifiedSeconds: 8)),
      .archive(.entryFailure(path: Array("/4.cbz/5/6.jpg".utf8), failureCode: 2)),
      .answer(.applications(hasDefault: true, isFailure: false)),
      .answer(.application(name: "A", isRecommended: true)), .answer(.printers(hasDialog: true)),
      .answer(.printer(name: "P")), .answer(.outcome(.cancelled)),
      .input(
        .event(.pointer(.init(.pressed(.primary), at: .zero, time: Timestamp(seconds: 2)))),
        at: Timestamp(seconds: 2), isNested: false),
      .input(
        .event(.key(.init(.character("a"), text: "a", time: Timestamp(seconds: 2)))),
        at: Timestamp(seconds: 2), isNested: true),
      .input(.frame(.init(presentation: Timestamp(seconds: 3))), at: .zero, isNested: false),
      .input(
        .helper(.init(requestDigest: 5, message: [1, 2], memorySizes: [64], pixelDigest: 9)),
        at: .zero, isNested: false),
      .input(
        .player(.init(number: 1, message: [3, 4], frameBytes: 64, pixelDigest: 9)), at: .zero,
        isNested: false),
      .unsentCommand(.init(playerNumber: 2, commandNumber: 0)),
      .folderEvent(
        .init(watchNumber: 1, folder: Array("/1".utf8), name: Array("2".utf8), mask: 2, cookie: 0)),
      .stateText("page=1/2"), .end(status: 0),
    ]
    return Recording.header + [10] + lines.flatMap { $0.bytes + [10] }
  }()

  /// The targets for lists of files, addresses, and other texts with a syntax of their own.
  static let names = [
    FuzzTarget("list") { bytes in
      for isNulSeparated in [false, true] {
        let separator: UInt8 = isNulSeparated ? 0 : 0x0A
        for entry in PathListReader.entries(bytes, isNulSeparated: isNulSeparated) {
          precondition(!entry.isEmpty && !entry.contains(separator), "an entry is one name")
        }
      }
    },
    FuzzTarget("uri", maxBytes: 512) { bytes in
      guard let path = FilePath(argument: bytes) else { return }
      precondition(!path.bytes.contains(0), "a name ends before its NUL")
      for text in [path.display, path.displayName] {
        let isSafe = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
        precondition(isSafe, "what people read has no control characters: \(text)")
      }
      guard let uri = CanonicalURI(FilePathBytes(path.bytes)) else { return }
      precondition(FilePath(argument: uri.bytes)?.isCanonical ?? false, "\(uri) names no file")
    },
    FuzzTarget("geometry", maxBytes: 64) { bytes in
      guard let wanted = WindowGeometry(argument: String(decoding: bytes, as: UTF8.self)) else {
        return
      }
      _ = wanted.origin(of: .init(width: 640, height: 480), on: .init(width: 1920, height: 1080))
    },
    FuzzTarget("recording", seeds: [recording]) { bytes in
      guard let read = try? Recording(parsing: bytes) else { return }
      let again = try? Recording(parsing: read.bytes)
      precondition(again == read, "a recording is not read as it was written")
    },
  ]
}

extension FilePath {
  /// Whether converting the path of a file to an address and back gives the same path.
  fileprivate var isCanonical: Bool {
    guard let uri = CanonicalURI(FilePathBytes(bytes)) else { return false }
    return FilePath(argument: uri.bytes) == self
  }
}
