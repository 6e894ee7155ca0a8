import DecoderWire
import Testing

@Suite struct SidecarMergeTests {
  private static func time(second: Int, nanoseconds: Int = 0) -> PhotoMetadata.CaptureTime? {
    PhotoMetadata.CaptureTime(
      year: 2024, month: 5, day: 17, hour: 14, minute: 3, second: second,
      nanoseconds: nanoseconds)
  }

  @Test func `a sidecar takes precedence for entered facts, the photo for facts of the camera`() {
    var photo = PhotoMetadata()
    photo.make = "Canon"
    photo.iso = 100
    photo.rating = 2
    photo.keywords = ["old"]
    photo.title = "Kept"
    var sidecar = PhotoMetadata()
    sidecar.make = "Other"
    sidecar.lens = "35 mm"
    sidecar.iso = 400
    sidecar.rating = 0
    sidecar.keywords = ["new"]
    sidecar.label = "Red"
    photo.merge(sidecar: sidecar)
    #expect(photo.make == "Canon" && photo.iso == 100 && photo.lens == "35 mm")
    #expect(photo.rating == 0 && photo.keywords == ["new"] && photo.label == "Red")
    #expect(photo.title == "Kept")
  }

  @Test func `a corrected time replaces that of the camera, an equal one keeps its fraction`() {
    var photo = PhotoMetadata()
    photo.taken = Self.time(second: 5, nanoseconds: 250_000_000)
    var sidecar = PhotoMetadata()
    photo.merge(sidecar: sidecar)
    #expect(photo.taken?.nanoseconds == 250_000_000)
    sidecar.taken = Self.time(second: 5)
    photo.merge(sidecar: sidecar)
    #expect(photo.taken?.nanoseconds == 250_000_000)
    sidecar.taken = Self.time(second: 6)
    photo.merge(sidecar: sidecar)
    #expect(photo.taken == Self.time(second: 6))
  }
}
