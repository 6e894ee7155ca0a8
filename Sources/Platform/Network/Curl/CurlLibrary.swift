import CCurl
import CLinux

/// libcurl, found when the first address is opened: who looks at files never pays for it.
nonisolated final class CurlLibrary {
  private static let name = "libcurl.so.4"

  let easyInit: @convention(c) () -> UnsafeMutableRawPointer?
  let easyCleanup: @convention(c) (UnsafeMutableRawPointer?) -> Void
  let easyWords: @convention(c) (CURLcode) -> UnsafePointer<CChar>?
  let appendToList:
    @convention(c) (UnsafeMutablePointer<curl_slist>?, UnsafePointer<CChar>?)
      -> UnsafeMutablePointer<curl_slist>?
  let freeList: @convention(c) (UnsafeMutablePointer<curl_slist>?) -> Void
  let multiInit: @convention(c) () -> UnsafeMutableRawPointer?
  let multiCleanup: @convention(c) (UnsafeMutableRawPointer?) -> CURLMcode
  let multiAdd: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> CURLMcode
  let multiRemove: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> CURLMcode
  let multiAct:
    @convention(c) (
      UnsafeMutableRawPointer?, curl_socket_t, CInt, UnsafeMutablePointer<CInt>?
    ) -> CURLMcode
  let multiRead:
    @convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<CInt>?)
      -> UnsafeMutablePointer<CURLMsg>?
  /// These take variable arguments and are called by the functions of the shim.
  let setEasy: UnsafeMutableRawPointer
  let setMulti: UnsafeMutableRawPointer
  let getInfo: UnsafeMutableRawPointer

  /// Loads the library and lets it set itself up.
  ///
  /// - Throws: `.noLibrary`.
  init() throws(NetworkFailure) {
    guard let handle = dlopen(Self.name, RTLD_NOW | RTLD_LOCAL) else { throw .noLibrary }
    func find(_ symbol: String) throws(NetworkFailure) -> UnsafeMutableRawPointer {
      guard let found = dlsym(handle, symbol) else { throw .noLibrary }
      return found
    }
    func function<F>(_ symbol: String) throws(NetworkFailure) -> F {
      unsafeBitCast(try find(symbol), to: F.self)
    }
    let start: @convention(c) (CLong) -> CURLcode = try function("curl_global_init")
    guard start(CLong(CURL_GLOBAL_DEFAULT)) == CURLE_OK else { throw .noLibrary }
    easyInit = try function("curl_easy_init")
    easyCleanup = try function("curl_easy_cleanup")
    easyWords = try function("curl_easy_strerror")
    appendToList = try function("curl_slist_append")
    freeList = try function("curl_slist_free_all")
    multiInit = try function("curl_multi_init")
    multiCleanup = try function("curl_multi_cleanup")
    multiAdd = try function("curl_multi_add_handle")
    multiRemove = try function("curl_multi_remove_handle")
    multiAct = try function("curl_multi_socket_action")
    multiRead = try function("curl_multi_info_read")
    setEasy = try find("curl_easy_setopt")
    setMulti = try find("curl_multi_setopt")
    getInfo = try find("curl_easy_getinfo")
  }

  /// The library's words for an error.
  func words(for code: CURLcode) -> String {
    easyWords(code).map { String(cString: $0) } ?? "error \(code.rawValue)"
  }
}
