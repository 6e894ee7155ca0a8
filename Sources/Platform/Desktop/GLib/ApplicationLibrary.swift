import CGio
import RuntimeLibraries

/// The functions of GIO that find and start applications, loaded when a file is opened with another
/// program for the first time.
nonisolated final class ApplicationLibrary: Sendable {
  typealias ErrorPointer = GLibLibrary.ErrorPointer
  /// A `GAppInfo *`.
  typealias Application = OpaquePointer
  typealias List = UnsafeMutablePointer<GList>

  let gio: GioLibrary

  /// `g_content_type_guess`: the media type of a file name. Arguments: the name, bytes of the file
  /// and their number, and the location of a flag. The caller frees the result.
  let guessType:
    @convention(c) (
      UnsafePointer<CChar>?, UnsafePointer<UInt8>?, UInt, UnsafeMutablePointer<gboolean>?
    ) -> UnsafeMutablePointer<CChar>?
  /// `g_app_info_get_default_for_type`: the default application of a media type; the caller
  /// releases it.
  let defaultForType: @convention(c) (UnsafePointer<CChar>, gboolean) -> Application?
  /// `g_app_info_get_all_for_type`: the applications of a media type. The caller frees the list and
  /// releases its elements.
  let allForType: @convention(c) (UnsafePointer<CChar>) -> List?
  /// `g_app_info_get_all`: all applications. The caller frees the list and releases its elements.
  let allApplications: @convention(c) () -> List?
  /// `g_desktop_app_info_new`: the application with a desktop file ID; the caller releases it.
  let makeApplication: @convention(c) (UnsafePointer<CChar>) -> Application?
  /// `g_app_info_get_id`: the ID of an application's desktop file; owned by the application.
  let id: @convention(c) (Application) -> UnsafePointer<CChar>?
  /// `g_app_info_get_display_name`: the name of an application in the user's language; owned by the
  /// application.
  let name: @convention(c) (Application) -> UnsafePointer<CChar>?
  let shouldShow: @convention(c) (Application) -> gboolean
  /// `g_app_info_get_supported_types`: the media types in an application's desktop file, ended by
  /// nil; owned by the application.
  let types: @convention(c) (Application) -> UnsafeMutablePointer<UnsafePointer<CChar>?>?
  /// `g_app_info_launch_uris`: starts an application with a list of URIs and a launch context.
  let launch: @convention(c) (Application, List?, OpaquePointer?, ErrorPointer?) -> gboolean
  let makeContext: @convention(c) () -> OpaquePointer?
  /// `g_app_launch_context_setenv`: sets an environment variable of the applications that are
  /// started with a launch context.
  let setVariable:
    @convention(c) (OpaquePointer, UnsafePointer<CChar>, UnsafePointer<CChar>) -> Void
  /// `g_list_append`: adds an element at the end of a list; the result is the new list.
  let appendToList: @convention(c) (List?, UnsafeMutableRawPointer?) -> List?
  let freeList: @convention(c) (List?) -> Void

  /// The functions of GIO, or the error that GIO is not installed.
  static let shared = Result { () throws(GLibFailure) in try ApplicationLibrary() }

  private init() throws(GLibFailure) {
    do throws(RuntimeLibrary.Missing) {
      let library = try RuntimeLibrary("libgio-2.0.so.0")
      guessType = try library.function("g_content_type_guess")
      defaultForType = try library.function("g_app_info_get_default_for_type")
      allForType = try library.function("g_app_info_get_all_for_type")
      allApplications = try library.function("g_app_info_get_all")
      makeApplication = try library.function("g_desktop_app_info_new")
      id = try library.function("g_app_info_get_id")
      name = try library.function("g_app_info_get_display_name")
      shouldShow = try library.function("g_app_info_should_show")
      types = try library.function("g_app_info_get_supported_types")
      launch = try library.function("g_app_info_launch_uris")
      makeContext = try library.function("g_app_launch_context_new")
      setVariable = try library.function("g_app_launch_context_setenv")
      appendToList = try library.function("g_list_append")
      freeList = try library.function("g_list_free")
    } catch {
      throw GLibFailure(error)
    }
    gio = try GioLibrary.shared.get()
  }
}
