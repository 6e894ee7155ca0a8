/// The facts about a photo that the index stores.
public struct IndexedPhoto: Hashable, Sendable {
  /// The state of the files for which the facts hold.
  public struct Stamp: Hashable, Sendable {
    /// The modification time of the photo in nanoseconds since 1970.
    public var modified: Int64
    /// The size of the photo's file in bytes.
    public var size: Int64
    /// The modification time of the XMP sidecar in nanoseconds since 1970; 0 without one.
    public var sidecarModified: Int64

    public init(modified: Int64, size: Int64, sidecarModified: Int64 = 0) {
      self.modified = modified
      self.size = size
      self.sidecarModified = sidecarModified
    }
  }

  /// The texts about a photo. Photos with the same texts can share them.
  final class Texts: Hashable, Sendable {
    let camera: String
    let lens: String
    let keywords: String
    let place: String

    /// The texts of a photo about which there are none.
    static let none = Texts(camera: "", lens: "", keywords: "", place: "")

    init(camera: String, lens: String, keywords: String, place: String) {
      self.camera = camera
      self.lens = lens
      self.keywords = keywords
      self.place = place
    }

    static func == (a: Texts, b: Texts) -> Bool {
      a === b
        || a.camera == b.camera && a.lens == b.lens && a.keywords == b.keywords
          && a.place == b.place
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(camera)
      hasher.combine(lens)
      hasher.combine(keywords)
      hasher.combine(place)
    }
  }

  public var stamp: Stamp
  var texts = Texts.none
  /// The value of ``taken``; minus infinity for no date.
  private var storedTaken = -Double.infinity
  /// The inode number of the photo's file; 0 where it is unknown, or where the file system gives a
  /// file another one after a while.
  public var inode: UInt64 = 0
  // Small numbers side by side: a large library has a hundred thousand of these values.
  private var storedRating = Int8.min
  private var storedOrientation: UInt8 = 0
  /// The flag: 0 for none, 1 for a picked photo, 2 for a rejected one.
  public var flag: UInt8 = 0
  /// The colour label: 0 for none, 1 red, 2 yellow, 3 green, 4 blue, 5 purple.
  public var label: UInt8 = 0
  /// Whether the facts were read by the small EXIF reader, because libgexiv2 was not installed.
  public var isBasic = false
  private var storedSequence: Int32 = 0
  private var storedWidth: Int32 = 0
  private var storedHeight: Int32 = 0

  /// The camera's maker and model; empty for none.
  public var camera: String {
    get { texts.camera }
    set { texts = Texts(camera: newValue, lens: lens, keywords: keywords, place: place) }
  }
  /// The lens; empty for none.
  public var lens: String {
    get { texts.lens }
    set { texts = Texts(camera: camera, lens: newValue, keywords: keywords, place: place) }
  }
  /// The keywords, separated by line feeds; empty for none.
  public var keywords: String {
    get { texts.keywords }
    set { texts = Texts(camera: camera, lens: lens, keywords: newValue, place: place) }
  }
  /// The names of the place, from the smallest to the largest, separated by line feeds.
  public var place: String {
    get { texts.place }
    set { texts = Texts(camera: camera, lens: lens, keywords: keywords, place: newValue) }
  }
  /// The date taken on the camera's clock, in seconds since 1970-01-01 00:00 of that clock,
  /// regardless of its time zone; nil when the file has none, and for a value that is not finite.
  public var taken: Double? {
    get { storedTaken.isFinite ? storedTaken : nil }
    set { storedTaken = newValue.flatMap { $0.isFinite ? $0 : nil } ?? -.infinity }
  }
  /// The rating: 1 to 5 stars, 0 for unrated, −1 for rejected; nil when the file has none. Other
  /// numbers are clamped.
  public var rating: Int? {
    get { storedRating == .min ? nil : Int(storedRating) }
    set { storedRating = newValue.map { Int8(min(max($0, -1), 5)) } ?? .min }
  }
  /// The number of the photo in its burst, or in the camera's count of photos; 0 for unknown.
  public var sequence: Int {
    get { Int(storedSequence) }
    set { storedSequence = Int32(clamping: newValue) }
  }
  /// The width of the stored picture in pixels, before its orientation is applied; 0 for unknown.
  public var width: Int {
    get { Int(storedWidth) }
    set { storedWidth = Int32(clamping: newValue) }
  }
  /// The height of the stored picture in pixels, before its orientation is applied; 0 for unknown.
  public var height: Int {
    get { Int(storedHeight) }
    set { storedHeight = Int32(clamping: newValue) }
  }
  /// The orientation as the value 1 to 8 of EXIF tag 0x0112; 0 for unknown.
  public var orientation: Int {
    get { Int(storedOrientation) }
    set { storedOrientation = UInt8(clamping: newValue) }
  }

  /// Whether the facts are those of a file with an inode number; 0 is that of an unknown one.
  public func isOfFile(inode: UInt64) -> Bool {
    inode == self.inode || inode == 0 || self.inode == 0
  }

  public init(stamp: Stamp, taken: Double? = nil) {
    self.stamp = stamp
    self.taken = taken
  }
}
