import ArchiveWire

extension FuzzTarget {
  /// The targets for the messages between the viewer and the helper that reads archives, and for
  /// the list of members that the viewer makes of them.
  static let archives = [
    FuzzTarget("archive-request", seeds: requestSeeds) { bytes in
      check(bytes, { try ArchiveWireReader.request(from: $0) }, ArchiveWireWriter.encode)
    },
    FuzzTarget("archive-reply", seeds: replySeeds) { bytes in
      check(bytes, { try ArchiveWireReader.reply(from: $0) }, ArchiveWireWriter.encode)
    },
    FuzzTarget(
      "archive-list", seeds: [Array("a.png\nb/c.png\nb/c.png\n../d.png\n.e/f\n/g (2).png".utf8)]
    ) {
      list($0)
    },
  ]

  private static let requestSeeds = [
    ArchiveWireWriter.encode(.open(limits: ArchiveLimits(), maxUnrequestedBytes: 1 << 20)),
    ArchiveWireWriter.encode(.readEntry(index: 3)),
  ]

  private static let replySeeds = [
    ArchiveWireWriter.encode(
      .entries(
        [
          ArchiveEntry(
            index: 1, name: Array("a/b.png".utf8), size: 9, modifiedSeconds: 1_577_836_800)
        ],
        isSequential: true)),
    ArchiveWireWriter.encode(.listingEnded(ArchiveFailure(.damaged, detail: "Truncated"))),
    ArchiveWireWriter.encode(.entryRead(index: 1, size: 9)),
    ArchiveWireWriter.encode(.entryFailed(index: 2, ArchiveFailure(.encrypted))),
  ]

  /// Checks the list of an archive whose members have the lines of `bytes` as names: every path
  /// stays inside the archive, is unique, and is found in the folder that it names.
  private static func list(_ bytes: [UInt8]) {
    var listing = ArchiveListing()
    for (index, name) in bytes.split(separator: 10, omittingEmptySubsequences: false).enumerated() {
      try? listing.add(
        ArchiveEntry(index: index, name: Array(name), size: index, modifiedSeconds: 0))
    }
    let paths = Set(listing.files.map(\.path))
    precondition(paths.count == listing.files.count, "two files have one path")
    for file in listing.files {
      let parts = file.path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      precondition(!parts.contains { $0.isEmpty || $0 == [46] || $0 == [46, 46] })
      let folder = Array(parts.dropLast().joined(separator: [UInt8(ascii: "/")]))
      precondition(listing.contents(of: folder)?.files.contains(file) == true)
      precondition(listing.file(at: file.path) == file)
    }
  }
}
