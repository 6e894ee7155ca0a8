import Foundation
import Geometry
import Pixels
import TestSupport
import Testing

@testable import Drawing

@Suite struct PDFDocumentTests {
  /// The bytes of a document that `body` draws.
  private func bytes(_ body: (PDFDocument) throws -> Void) throws -> String {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("pbview-\(UUID().uuidString).pdf")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data().write(to: url)
    let file = try FileHandle(forWritingTo: url)
    let document = PDFDocument(descriptor: file.fileDescriptor, title: "Two pages")
    try body(document)
    try file.close()
    return String(decoding: try Data(contentsOf: url), as: UTF8.self)
  }

  private let bitmap = Bitmap(size: PixelSize(width: 30, height: 20), isOpaque: true) { bytes, _ in
    for index in bytes.indices { bytes[index] = 0xC0 }
  }

  @Test func `a document has pages of their own sizes with the photos' pixels`() throws {
    let text = try bytes { document in
      for size in [Size(width: 300, height: 200), Size(width: 200, height: 300)] {
        document.beginPage(size)
        let frame = Rect(x: 10, y: 10, width: 120, height: 80)
        document.draw(bitmap, in: frame, clip: frame)
        document.endPage()
      }
      try document.finish()
    }
    #expect(text.hasPrefix("%PDF-"))
    #expect(text.contains("/Count 2"))
    #expect(text.contains("/MediaBox [ 0 0 300 200 ]"))
    #expect(text.contains("/MediaBox [ 0 0 200 300 ]"))
    #expect(text.contains("/Width 30") && text.contains("/Height 20"))
    #expect(!text.contains("/SMask"), "opaque photos need no mask")
  }

  @Test func `a full disk is an error`() throws {
    let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
    defer { close(full) }
    guard full >= 0 else { return }
    let document = PDFDocument(descriptor: full, title: "")
    document.beginPage(Size(width: 100, height: 100))
    document.draw(
      bitmap, in: Rect(x: 0, y: 0, width: 100, height: 100),
      clip: Rect(x: 0, y: 0, width: 100, height: 100))
    document.endPage()
    #expect(throws: DrawingError.cannotWrite(errno: ENOSPC)) { try document.finish() }
  }

  @Test func `an error of Cairo, which also writes PNG files, names no format`() {
    #expect(DrawingError.cairo("out of memory").description == "cannot be written: out of memory")
  }
}
