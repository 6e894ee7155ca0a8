import CGio
import RuntimeLibraries

/// The functions of GIO about applications, opened when a file is opened with another program.
nonisolated final class ApplicationLibrary: Sendable {
  typealias Failure = GLibLibrary.Failure
  /// A GAppInfo.
  typealias Application = OpaquePointer
  typealias List = UnsafeMutablePointer<GList>

  let gio: GioLibrary

  /// The content type of a file name. Arguments: the name, bytes and their number, and the location
  /// of a flag. The result must be freed.
  let guessType:
    @convention(c) (
      UnsafePointer<CChar>?, UnsafePointer<UInt8>?, UInt, UnsafeMutablePointer<gboolean>?
    ) -> UnsafeMutablePointer<CChar>?
  /// The default application of a type; must be released.
  let defaultForType: @convention(c) (UnsafePointer<CChar>, gboolean) -> Application?
  /// The applications of a type. The list must be freed, and its elements released.
  let allForType: @convention(c) (UnsafePointer<CChar>) -> List?
  /// All applications. The list must be freed, and its elements released.
  let all: @convention(c) () -> List?
  /// The application of a desktop file ID; must be released.
  let application: @convention(c) (UnsafePointer<CChar>) -> Application?
  /// The ID of an application's desktop file; owned by the application.
  let id: @convention(c) (Application) -> UnsafePointer<CChar>?
  /// The name in the user's language; owned by the application.
  let name: @convention(c) (Application) -> UnsafePointer<CChar>?
  let shouldShow: @convention(c) (Application) -> gboolean
  /// The content types in the desktop file, ended by nil; owned by the application.
  let types: @convention(c) (Application) -> UnsafeMutablePointer<UnsafePointer<CChar>?>?
  /// Starts an application with a list of URIs, and a context.
  let launch: @convention(c) (Application, List?, OpaquePointer?, Failure?) -> gboolean
  let makeContext: @convention(c) () -> OpaquePointer?
  /// Sets a variable of the environment of started applications.
  let setVariable:
    @convention(c) (OpaquePointer, UnsafePointer<CChar>, UnsafePointer<CChar>) -> Void
  /// Adds an element at the end; the result is the new list.
  let append: @convention(c) (List?, UnsafeMutableRawPointer?) -> List?
  let freeList: @convention(c) (List?) -> Void

  /// The library, or the error that it is not installed.
  static let shared = Result { () throws(GLibFailure) in try ApplicationLibrary() }

  private init() throws(GLibFailure) {
    do throws(RuntimeLibrary.Missing) {
      let library = try RuntimeLibrary("libgio-2.0.so.0")
      guessType = try library.function("g_content_type_guess")
      defaultForType = try library.function("g_app_info_get_default_for_type")
      allForType = try library.function("g_app_info_get_all_for_type")
      all = try library.function("g_app_info_get_all")
      application = try library.function("g_desktop_app_info_new")
      id = try library.function("g_app_info_get_id")
      name = try library.function("g_app_info_get_display_name")
      shouldShow = try library.function("g_app_info_should_show")
      types = try library.function("g_app_info_get_supported_types")
      launch = try library.function("g_app_info_launch_uris")
      makeContext = try library.function("g_app_launch_context_new")
      setVariable = try library.function("g_app_launch_context_setenv")
      append = try library.function("g_list_append")
      freeList = try library.function("g_list_free")
    } catch {
      throw GLibFailure(error)
    }
    gio = try GioLibrary.shared.get()
  }
}
