import BrowserHost
import DecoderWire
import Desktop
import PhotoGrid
import PhotoIndex
import TestSupport
import Testing

@testable import ViewerApp

@Suite struct MarkTests {
  private static let date = "2026-11-24T10:00:00Z"

  private func metadata(
    rating: Int? = nil, pick: Int? = nil, label: String = "", color: Int? = nil
  ) -> PhotoMetadata {
    var metadata = PhotoMetadata()
    (metadata.rating, metadata.pickLabel) = (rating, pick)
    (metadata.label, metadata.colorLabel) = (label, color)
    return metadata
  }

  private func changes(_ marks: PhotoMarks, from metadata: PhotoMetadata) -> [SidecarChange] {
    marks.sidecarChanges(from: metadata, date: Self.date)
  }

  @Test func `the marks of the other file of a pair complete the metadata of a file`() {
    let own = metadata()
    for marks in [
      PhotoMarks(stars: 4, label: .red), PhotoMarks(flag: .reject),
      PhotoMarks(stars: 2, flag: .pick),
    ] {
      #expect(PhotoMarks(own.completed(by: marks)) == marks)
    }
    #expect(own.completed(by: PhotoMarks(stars: 4)).rating == 4)
    #expect(own.completed(by: PhotoMarks(flag: .reject)).rating == -1)
    let rated = metadata(rating: 3, label: "Blue")
    #expect(rated.completed(by: PhotoMarks()) == rated)
    #expect(rated.completed(by: PhotoMarks(stars: 1, label: .red)) == rated)
    #expect(rated.completed(by: PhotoMarks(flag: .pick)).pickLabel == 3)
  }

  @Test func `the marks of darktable, digiKam and Lightroom are read`() {
    #expect(PhotoMarks(metadata()) == PhotoMarks())
    #expect(PhotoMarks(metadata(rating: 4)) == PhotoMarks(stars: 4))
    #expect(PhotoMarks(metadata(rating: -1)) == PhotoMarks(flag: .reject))
    #expect(PhotoMarks(metadata(rating: 3, pick: 1)) == PhotoMarks(flag: .reject))
    #expect(PhotoMarks(metadata(rating: 3, pick: 3)) == PhotoMarks(stars: 3, flag: .pick))
    #expect(PhotoMarks(metadata(pick: 2)) == PhotoMarks())
    #expect(PhotoMarks(metadata(label: "YELLOW")) == PhotoMarks(label: .yellow))
    #expect(PhotoMarks(metadata(label: "Rot", color: 1)) == PhotoMarks(label: .red))
    #expect(PhotoMarks(metadata(color: 6)) == PhotoMarks(label: .purple))
    #expect(PhotoMarks(metadata(color: 2)) == PhotoMarks())
  }

  @Test func `stars and a flag go together, a rejected photo has no stars`() {
    let picked = Mark.flag(.pick).applied(to: PhotoMarks(stars: 3))
    #expect(picked == PhotoMarks(stars: 3, flag: .pick))
    let rejected = Mark.flag(.reject).applied(to: picked)
    #expect(rejected == PhotoMarks(flag: .reject))
    #expect(Mark.stars(2).applied(to: rejected) == PhotoMarks(stars: 2))
    #expect(Mark.stars(2).applied(to: picked) == PhotoMarks(stars: 2, flag: .pick))
    #expect(Mark.flag(.none).applied(to: rejected) == PhotoMarks())
    #expect(Mark.flag(.none).applied(to: rejected, restoring: 3) == PhotoMarks(stars: 3))
    #expect(Mark.flag(.pick).applied(to: rejected, restoring: 3) == picked)
    #expect(Mark.stars(2).applied(to: rejected, restoring: 3) == PhotoMarks(stars: 2))
    #expect(Mark.flag(.none).applied(to: picked, restoring: 1) == PhotoMarks(stars: 3))
    let labelled = Mark.label(.blue).applied(to: picked)
    #expect(labelled == PhotoMarks(stars: 3, flag: .pick, label: .blue))
  }

  @Test func `only changed properties are written, and with them the date`() {
    let date = SidecarChange(.metadataDate, Self.date)
    #expect(changes(PhotoMarks(), from: metadata()).isEmpty)
    #expect(changes(PhotoMarks(stars: 3), from: metadata(rating: 3)).isEmpty)
    #expect(
      changes(PhotoMarks(stars: 3), from: metadata()) == [SidecarChange(.rating, "3"), date])
    // The explicit 0 hides a rating inside the photo.
    #expect(
      changes(PhotoMarks(), from: metadata(rating: 3)) == [SidecarChange(.rating, "0"), date])
    #expect(
      changes(PhotoMarks(flag: .reject), from: metadata(rating: 3))
        == [SidecarChange(.rating, "-1"), SidecarChange(.pickLabel, "1"), date])
    #expect(
      changes(PhotoMarks(), from: metadata(rating: -1, pick: 1))
        == [SidecarChange(.rating, "0"), SidecarChange(.pickLabel, "0"), date])
    #expect(
      changes(PhotoMarks(stars: 2, flag: .pick), from: metadata(rating: 2))
        == [SidecarChange(.pickLabel, "3"), date])
  }

  @Test func `a label is written as its name and as digiKam's and darktable's numbers`() {
    let date = SidecarChange(.metadataDate, Self.date)
    #expect(
      changes(PhotoMarks(label: .green), from: metadata()) == [
        SidecarChange(.label, "Green"), SidecarChange(.colorLabel, "4"),
        SidecarChange(.darktableColors, "2"), date,
      ])
    #expect(
      changes(PhotoMarks(), from: metadata(label: "Green", color: 4)) == [
        SidecarChange(.label, nil), SidecarChange(.colorLabel, "0"),
        SidecarChange(.darktableColors, nil), date,
      ])
  }

  @Test func `sidecars can be written in folders, and not in archives or missing folders`() throws {
    let folder = try TemporaryFolder()
    try folder.write([1], named: "book.cbz")
    #expect(MarkWriter.canWriteSidecar(FilePath(folder.file("a.jpg.xmp"))))
    for name in ["book.cbz/a.jpg.xmp", "missing/a.jpg.xmp"] {
      #expect(!MarkWriter.canWriteSidecar(FilePath(folder.file(name))))
    }
  }

  @Test func `marks are the same after a conversion to the facts of the index and back`() {
    for marks in [
      PhotoMarks(), PhotoMarks(stars: 5, flag: .pick, label: .purple), PhotoMarks(flag: .reject),
    ] {
      var photo = IndexedPhoto(stamp: .init(modified: 1, size: 2))
      photo.set(marks)
      #expect(PhotoMarks(photo) == marks)
    }
    let rejected = metadata(rating: -1, label: "Red")
    let photo = IndexedPhoto(rejected, .init(modified: 1, size: 2))
    #expect(PhotoMarks(photo) == PhotoMarks(flag: .reject, label: .red))
  }

  @Test func `a new sidecar is well-formed and has the properties`() {
    let changes = changes(PhotoMarks(stars: 4, flag: .pick, label: .red), from: metadata())
    let text = String(decoding: Sidecar.fileContents(with: changes), as: UTF8.self)
    #expect(text.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<x:xmpmeta "))
    #expect(text.hasSuffix("/>\n </rdf:RDF>\n</x:xmpmeta>\n"))
    for property in [
      "xmp:Rating=\"4\"", "xmp:Label=\"Red\"", "digiKam:PickLabel=\"3\"",
      "digiKam:ColorLabel=\"1\"", "xmp:MetadataDate=\"\(Self.date)\"",
    ] {
      #expect(text.contains("\n   \(property)"))
    }
    #expect(!text.contains("colorlabels"))
    #expect(
      Sidecar.preferredPath(of: FilePath("/p/a.b.NEF")) == FilePath("/p/a.b.NEF.xmp"))
  }

  @Test func `a mark is undone in its file unless another program changed the file`() throws {
    let folder = try TemporaryFolder()
    let sidecar = FilePath(folder.file("a.jpg.xmp"))
    try folder.write([2], named: "a.jpg.xmp")
    let change = MarkChange(
      photo: FilePath(folder.file("a.jpg")), before: PhotoMarks(stars: 1),
      after: PhotoMarks(stars: 2), storage: .sidecar(sidecar, old: [1], new: [2]))
    let undone = try change.reverse()
    #expect(try folder.read("a.jpg.xmp") == [1])
    #expect(undone.before == PhotoMarks(stars: 2) && undone.after == PhotoMarks(stars: 1))
    #expect(try undone.reverse() == change)
    try folder.write([9], named: "a.jpg.xmp")
    #expect(throws: DesktopError.self) { try change.reverse() }
    #expect(try folder.read("a.jpg.xmp") == [9])
    // A sidecar that the marking made is deleted again.
    let made = MarkChange(
      photo: change.photo, before: PhotoMarks(), after: PhotoMarks(stars: 2),
      storage: .sidecar(FilePath(folder.file("b.jpg.xmp")), old: nil, new: [2]))
    try folder.write([2], named: "b.jpg.xmp")
    _ = try made.reverse()
    #expect(try FileReplacement.content(of: Array(folder.file("b.jpg.xmp").utf8)) == nil)
  }

  @MainActor @Test func `every command of a mark has its own title`() {
    let marks = Command.allCases.compactMap(Mark.init)
    #expect(marks.count == 14 && Set(marks.map(\.title)).count == 14)
  }
}
