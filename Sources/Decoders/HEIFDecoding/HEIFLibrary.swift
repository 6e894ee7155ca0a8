import CHEIF
import RuntimeLibraries

/// The functions of libheif that decode; the library is loaded for the first HEIC or AVIF file.
///
/// The type is Sendable because it is immutable: the pointers are to code.
package struct HEIFLibrary: @unchecked Sendable {
  typealias Context = OpaquePointer
  typealias Handle = OpaquePointer
  typealias Image = OpaquePointer
  /// The identifier of an item in a file.
  typealias Item = UInt32

  let makeContext: @convention(c) () -> Context?
  let freeContext: @convention(c) (Context) -> Void
  /// Parses the boxes of a file in memory, which must outlive the context.
  let readFromMemory: @convention(c) (Context, UnsafeRawPointer?, Int, OpaquePointer?) -> HEIFError
  let setThreads: @convention(c) (Context, Int32) -> Void
  let imageCount: @convention(c) (Context) -> Int32
  let listImages: @convention(c) (Context, UnsafeMutablePointer<Item>, Int32) -> Int32
  let readPrimaryItem: @convention(c) (Context, UnsafeMutablePointer<Item>) -> HEIFError
  let makeHandle: @convention(c) (Context, Item, UnsafeMutablePointer<Handle?>) -> HEIFError
  let freeHandle: @convention(c) (Handle) -> Void
  /// The width of a picture in pixels, after its transformations.
  let width: @convention(c) (Handle) -> Int32
  /// The height of a picture in pixels, after its transformations.
  let height: @convention(c) (Handle) -> Int32
  let isPremultiplied: @convention(c) (Handle) -> Int32
  let thumbnailCount: @convention(c) (Handle) -> Int32
  let thumbnails: @convention(c) (Handle, UnsafeMutablePointer<Item>, Int32) -> Int32
  let thumbnail: @convention(c) (Handle, Item, UnsafeMutablePointer<Handle?>) -> HEIFError
  /// Decodes a picture to a colour space and chroma format, and transforms it.
  let decode:
    @convention(c) (Handle, UnsafeMutablePointer<Image?>, Int32, Int32, OpaquePointer?) -> HEIFError
  let freeImage: @convention(c) (Image) -> Void
  let colorSpace: @convention(c) (Image) -> Int32
  let chroma: @convention(c) (Image) -> Int32
  let planeWidth: @convention(c) (Image, Int32) -> Int32
  let planeHeight: @convention(c) (Image, Int32) -> Int32
  /// The number of bits of a sample in a plane; above eight, a sample has two bytes.
  let bitsPerSample: @convention(c) (Image, Int32) -> Int32
  let plane: @convention(c) (Image, Int32, UnsafeMutablePointer<Int32>) -> UnsafePointer<UInt8>?
  /// Stores the code points (nclx) of an image at the pointer: those of its item, else those of its
  /// bit stream.
  let codedColors:
    @convention(c) (Image, UnsafeMutablePointer<UnsafeMutablePointer<HEIFCodedColors>?>) ->
      HEIFError
  let freeCodedColors: @convention(c) (UnsafeMutablePointer<HEIFCodedColors>) -> Void

  /// The functions of libheif, which the first access loads; nil when libheif is not installed.
  package static let shared = try? HEIFLibrary()

  private init() throws(RuntimeLibrary.Missing) {
    let library = try RuntimeLibrary("libheif.so.1")
    makeContext = try library.function("heif_context_alloc")
    freeContext = try library.function("heif_context_free")
    readFromMemory = try library.function("heif_context_read_from_memory_without_copy")
    setThreads = try library.function("heif_context_set_max_decoding_threads")
    imageCount = try library.function("heif_context_get_number_of_top_level_images")
    listImages = try library.function("heif_context_get_list_of_top_level_image_IDs")
    readPrimaryItem = try library.function("heif_context_get_primary_image_ID")
    makeHandle = try library.function("heif_context_get_image_handle")
    freeHandle = try library.function("heif_image_handle_release")
    width = try library.function("heif_image_handle_get_width")
    height = try library.function("heif_image_handle_get_height")
    isPremultiplied = try library.function("heif_image_handle_is_premultiplied_alpha")
    thumbnailCount = try library.function("heif_image_handle_get_number_of_thumbnails")
    thumbnails = try library.function("heif_image_handle_get_list_of_thumbnail_IDs")
    thumbnail = try library.function("heif_image_handle_get_thumbnail")
    decode = try library.function("heif_decode_image")
    freeImage = try library.function("heif_image_release")
    colorSpace = try library.function("heif_image_get_colorspace")
    chroma = try library.function("heif_image_get_chroma_format")
    planeWidth = try library.function("heif_image_get_width")
    planeHeight = try library.function("heif_image_get_height")
    bitsPerSample = try library.function("heif_image_get_bits_per_pixel_range")
    plane = try library.function("heif_image_get_plane_readonly")
    codedColors = try library.function("heif_image_get_nclx_color_profile")
    freeCodedColors = try library.function("heif_nclx_color_profile_free")
    // Newer releases load the codecs as plug-ins in this call; in a confined process they could not
    // be loaded.
    let initialize: @convention(c) (OpaquePointer?) -> HEIFError = try library.function("heif_init")
    _ = initialize(nil)
  }
}
