package import ArchiveWire
package import HelperProcesses

/// The source of answers about one archive: the list of its files, and their bytes.
package protocol ArchiveContents: Sendable {
  /// The list of the files in the archive: all of it, or a known part of it for which `isEnough`
  /// returns true.
  ///
  /// - Throws: the reason why there is no list; an incomplete list with at least one file is
  ///   returned.
  func listing(
    until isEnough: (ArchiveListing) -> Bool
  ) throws(ArchiveFailure) -> ArchiveListing

  /// The failure that ended the list of files early; nil when the list is complete or not known
  /// yet.
  var listFailure: ArchiveFailure? { get }

  /// The bytes of a file of the archive, open for reading from their beginning.
  ///
  /// - Throws: the reason why the file cannot be unpacked.
  func open(_ file: ArchiveListing.File) throws(ArchiveFailure) -> OwnedDescriptor
}

extension ArchiveSession: ArchiveContents {}

/// The origin of the answers about all archives.
package enum ArchiveSource: Sendable {
  /// The answers of the processes that read archives.
  case helpers
  /// The answers of the processes that read archives, which are also reported to an observer. Every
  /// archive is listed to its end first, because the part of a list that is known earlier depends
  /// on the speed of the machine.
  case observed(any ArchiveObserver)
  /// Recorded answers by the path of the archive; nil for an unknown archive. No archive is read.
  case recorded(@Sendable (_ archive: [UInt8]) -> (any ArchiveContents)?)
}

/// An observer of the answers about archives. Its methods are called on any thread, before an
/// answer is used.
package protocol ArchiveObserver: Sendable {
  /// Called with the answer to a request for the list of an archive; the same answer may come
  /// often.
  func didList(_ archive: [UInt8], _ list: ArchiveReport)
  /// Called with the answer to a request for the bytes of a file in an archive.
  func didOpen(
    _ file: ArchiveListing.File, of archive: [UInt8],
    _ result: Result<OwnedDescriptor, ArchiveFailure>)
}

/// The answer to a request for the list of files in an archive, with the state of the archive.
package struct ArchiveReport: Sendable {
  /// The modification time of the archive in nanoseconds since 1970.
  package var modified: Int64
  /// The size of the archive in bytes.
  package var size: Int64
  /// The files of the archive, in its order.
  package var files: [ArchiveListing.File]
  /// The reason why the list of files is incomplete or missing; nil when the list is complete.
  package var failure: ArchiveFailure?

  package init(
    modified: Int64, size: Int64, files: [ArchiveListing.File], failure: ArchiveFailure?
  ) {
    self.modified = modified
    self.size = size
    self.files = files
    self.failure = failure
  }
}

/// An archive whose answers, given by a helper, are reported to an observer.
struct ObservedArchive: ArchiveContents {
  let contents: any ArchiveContents
  let archive: [UInt8]
  /// The modification time of the archive in nanoseconds since 1970.
  let modified: Int64
  /// The size of the archive in bytes.
  let size: Int64
  let observer: any ArchiveObserver

  func listing(
    until isEnough: (ArchiveListing) -> Bool
  ) throws(ArchiveFailure) -> ArchiveListing {
    do throws(ArchiveFailure) {
      let listing = try contents.listing { _ in false }
      report(listing.files, contents.listFailure)
      return listing
    } catch {
      report([], error)
      throw error
    }
  }

  var listFailure: ArchiveFailure? { contents.listFailure }

  func open(_ file: ArchiveListing.File) throws(ArchiveFailure) -> OwnedDescriptor {
    do throws(ArchiveFailure) {
      let descriptor = try contents.open(file)
      observer.didOpen(file, of: archive, .success(descriptor))
      return descriptor
    } catch {
      observer.didOpen(file, of: archive, .failure(error))
      throw error
    }
  }

  private func report(_ files: [ArchiveListing.File], _ failure: ArchiveFailure?) {
    observer.didList(
      archive, ArchiveReport(modified: modified, size: size, files: files, failure: failure))
  }
}

/// An archive whose list of files is a recorded one; in place of each file of the archive, a
/// closure opens another file.
package struct RecordedArchive: ArchiveContents {
  private let files: ArchiveListing
  package let listFailure: ArchiveFailure?
  private let opener: @Sendable (ArchiveListing.File) throws(ArchiveFailure) -> OwnedDescriptor

  /// Makes an archive from a recorded list.
  ///
  /// - Parameters:
  ///   - files: the recorded list of files.
  ///   - failure: the reason why the list is incomplete or missing; nil when it is complete.
  ///   - opener: the closure that opens the file in the place of a file of the archive.
  package init(
    _ files: ArchiveListing, failure: ArchiveFailure?,
    opener: @escaping @Sendable (ArchiveListing.File) throws(ArchiveFailure) -> OwnedDescriptor
  ) {
    self.files = files
    listFailure = failure
    self.opener = opener
  }

  package func listing(
    until isEnough: (ArchiveListing) -> Bool
  ) throws(ArchiveFailure) -> ArchiveListing {
    if let listFailure, files.files.isEmpty { throw listFailure }
    return files
  }

  package func open(_ file: ArchiveListing.File) throws(ArchiveFailure) -> OwnedDescriptor {
    try opener(file)
  }
}
