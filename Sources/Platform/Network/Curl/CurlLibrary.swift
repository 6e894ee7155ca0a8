import CCurl
import RuntimeLibraries

/// The functions of libcurl, a library that is loaded for the first web address.
nonisolated final class CurlLibrary {
  let easyInit: @convention(c) () -> UnsafeMutableRawPointer?
  let easyCleanup: @convention(c) (UnsafeMutableRawPointer?) -> Void
  private let easyErrorText: @convention(c) (CURLcode) -> UnsafePointer<CChar>?
  let appendToList:
    @convention(c) (UnsafeMutablePointer<curl_slist>?, UnsafePointer<CChar>?)
      -> UnsafeMutablePointer<curl_slist>?
  let freeList: @convention(c) (UnsafeMutablePointer<curl_slist>?) -> Void
  let multiInit: @convention(c) () -> UnsafeMutableRawPointer?
  let multiCleanup: @convention(c) (UnsafeMutableRawPointer?) -> CURLMcode
  let multiAdd: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> CURLMcode
  let multiRemove: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> CURLMcode
  let multiSocketAction:
    @convention(c) (
      UnsafeMutableRawPointer?, curl_socket_t, CInt, UnsafeMutablePointer<CInt>?
    ) -> CURLMcode
  let multiInfoRead:
    @convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<CInt>?)
      -> UnsafeMutablePointer<CURLMsg>?
  /// The address of `curl_easy_setopt`, which has variable arguments and is called through C code,
  /// as are the next two functions.
  let easySetopt: UnsafeMutableRawPointer
  let multiSetopt: UnsafeMutableRawPointer
  let easyGetinfo: UnsafeMutableRawPointer

  /// Loads libcurl and initialises the library.
  ///
  /// - Throws: `.noLibrary` when libcurl is not installed or lacks a function.
  init() throws(NetworkFailure) {
    let globalInit: @convention(c) (CLong) -> CURLcode
    do throws(RuntimeLibrary.Missing) {
      let library = try RuntimeLibrary("libcurl.so.4")
      globalInit = try library.function("curl_global_init")
      easyInit = try library.function("curl_easy_init")
      easyCleanup = try library.function("curl_easy_cleanup")
      easyErrorText = try library.function("curl_easy_strerror")
      appendToList = try library.function("curl_slist_append")
      freeList = try library.function("curl_slist_free_all")
      multiInit = try library.function("curl_multi_init")
      multiCleanup = try library.function("curl_multi_cleanup")
      multiAdd = try library.function("curl_multi_add_handle")
      multiRemove = try library.function("curl_multi_remove_handle")
      multiSocketAction = try library.function("curl_multi_socket_action")
      multiInfoRead = try library.function("curl_multi_info_read")
      easySetopt = try library.address("curl_easy_setopt")
      multiSetopt = try library.address("curl_multi_setopt")
      easyGetinfo = try library.address("curl_easy_getinfo")
    } catch {
      throw .noLibrary
    }
    guard globalInit(CLong(CURL_GLOBAL_DEFAULT)) == CURLE_OK else { throw .noLibrary }
  }

  /// The message of libcurl for one of its error codes.
  func message(for code: CURLcode) -> String {
    easyErrorText(code).map { String(cString: $0) } ?? "error \(code.rawValue)"
  }
}
