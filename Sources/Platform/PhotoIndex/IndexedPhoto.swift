/// The properties of a photo that the index stores, so that its file need not be read again.
public struct IndexedPhoto: Hashable, Sendable {
  /// The state of a photo's file and sidecar at the time when the stored properties were read.
  public struct Stamp: Hashable, Sendable {
    /// The modification time of the photo's file in nanoseconds since 1970.
    public var modified: Int64
    /// The size of the photo's file in bytes.
    public var size: Int64
    /// The modification time of the XMP sidecar in nanoseconds since 1970; 0 without a sidecar.
    public var sidecarModified: Int64

    public init(modified: Int64, size: Int64, sidecarModified: Int64 = 0) {
      self.modified = modified
      self.size = size
      self.sidecarModified = sidecarModified
    }
  }

  /// The texts about a photo, in an object that photos with equal texts can share.
  final class Texts: Hashable, Sendable {
    let camera: String
    let lens: String
    let keywords: String
    let place: String

    /// The value for a photo without any texts.
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
  /// The value of ``taken``; minus infinity for a photo without a date.
  private var storedTaken = -Double.infinity
  /// The inode number of the photo's file; 0 if unknown, or on a file system that changes the
  /// numbers of its files.
  public var inode: UInt64 = 0
  // The numbers with few bits are declared next to each other, so that they take little memory: a
  // large library has a hundred thousand photos.
  private var storedRating = Int8.min
  private var storedOrientation: UInt8 = 0
  /// The flag of the photo: 0 for none, 1 for picked, 2 for rejected.
  public var flag: UInt8 = 0
  /// The colour label of the photo: 0 for none, 1 red, 2 yellow, 3 green, 4 blue, 5 purple.
  public var label: UInt8 = 0
  /// Whether the properties were read by the small EXIF reader, because the library libgexiv2 was
  /// not installed.
  public var hasBasicMetadataOnly = false
  /// Whether the file has several frames; nil if that is unknown.
  public var isAnimated: Bool?
  private var storedSequence: Int32 = 0
  private var storedWidth: Int32 = 0
  private var storedHeight: Int32 = 0

  /// The maker and model of the camera; empty if unknown.
  public var camera: String {
    get { texts.camera }
    set { texts = Texts(camera: newValue, lens: lens, keywords: keywords, place: place) }
  }
  /// The name of the lens; empty if unknown.
  public var lens: String {
    get { texts.lens }
    set { texts = Texts(camera: camera, lens: newValue, keywords: keywords, place: place) }
  }
  /// The keywords of the photo, separated by line feeds; empty without any.
  public var keywords: String {
    get { texts.keywords }
    set { texts = Texts(camera: camera, lens: lens, keywords: newValue, place: place) }
  }
  /// The names of the place in the photo, from the smallest to the largest, separated by line
  /// feeds; empty without any.
  public var place: String {
    get { texts.place }
    set { texts = Texts(camera: camera, lens: lens, keywords: keywords, place: newValue) }
  }
  /// The time at which the photo was taken, by the camera's clock: in seconds since 1970-01-01
  /// 00:00 of that clock, regardless of its time zone. Nil for a file without that time; a value
  /// that is not finite becomes nil.
  public var taken: Double? {
    get { storedTaken.isFinite ? storedTaken : nil }
    set { storedTaken = newValue.flatMap { $0.isFinite ? $0 : nil } ?? -.infinity }
  }
  /// The rating of the photo: 1 to 5 stars, 0 for unrated, −1 for rejected; nil when its file and
  /// sidecar have none. Other numbers are clamped.
  public var rating: Int? {
    get { storedRating == .min ? nil : Int(storedRating) }
    set { storedRating = newValue.map { Int8(min(max($0, -1), 5)) } ?? .min }
  }
  /// The number of the photo in its burst, or in the camera's count of photos; 0 if unknown.
  public var sequence: Int {
    get { Int(storedSequence) }
    set { storedSequence = Int32(clamping: newValue) }
  }
  /// The width in pixels of the picture as stored, before its orientation is applied; 0 if unknown.
  public var width: Int {
    get { Int(storedWidth) }
    set { storedWidth = Int32(clamping: newValue) }
  }
  /// The height in pixels of the picture as stored, before its orientation is applied; 0 if
  /// unknown.
  public var height: Int {
    get { Int(storedHeight) }
    set { storedHeight = Int32(clamping: newValue) }
  }
  /// The orientation of the stored picture, as the value 1 to 8 of EXIF tag 0x0112; 0 if unknown.
  public var orientation: Int {
    get { Int(storedOrientation) }
    set { storedOrientation = UInt8(clamping: newValue) }
  }

  /// Whether the stored properties can be those of a file with the inode number `inode`: the
  /// numbers are equal, or one of them is unknown (0).
  public func isOfFile(inode: UInt64) -> Bool {
    inode == self.inode || inode == 0 || self.inode == 0
  }

  public init(stamp: Stamp, taken: Double? = nil) {
    self.stamp = stamp
    self.taken = taken
  }
}
