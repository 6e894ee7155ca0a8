import ArchiveWire
import HelperProcesses
import Synchronization
import Testing

@testable import Archives

/// The origins of the answers about archives.
struct ArchiveSourceTests {
  /// An observer that keeps the reports.
  private final class Observer: ArchiveObserver {
    private let seen = Mutex<(lists: [[String]], failures: [ArchiveFailure])>(([], []))

    var lists: [[String]] { seen.withLock { $0.lists } }
    var failures: [ArchiveFailure] { seen.withLock { $0.failures } }

    func didList(_ archive: [UInt8], _ list: ArchiveReport) {
      let names = list.files.map { String(decoding: $0.path, as: UTF8.self) }
      seen.withLock { seen in
        seen.lists.append(names)
        if let failure = list.failure { seen.failures.append(failure) }
      }
    }

    func didOpen(
      _ file: ArchiveListing.File, of archive: [UInt8],
      _ result: Result<OwnedDescriptor, ArchiveFailure>
    ) {
      if case .failure(let failure) = result { seen.withLock { $0.failures.append(failure) } }
    }
  }

  private static func archive(_ names: [String], failure: ArchiveFailure? = nil) throws
    -> RecordedArchive
  {
    var listing = ArchiveListing()
    for (index, name) in names.enumerated() {
      try listing.add(
        ArchiveEntry(index: index, name: Array(name.utf8), size: 1, modifiedSeconds: 0))
    }
    return RecordedArchive(listing, failure: failure) {
      (_: ArchiveListing.File) throws(ArchiveFailure) -> OwnedDescriptor in
      throw ArchiveFailure(.encrypted)
    }
  }

  private static func observed(_ archive: RecordedArchive, by observer: Observer) -> ObservedArchive
  {
    ObservedArchive(
      contents: archive, archive: Array("/a.cbz".utf8), modified: 1, size: 2, observer: observer)
  }

  @Test func `an observed archive reports its list, and files that cannot be unpacked`() throws {
    let observer = Observer()
    let archive = Self.observed(
      try Self.archive(["1.jpg", "2.jpg"], failure: ArchiveFailure(.damaged)), by: observer)
    let listing = try archive.listing { !$0.files.isEmpty }
    #expect(observer.lists == [["1.jpg", "2.jpg"]])
    let file = try #require(listing.files.first)
    #expect(throws: ArchiveFailure(.encrypted)) { try archive.open(file) }
    #expect(observer.failures == [ArchiveFailure(.damaged), ArchiveFailure(.encrypted)])
  }

  @Test func `an observed archive without a list reports the reason`() throws {
    let observer = Observer()
    let archive = Self.observed(
      try Self.archive([], failure: ArchiveFailure(.tooSlow)), by: observer)
    #expect(throws: ArchiveFailure(.tooSlow)) { try archive.listing { _ in true } }
    #expect(observer.lists == [[]])
    #expect(observer.failures == [ArchiveFailure(.tooSlow)])
  }
}
