import CGExiv2
import RuntimeLibraries

/// The functions of libgexiv2, which is loaded for the first request of metadata. In its
/// documentation, an EXIF, IPTC or XMP property is called a tag, with a name like
/// `Exif.Photo.FNumber`.
///
/// The functions are not thread-safe: libgexiv2 initialises the XMP toolkit without a lock. The
/// type is Sendable because it is immutable: the pointers are to code.
struct GExiv2Library: @unchecked Sendable {
  typealias Object = UnsafeMutableRawPointer
  typealias Text = UnsafeMutablePointer<CChar>
  /// The address of a `GError *`; nil to ignore the error.
  typealias ErrorLocation = UnsafeMutableRawPointer

  let makeMetadata: @convention(c) () -> Object?
  /// Parses bytes, which must stay valid while the object is used; it returns 0 on failure.
  let open: @convention(c) (Object, UnsafePointer<UInt8>?, Int, ErrorLocation?) -> Int32
  /// The value of a tag as text, which the caller frees with ``free``; nil without the tag.
  let tagText: @convention(c) (Object, UnsafePointer<CChar>, ErrorLocation?) -> Text?
  /// The value of a tag in words for people, which the caller frees with ``free``; nil without the
  /// tag.
  let interpretedString: @convention(c) (Object, UnsafePointer<CChar>, ErrorLocation?) -> Text?
  /// The values of a repeatable tag, which the caller frees with ``freeStrings``; nil without the
  /// tag.
  let tagTexts:
    @convention(c) (Object, UnsafePointer<CChar>, ErrorLocation?) -> UnsafeMutablePointer<Text?>?
  /// Stores the numerator and denominator of a rational EXIF tag at the pointers; it returns 0
  /// without the tag.
  let readRationalTag:
    @convention(c) (
      Object, UnsafePointer<CChar>, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>,
      ErrorLocation?
    ) -> Int32
  /// A function that stores a GPS coordinate at the pointer; it returns 0 when the file has none.
  typealias CoordinateGetter =
    @convention(c) (Object, UnsafeMutablePointer<Double>, ErrorLocation?) -> Int32
  let longitude: CoordinateGetter
  let latitude: CoordinateGetter
  let altitude: CoordinateGetter
  /// The width of the picture in pixels; 0 when it is unknown.
  let pixelWidth: @convention(c) (Object) -> Int32
  /// The height of the picture in pixels; 0 when it is unknown.
  let pixelHeight: @convention(c) (Object) -> Int32
  /// Removes the EXIF thumbnail.
  let eraseThumbnail: @convention(c) (Object, ErrorLocation?) -> Void
  /// Removes the GPS tags of EXIF and XMP.
  let deletePlace: @convention(c) (Object, ErrorLocation?) -> Void
  /// Removes a tag; it returns 0 when the file has no such tag.
  let clearTag: @convention(c) (Object, UnsafePointer<CChar>, ErrorLocation?) -> Int32
  /// Sets a tag to a text, which an existing tag converts to its own type; it returns 0 on failure.
  let setText:
    @convention(c) (Object, UnsafePointer<CChar>, UnsafePointer<CChar>, ErrorLocation?) -> Int32
  /// The names of the EXIF tags of the file, which the caller frees with ``freeStrings``.
  let exifTags: @convention(c) (Object) -> UnsafeMutablePointer<Text?>?
  /// The names of the XMP tags of the file, which the caller frees with ``freeStrings``.
  let xmpTags: @convention(c) (Object) -> UnsafeMutablePointer<Text?>?
  /// The EXIF tags as a TIFF structure in a `GBytes`, which the caller releases with
  /// ``releaseBytes``, in the given byte order; nil when the file has none.
  let exifData: @convention(c) (Object, Int32, ErrorLocation?) -> UnsafeMutableRawPointer?
  /// The XMP properties as a packet, which the caller frees with ``free``; the arguments are
  /// options and a number of padding bytes.
  let makePacket: @convention(c) (Object, Int32, UInt32, ErrorLocation?) -> Text?
  /// The function `g_bytes_get_data`: the address of the bytes of a `GBytes`, whose number it
  /// stores at the pointer.
  let bytesData:
    @convention(c) (UnsafeMutableRawPointer, UnsafeMutablePointer<Int>) -> UnsafeRawPointer?
  /// The function `g_bytes_unref`, which releases a `GBytes`.
  let releaseBytes: @convention(c) (UnsafeMutableRawPointer) -> Void
  /// The function `g_object_unref`, which releases a metadata object.
  let release: @convention(c) (Object) -> Void
  /// The function `g_free`, which frees a text.
  let free: @convention(c) (UnsafeMutableRawPointer?) -> Void
  /// The function `g_strfreev`, which frees an array of texts that ends with nil.
  let freeStrings: @convention(c) (UnsafeMutablePointer<Text?>?) -> Void

  /// The functions of libgexiv2, which the first access loads and initialises; nil when libgexiv2
  /// is not installed.
  static let shared = try? GExiv2Library()

  private init() throws(RuntimeLibrary.Missing) {
    let library = try RuntimeLibrary("libgexiv2.so.2", or: "libgexiv2-0.16.so.4")
    makeMetadata = try library.function("gexiv2_metadata_new")
    open = try library.function("gexiv2_metadata_open_buf")
    tagText = try library.function("gexiv2_metadata_try_get_tag_string")
    interpretedString = try library.function("gexiv2_metadata_try_get_tag_interpreted_string")
    tagTexts = try library.function("gexiv2_metadata_try_get_tag_multiple")
    readRationalTag = try library.function("gexiv2_metadata_try_get_exif_tag_rational")
    longitude = try library.function("gexiv2_metadata_try_get_gps_longitude")
    latitude = try library.function("gexiv2_metadata_try_get_gps_latitude")
    altitude = try library.function("gexiv2_metadata_try_get_gps_altitude")
    pixelWidth = try library.function("gexiv2_metadata_get_pixel_width")
    pixelHeight = try library.function("gexiv2_metadata_get_pixel_height")
    eraseThumbnail = try library.function("gexiv2_metadata_try_erase_exif_thumbnail")
    deletePlace = try library.function("gexiv2_metadata_try_delete_gps_info")
    clearTag = try library.function("gexiv2_metadata_try_clear_tag")
    setText = try library.function("gexiv2_metadata_try_set_tag_string")
    exifTags = try library.function("gexiv2_metadata_get_exif_tags")
    xmpTags = try library.function("gexiv2_metadata_get_xmp_tags")
    exifData = try library.function("gexiv2_metadata_get_exif_data")
    makePacket = try library.function("gexiv2_metadata_try_generate_xmp_packet")
    bytesData = try library.function("g_bytes_get_data")
    releaseBytes = try library.function("g_bytes_unref")
    release = try library.function("g_object_unref")
    free = try library.function("g_free")
    freeStrings = try library.function("g_strfreev")
    let setLevel: @convention(c) (Int32) -> Void = try library.function("gexiv2_log_set_level")
    let initialize: @convention(c) () -> Int32 = try library.function("gexiv2_initialize")
    setLevel(GEXIV2_LOG_LEVEL_MUTE)
    _ = initialize()
  }
}
