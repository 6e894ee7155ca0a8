/// A recording of everything that reaches the program's main thread, as the lines of a file.
///
/// The file is text, one line for each ``RecordedLine``, after a line with the format and its
/// version.
package struct Recording: Hashable, Sendable {
  /// The limits for a recording that is read.
  package struct Limits: Sendable {
    /// The maximum size of a recording in bytes. Default: 256 MiB.
    package var maxBytes = 256 << 20
    /// The maximum length of a line of a recording in bytes. Default: 64 KiB.
    package var maxLineBytes = 64 << 10
    /// The maximum number of lines of a recording. Default: 4 million.
    package var maxLines = 4_000_000

    package init() {}
  }

  /// The lines in order; the first one is the `start` line.
  package var lines: [RecordedLine]

  /// The version, clocks and window size at the start of the recording.
  package let start: RecordedLine.Start

  /// The first line of the file of a recording: the format and its version.
  package static let header = Array("pbview-recording 1".utf8)

  /// Reads a recording from the bytes of its file. Comments, empty lines and an incomplete last
  /// line are left out.
  ///
  /// - Throws: the number of the first line that cannot be read, and the reason.
  package init(
    parsing bytes: [UInt8], limits: Limits = Limits()
  ) throws(RecordingFailure) {
    guard bytes.count <= limits.maxBytes else { throw RecordingFailure(line: 1, reason: .tooLarge) }
    var lines: [RecordedLine] = []
    var number = 0
    var begin = bytes.startIndex
    while begin < bytes.endIndex {
      let end = bytes[begin...].firstIndex(of: 10) ?? bytes.endIndex
      let line = bytes[begin..<end]
      // A program that was killed may have left an incomplete last line.
      if end == bytes.endIndex, number > 0 { break }
      begin = end + 1
      number += 1
      guard line.count <= limits.maxLineBytes, lines.count < limits.maxLines else {
        throw RecordingFailure(line: number, reason: .tooLarge)
      }
      if number == 1 {
        guard Array(line) == Self.header else {
          throw RecordingFailure(line: 1, reason: .noRecording)
        }
        continue
      }
      if line.isEmpty || line.first == UInt8(ascii: "#") { continue }
      do throws(RecordingFailure.Reason) { lines.append(try RecordedLine(parsing: line)) } catch {
        throw RecordingFailure(line: number, reason: error)
      }
    }
    guard case .start(let start) = lines.first else {
      throw RecordingFailure(line: max(1, number), reason: .noRecording)
    }
    self.lines = lines
    self.start = start
  }

  /// The bytes of the recording's file.
  package var bytes: [UInt8] { Self.header + [10] + lines.flatMap { $0.bytes + [10] } }
}
