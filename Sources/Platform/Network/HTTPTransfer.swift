import CCurl
import CLinux
import Localization

/// An HTTP request and the part of its response that was received.
nonisolated final class HTTPTransfer {
  /// The conditions under which a request is made.
  struct Conditions {
    /// The record of the cached picture to revalidate; nil for an unconditional request.
    var entryToRevalidate: CacheEntry?
    /// The interrupted download to resume with a range request; nil for a request of the whole
    /// picture.
    var downloadToResume: (part: PartialFile, known: CacheEntry)?
  }
  /// The result of a transfer.
  enum Outcome {
    /// The whole picture was received.
    case complete(PartialFile)
    /// The cached picture is still valid (status 304).
    case unchanged
    /// The interrupted download is of another version than the picture on the server: the whole
    /// picture has to be requested.
    case versionMismatch
    case failed(NetworkFailure)
  }

  let easyHandle: UnsafeMutableRawPointer
  private(set) var conditions: Conditions
  private(set) var head: ResponseHead
  /// The file with the received bytes, and those of a resumed download before them; nil before the
  /// first byte.
  private(set) var part: PartialFile?
  /// The length of the whole picture in bytes; nil when the server does not send the length.
  private(set) var total: Int?
  /// The time at which data were received last, in seconds on the clock of ``now``.
  private(set) var lastReceiveTime = now

  private let address: WebAddress
  private let library: CurlLibrary
  private let configuration: WebConfiguration
  private let resumedByteCount: Int
  private var refusal: NetworkFailure?
  private var isVersionMismatch = false
  /// The offset after the last byte that a partial response has announced; nil for a whole
  /// response.
  private var rangeEnd: Int?
  private var unreportedBytes = 0
  private var headerBytes = 0
  private var headers: UnsafeMutablePointer<curl_slist>?
  /// The memory into which libcurl writes the message of an error.
  private let errorBuffer: UnsafeMutablePointer<CChar>

  /// The maximum size of all header fields in bytes, redirects included; usual responses have a
  /// thousand.
  private static let maxHeaderBytes = 128_000
  /// The maximum length in bytes of the address after a redirection; a longer one is not kept.
  private static let maxRedirectionBytes = 4000

  /// The time of the monotonic clock, in seconds.
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  init(
    _ address: WebAddress, _ conditions: Conditions, _ library: CurlLibrary,
    _ configuration: WebConfiguration
  ) throws(NetworkFailure) {
    guard let easyHandle = library.easyInit() else { throw .noLibrary }
    self.easyHandle = easyHandle
    self.conditions = conditions
    head = ResponseHead(maxBytes: configuration.maxBytes)
    resumedByteCount = conditions.downloadToResume?.part.byteCount ?? 0
    self.address = address
    self.library = library
    self.configuration = configuration
    errorBuffer = .allocate(capacity: Int(CURL_ERROR_SIZE))
    errorBuffer.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    guard setUp() else { throw .noLibrary }
  }

  deinit {
    library.easyCleanup(easyHandle)
    library.freeList(headers)
    errorBuffer.deallocate()
  }

  /// The number of received bytes, with those of a resumed download.
  var received: Int { part?.byteCount ?? conditions.downloadToResume?.part.byteCount ?? 0 }

  // MARK: Request

  /// Sets the options of the libcurl handle; false when libcurl lacks a required one.
  private func setUp() -> Bool {
    let owner = Unmanaged.passUnretained(self).toOpaque()
    set(CURLOPT_URL, address.text)
    set(CURLOPT_USERAGENT, configuration.userAgent)
    set(CURLOPT_NOSIGNAL, 1)
    set(CURLOPT_FOLLOWLOCATION, 1)
    set(CURLOPT_MAXREDIRS, configuration.maxRedirects)
    set(CURLOPT_FAILONERROR, 1)
    set(CURLOPT_CONNECTTIMEOUT_MS, Int(configuration.connectTimeout * 1000))
    // The field `Accept-Encoding: identity` asks for a body without content coding, because one
    // with a coding cannot be resumed. The option makes libcurl decode the body if a server uses
    // gzip all the same.
    set(CURLOPT_ACCEPT_ENCODING, "gzip")
    add("Accept-Encoding: identity")
    add("Accept: image/*,*/*;q=0.5")
    if let entry = conditions.entryToRevalidate { addConditionalHeaders(entry) }
    if let (part, known) = conditions.downloadToResume {
      add("Range: bytes=\(part.byteCount)-")
      add("If-Range: \(known.validator)")
    }
    pbview_curl_set_pointer(library.easySetopt, easyHandle, CURLOPT_HTTPHEADER, headers)
    pbview_curl_set_pointer(library.easySetopt, easyHandle, CURLOPT_ERRORBUFFER, errorBuffer)
    pbview_curl_set_size(
      library.easySetopt, easyHandle, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(configuration.maxBytes))
    pbview_curl_set_callback(library.easySetopt, easyHandle, CURLOPT_WRITEFUNCTION, Self.onBody)
    pbview_curl_set_pointer(library.easySetopt, easyHandle, CURLOPT_WRITEDATA, owner)
    pbview_curl_set_callback(library.easySetopt, easyHandle, CURLOPT_HEADERFUNCTION, Self.onHeader)
    pbview_curl_set_pointer(library.easySetopt, easyHandle, CURLOPT_HEADERDATA, owner)
    return restrictProtocols()
  }

  /// Restricts requests and redirects to HTTP and HTTPS; false when libcurl cannot do that.
  private func restrictProtocols() -> Bool {
    if set(CURLOPT_PROTOCOLS_STR, "http,https"), set(CURLOPT_REDIR_PROTOCOLS_STR, "http,https") {
      return true
    }
    // Before libcurl 7.85, the options 181 (`CURLOPT_PROTOCOLS`) and 182
    // (`CURLOPT_REDIR_PROTOCOLS`) take bit masks of protocols.
    return set(CURLoption(rawValue: 181), Int(CURLPROTO_HTTP | CURLPROTO_HTTPS))
      && set(CURLoption(rawValue: 182), Int(CURLPROTO_HTTP | CURLPROTO_HTTPS))
  }

  private func addConditionalHeaders(_ entry: CacheEntry) {
    if !entry.entityTag.isEmpty { add("If-None-Match: \(entry.entityTag)") }
    if !entry.lastModified.isEmpty { add("If-Modified-Since: \(entry.lastModified)") }
  }

  private func add(_ header: String) { headers = library.appendToList(headers, header) }

  @discardableResult
  private func set(_ option: CURLoption, _ value: Int) -> Bool {
    pbview_curl_set_number(library.easySetopt, easyHandle, option, value) == CURLE_OK
  }

  @discardableResult
  private func set(_ option: CURLoption, _ text: String) -> Bool {
    text.withCString {
      pbview_curl_set_pointer(library.easySetopt, easyHandle, option, $0) == CURLE_OK
    }
  }

  // MARK: Response

  private static let onHeader: curl_write_callback = { bytes, size, count, owner in
    take(bytes, size * count, owner) { $0.takeHeader($1) }
  }

  private static let onBody: curl_write_callback = { bytes, size, count, owner in
    take(bytes, size * count, owner) { $0.takeBody($1) }
  }

  /// Passes received data to `body`, which returns false to end the transfer: for libcurl, any
  /// result other than `count` means that.
  private static func take(
    _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ owner: UnsafeMutableRawPointer?,
    _ body: (HTTPTransfer, UnsafeRawBufferPointer) -> Bool
  ) -> Int {
    guard let owner else { return 0 }
    let transfer = Unmanaged<HTTPTransfer>.fromOpaque(owner).takeUnretainedValue()
    transfer.lastReceiveTime = now
    return body(transfer, UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
  }

  private func takeHeader(_ line: UnsafeRawBufferPointer) -> Bool {
    headerBytes += line.count
    guard headerBytes <= Self.maxHeaderBytes else { return refuse(.longHeader) }
    head.parse(line)
    return true
  }

  private func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    if part == nil, !beginBody() { return false }
    guard let part else { return false }
    let limit =
      head.isEncoded
      ? min(configuration.maxBytes, configuration.maxDecompressedBytes) : configuration.maxBytes
    // The size of a file is not negative, so that the differences in this function do not
    // overflow.
    guard bytes.count <= limit - part.byteCount else { return refuse(.tooLarge(limit)) }
    if let rangeEnd, bytes.count > rangeEnd - part.byteCount {
      isVersionMismatch = true
      return false
    }
    guard part.append(bytes) else { return refuse(.outOfSpace) }
    unreportedBytes += bytes.count
    return true
  }

  /// Checks the head of the response at the first byte of its body, and opens the file for the
  /// body; false when the transfer is to end.
  private func beginBody() -> Bool {
    head.redirection = redirection
    guard !head.isTooLarge else { return refuse(.tooLarge(configuration.maxBytes)) }
    if head.status == 206, let (resumed, known) = conditions.downloadToResume {
      guard head.continues(known, after: resumed.byteCount), let range = head.range else {
        isVersionMismatch = true
        return false
      }
      part = resumed
      rangeEnd = range.end
      total = range.total ?? (known.length > 0 ? known.length : range.end)
      return true
    }
    guard (200...203).contains(head.status) else { return refuse(.status(head.status)) }
    // The response is of another version, or the server knows no range requests: the interrupted
    // download is dropped.
    conditions.downloadToResume = nil
    total = head.isEncoded ? nil : head.length
    part = configuration.cache.map { $0.newPart(address, head) } ?? PartialFile.makeUnnamed()
    return part != nil || refuse(.outOfSpace)
  }

  /// The address that the response comes from, without user name and password, when the request
  /// was redirected; empty otherwise, and when the address is not ASCII.
  private var redirection: String {
    var count = 0
    pbview_curl_get_number(library.easyGetinfo, easyHandle, CURLINFO_REDIRECT_COUNT, &count)
    guard count > 0 else { return "" }
    var text: UnsafePointer<CChar>?
    pbview_curl_get_text(library.easyGetinfo, easyHandle, CURLINFO_EFFECTIVE_URL, &text)
    let found = text.flatMap { WebAddress(String(cString: $0)) }?.publicText ?? ""
    return found.utf8.count <= Self.maxRedirectionBytes && HeaderText.isPrintableASCII(found)
      ? found : ""
  }

  private func refuse(_ failure: NetworkFailure) -> Bool {
    refusal = failure
    return false
  }

  // MARK: End

  /// The result of the transfer that libcurl has ended with `code`.
  func outcome(_ code: CURLcode) -> Outcome {
    if isVersionMismatch { return .versionMismatch }
    if let refusal { return .failed(refusal) }
    if code == CURLE_HTTP_RETURNED_ERROR {
      let isVersionMismatch = head.status == 416 && conditions.downloadToResume != nil
      return isVersionMismatch ? .versionMismatch : .failed(.status(head.status))
    }
    guard code == CURLE_OK else { return .failed(failure(code)) }
    if head.status == 304, conditions.entryToRevalidate != nil { return .unchanged }
    guard let part else {
      return .failed((200...203).contains(head.status) ? .empty : .status(head.status))
    }
    if let total, part.byteCount < total {
      return .failed(.connectionLost(after: part.byteCount, of: total))
    }
    return .complete(part)
  }

  /// The received bytes with the record that is needed to resume the download; of an earlier
  /// interrupted download when this transfer has received none. Nil when there are no bytes, or no
  /// validator.
  var resumable: (part: PartialFile, known: CacheEntry)? {
    guard let part, part.byteCount > 0 else { return conditions.downloadToResume }
    // The partial response to a range request need not repeat the validators of the first one.
    if var known = conditions.downloadToResume?.known {
      known.length = total ?? known.length
      return (part, known)
    }
    guard !head.validator.isEmpty else { return nil }
    return (part, CacheEntry(address, fileName: "", length: total ?? 0, head, now: 0))
  }

  /// Whether the received bytes are kept for a later session: the download can be resumed, and the
  /// response may be stored and was not refused.
  var isWorthKeeping: Bool {
    refusal == nil && !isVersionMismatch && head.isStorable && resumable != nil
  }

  /// The file of the received bytes, or of the download to resume.
  var file: PartialFile? { part ?? conditions.downloadToResume?.part }

  /// The number of bytes received since the last call.
  func takeUnreportedBytes() -> Int {
    defer { unreportedBytes = 0 }
    return unreportedBytes
  }

  /// Whether this transfer itself received any bytes.
  var receivedNewBytes: Bool { (part?.byteCount ?? 0) > resumedByteCount }

  /// The failure of a transfer that the stall timeout has ended.
  var stallFailure: NetworkFailure {
    .stalled(configuration.stallTimeout, after: received, of: total)
  }

  private func failure(_ code: CURLcode) -> NetworkFailure {
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST:
      NetworkFailure(
        .unreachable,
        tr("there is no server {host}, or no way to ask for it", ["host": address.host]))
    case CURLE_COULDNT_RESOLVE_PROXY:
      NetworkFailure(.unreachable, tr("the proxy that is set for the web was not found"))
    case CURLE_COULDNT_CONNECT: NetworkFailure(.unreachable, connectionMessage)
    case CURLE_OPERATION_TIMEDOUT:
      .stalled(configuration.connectTimeout, after: received, of: total)
    case CURLE_TOO_MANY_REDIRECTS:
      NetworkFailure(
        .invalidResponse,
        tr("the server redirected more than {count} times", ["count": configuration.maxRedirects]))
    case CURLE_UNSUPPORTED_PROTOCOL:
      NetworkFailure(
        .invalidResponse, tr("the server redirected to an address that is not on the web"))
    case CURLE_FILESIZE_EXCEEDED: .tooLarge(configuration.maxBytes)
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR,
      CURLE_SSL_INVALIDCERTSTATUS:
      NetworkFailure(
        .unreachable,
        tr("the server's certificate is not valid ({reason})", ["reason": errorText(code)]))
    case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_SSL_ENGINE_INITFAILED:
      NetworkFailure(
        .unreachable,
        tr("no secure connection could be made ({reason})", ["reason": errorText(code)]))
    case CURLE_BAD_CONTENT_ENCODING:
      NetworkFailure(.invalidResponse, tr("the server's data cannot be decompressed"))
    case CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING,
      CURLE_HTTP2_STREAM, CURLE_HTTP2:
      .connectionLost(after: received, of: total)
    case CURLE_URL_MALFORMAT: NetworkFailure(.invalidResponse, tr("the address is invalid"))
    default:
      NetworkFailure(
        .invalidResponse, tr("the connection failed ({reason})", ["reason": errorText(code)]))
    }
  }

  private var connectionMessage: String {
    var number = 0
    pbview_curl_get_number(library.easyGetinfo, easyHandle, CURLINFO_OS_ERRNO, &number)
    return switch Int32(number) {
    case ECONNREFUSED: tr("the server refuses the connection")
    case ENETUNREACH, EHOSTUNREACH, ENETDOWN: tr("there is no route to the server")
    case ETIMEDOUT: tr("the server did not answer")
    default: tr("the server cannot be reached")
    }
  }

  /// The error message of libcurl for `code`, on one line.
  private func errorText(_ code: CURLcode) -> String {
    let own = String(cString: errorBuffer)
    let text = own.isEmpty ? library.message(for: code) : own
    return String(text.unicodeScalars.map { $0.value < 0x20 ? " " : Character($0) })
  }
}
