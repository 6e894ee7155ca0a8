import CLinux
import HelperProcesses
import Localization

nonisolated extension OwnedDescriptor {
  /// Opens the file of a clip, whose descriptor is passed to a player; the viewer itself never
  /// reads the file.
  ///
  /// The file type is checked before opening, because opening a device can have effects, and again
  /// after opening, because the file may have been replaced in between.
  ///
  /// - Throws: `.unreadable` when the file cannot be opened or is no regular file.
  static func openClip(_ path: [UInt8]) throws(VideoFailure) -> OwnedDescriptor {
    let name = path + [0]
    func check(_ readStatus: (inout stat) -> Int32) throws(VideoFailure) {
      var status = stat()
      guard readStatus(&status) == 0 else { throw .unreadable(systemMessage(pbview_errno())) }
      guard Int32(bitPattern: status.st_mode) & S_IFMT == S_IFREG else {
        throw .unreadable(tr("it is not a regular file"))
      }
    }
    func withName<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
      name.withUnsafeBufferPointer { bytes in
        bytes.withMemoryRebound(to: CChar.self) { chars in
          guard let start = chars.baseAddress else { preconditionFailure("a name has an end") }
          return body(start)
        }
      }
    }
    try check { status in withName { stat($0, &status) } }
    let number = withName { linux_open_for_reading($0) }
    guard number >= 0 else { throw .unreadable(systemMessage(pbview_errno())) }
    let descriptor = OwnedDescriptor(number)
    try check { fstat(number, &$0) }
    return descriptor
  }
}
