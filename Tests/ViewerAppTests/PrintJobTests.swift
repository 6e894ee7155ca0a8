import BrowserHost
import DecoderWire
import Desktop
import Imaging
import ImagingTestSupport
import TestSupport
import Testing

@testable import ViewerApp

/// The documents that are made for printing.
@MainActor @Suite struct PrintJobTests {
  private let folder: TemporaryFolder
  private let recorder = RequestRecorder()
  private let pipeline: ImagePipeline

  init() throws {
    folder = try TemporaryFolder()
    pipeline = ImagePipeline(
      configuration: ImagingConfiguration(), loop: StillLoop(), launcher: recorder)
  }

  private func job(_ photos: [FilePath]) throws -> PrintJob {
    try PrintJob(
      PhotoPrinting.localFiles(photos), PrintLayout(), title: "photos", pipeline: pipeline)
  }

  @Test func `a photo listed by a relative path is printed as it is shown`() throws {
    try folder.write([1], named: "a.tif")
    let depth = CurrentFolder.path.bytes.count { $0 == UInt8(ascii: "/") }
    let way = String(repeating: "../", count: depth)
    let photo = FilePath("\(way)\(folder.file("a.tif").dropFirst())")
    pipeline.setLeaf(photo.key, 2)
    pipeline.setExposure(photo.key, 1)
    pipeline.setDeveloped(photo.key, true)
    let job = try job([photo])
    job.start { _ in }
    let request = try #require(recorder.requests.first { $0.kind == .exact })
    #expect(request.leaf == 2 && request.exposure == 1 && request.developsRaw)
    job.cancel()
  }

  @Test func `a job is cancelled while a photo is being decoded`() throws {
    try folder.write([1], named: "a.jpg")
    let job = try job([FilePath(folder.file("a.jpg"))])
    var ends: [Bool] = []
    job.start { ends.append($0 == nil) }
    #expect(ends.isEmpty && !recorder.requests.isEmpty)
    job.cancel()
    job.cancel()
    #expect(ends == [true])
  }

  @Test func `addresses of the web are not printed`() {
    let photos = ["https://example.org/a.jpg", "b.jpg"].map { FilePath($0) }
    #expect(PhotoPrinting.localFiles(photos) == [photos[1]])
  }

  @Test func `a document gets a number when a file of its name exists`() throws {
    let document = try Printing.makeFile()
    let path = FilePath(try folder.write([1], named: "a.pdf"))
    let saved = try PhotoPrinting.save(document, to: path)
    #expect(saved == FilePath(folder.file("a (2).pdf")))
    #expect(try folder.read("a.pdf") == [1] && folder.read("a (2).pdf").isEmpty)
    #expect(throws: DesktopError.self) {
      try PhotoPrinting.save(document, to: FilePath(folder.file("nowhere/a.pdf")))
    }
  }
}
