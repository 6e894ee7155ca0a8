import BrowserHost
import DecoderWire
import Imaging
import ImagingTestSupport
import TestSupport
import Testing

@testable import ViewerApp

/// The requests of an exporter to the helper.
@MainActor @Suite struct PhotoExporterTests {
  private let folder: TemporaryFolder
  private let recorder = RequestRecorder()
  private let pipeline: ImagePipeline

  init() throws {
    folder = try TemporaryFolder()
    pipeline = ImagePipeline(
      configuration: ImagingConfiguration(), loop: StillLoop(), launcher: recorder)
  }

  private func job(_ photo: FilePath) -> PhotoExporter.Job {
    PhotoExporter.Job(
      source: photo, encoding: EncodeRequest(.png),
      placement: .newFile(folder: FilePath(folder.path), name: Array("b.png".utf8)))
  }

  @Test func `a photo listed by a relative path is exported as it is shown`() throws {
    try folder.write([1], named: "a.tif")
    let depth = CurrentFolder.path.bytes.count { $0 == UInt8(ascii: "/") }
    let way = String(repeating: "../", count: depth)
    let photo = FilePath("\(way)\(folder.file("a.tif").dropFirst())")
    pipeline.setLeaf(photo.key, 2)
    pipeline.setExposure(photo.key, 1)
    pipeline.setDeveloped(photo.key, true)
    let exporter = PhotoExporter(pipeline)
    exporter.perform([job(photo)], progress: { _ in }, finish: { _ in })
    let request = try #require(recorder.requests.first { $0.kind == .encode })
    #expect(request.leaf == 2 && request.exposure == 1 && request.developsRaw)
    exporter.cancel([job(photo)])
  }

  @Test func `only the jobs that are being performed are cancelled`() throws {
    let names = ["a.jpg", "b.jpg"]
    for name in names { try folder.write([1], named: name) }
    let jobs = names.map { job(FilePath(folder.file($0))) }
    let exporter = PhotoExporter(pipeline)
    var ends: [Bool] = []
    exporter.perform([jobs[1]], progress: { _ in }, finish: { ends.append($0.isCancelled) })
    exporter.cancel([jobs[0]])
    #expect(ends.isEmpty)
    exporter.cancel([jobs[1]])
    #expect(ends == [true])
  }
}
