import ClipWire
import DecoderWire
import Foundation
import FuzzTargets
import Testing

/// The seed inputs of the fuzzers, and the inputs that once ended a program, replayed without a
/// fuzzer.
@Suite struct CorpusTests {
  private static let fuzz = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fuzz")

  /// The inputs of every target, by the target's name.
  private typealias Inputs = [String: [[UInt8]]]

  /// The seed inputs, unpacked once a process.
  private static let corpus = Result { try unpackedCorpus() }

  /// The inputs that once ended a program.
  private static let crashes = Result { try inputs(in: fuzz.appending(path: "Crashes")) }

  /// The failure of `tar`.
  private struct UnpackError: Error {
    let status: Int32
  }

  private static func unpackedCorpus() throws -> Inputs {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let tar = Process()
    tar.executableURL = URL(filePath: "/usr/bin/env")
    tar.arguments = ["tar", "-xzf", fuzz.appending(path: "Corpus.tar.gz").path, "-C", folder.path]
    try tar.run()
    tar.waitUntilExit()
    guard tar.terminationStatus == 0 else { throw UnpackError(status: tar.terminationStatus) }
    return try inputs(in: folder)
  }

  /// The files of a folder that holds one folder a target, in the order of their names.
  private static func inputs(in folder: URL) throws -> Inputs {
    let files = FileManager.default
    guard files.fileExists(atPath: folder.path) else { return [:] }
    var found: Inputs = [:]
    for target in try files.contentsOfDirectory(atPath: folder.path) {
      let subfolder = folder.appending(path: target)
      found[target] = try files.contentsOfDirectory(atPath: subfolder.path).sorted()
        .map { Array(try Data(contentsOf: subfolder.appending(path: $0))) }
    }
    return found
  }

  @Test(arguments: FuzzTarget.all.map(\.name))
  func `every target takes its seed inputs and its former crash inputs`(name: String) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    let seeds = try target.seeds + Self.corpus.get()[name, default: []]
    #expect(!seeds.isEmpty, "\(name) has no seed inputs")
    for input in try seeds + Self.crashes.get()[name, default: []] { target.take(input) }
  }

  private func seeds(of name: String) throws -> [[UInt8]] {
    let seeds = try #require(FuzzTarget.all.first { $0.name == name }).seeds
    #expect(!seeds.isEmpty)
    return seeds
  }

  /// A reader refuses a message of another version before it reads the fields, so that mutations of
  /// such a seed would test nothing else.
  @Test func `the readers accept the seed messages of every helper`() throws {
    for seed in try seeds(of: "request") { _ = try DecoderWireReader.request(from: seed) }
    for seed in try seeds(of: "reply") {
      _ = try DecoderWireReader.reply(from: seed, maxFrames: .max)
    }
    for seed in try seeds(of: "command") { _ = try ClipWireReader.command(from: seed) }
    for seed in try seeds(of: "report") { _ = try ClipWireReader.report(from: seed) }
  }

  @Test func `a message of an older version is checked in the present one`() throws {
    let seed = try #require(try seeds(of: "request").first)
    let older = FuzzTarget.updated(seed, to: DecoderWireFormat.version - 1)
    #expect(throws: (any Error).self) { try DecoderWireReader.request(from: older) }
    #expect(FuzzTarget.updated(older, to: DecoderWireFormat.version) == seed)
    #expect(FuzzTarget.updated([1, 2, 3], to: DecoderWireFormat.version) == [1, 2, 3])
  }

  @Test func `the corpus stays small, and has a target for every folder`() throws {
    let names = Set(FuzzTarget.all.map(\.name))
    let folders = [try Self.corpus.get(), try Self.crashes.get()]
    for inputs in folders { #expect(names.isSuperset(of: inputs.keys)) }
    let inputs = folders.flatMap(\.values).flatMap(\.self)
    let bytes: Int = inputs.reduce(0) { $0 + $1.count }
    #expect(bytes <= 200_000)
  }
}
