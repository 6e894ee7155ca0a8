import Foundation
import FuzzTargets
import Testing

/// What the fuzzers found worth keeping, and what once ended a program, without a fuzzer.
@Suite struct CorpusTests {
  private static let fuzz = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fuzz")

  /// The files kept for a target, in the order of their names.
  private static func files(in folder: String, of target: String) throws -> [URL] {
    let place = fuzz.appending(path: folder).appending(path: target)
    guard FileManager.default.fileExists(atPath: place.path) else { return [] }
    return try FileManager.default
      .contentsOfDirectory(at: place, includingPropertiesForKeys: [.fileSizeKey])
      .sorted { $0.path < $1.path }
  }

  @Test(arguments: FuzzTarget.all.map(\.name))
  func `every target takes in its corpus and what once ended it`(name: String) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    let corpus = try Self.files(in: "Corpus", of: name)
    #expect(!corpus.isEmpty, "\(name) has nothing to begin with")
    for file in try corpus + Self.files(in: "Crashes", of: name) {
      target.take(Array(try Data(contentsOf: file)))
    }
  }

  @Test func `the corpus stays small, and has a target for every folder`() throws {
    let names = Set(FuzzTarget.all.map(\.name))
    var bytes = 0
    for folder in ["Corpus", "Crashes"] {
      let place = Self.fuzz.appending(path: folder).path
      for name in (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? [] {
        #expect(names.contains(name), "\(folder)/\(name)")
        for file in try Self.files(in: folder, of: name) {
          bytes += try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
        }
      }
    }
    #expect(bytes <= 200_000)
  }
}
