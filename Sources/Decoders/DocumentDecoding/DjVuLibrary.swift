import CDjVu
import Glibc
import RuntimeLibraries

/// The functions of `ddjvuapi.h` of libdjvulibre, which is loaded for the first DjVu document.
///
/// The type is Sendable because it is immutable: the pointers are to code.
package struct DjVuLibrary: @unchecked Sendable {
  private let createContext: @convention(c) (UnsafePointer<CChar>) -> OpaquePointer?
  let releaseContext: @convention(c) (OpaquePointer) -> Void
  /// Makes a document whose bytes are then written to its stream 0. The last argument is 1 to cache
  /// decoded pages.
  let makeDocument: @convention(c) (OpaquePointer, UnsafePointer<CChar>?, Int32) -> OpaquePointer?
  let writeStream: @convention(c) (OpaquePointer, Int32, UnsafePointer<CChar>?, UInt) -> Void
  /// Ends a stream of a document; the last argument is 1 when its bytes are not available.
  let closeStream: @convention(c) (OpaquePointer, Int32, Int32) -> Void
  let documentJob: @convention(c) (OpaquePointer) -> OpaquePointer
  let pageJob: @convention(c) (OpaquePointer) -> OpaquePointer
  let jobStatus: @convention(c) (OpaquePointer) -> Int32
  let releaseJob: @convention(c) (OpaquePointer) -> Void
  let pageCount: @convention(c) (OpaquePointer) -> Int32
  /// Stores the size and other numbers of a page at the pointer; the last argument is the size of
  /// the structure in bytes.
  let pageInfo:
    @convention(c) (OpaquePointer, Int32, UnsafeMutablePointer<DjVuPageInfo>, UInt32) -> Int32
  let makePage: @convention(c) (OpaquePointer, Int32) -> OpaquePointer?
  let pageWidth: @convention(c) (OpaquePointer) -> Int32
  let pageHeight: @convention(c) (OpaquePointer) -> Int32
  let renderPage:
    @convention(c) (
      OpaquePointer, Int32, UnsafePointer<DjVuRect>, UnsafePointer<DjVuRect>, OpaquePointer, UInt,
      UnsafeMutablePointer<CChar>
    ) -> Int32
  let makePixelFormat: @convention(c) (Int32, Int32, UnsafeMutablePointer<UInt32>) -> OpaquePointer?
  let setRowOrder: @convention(c) (OpaquePointer, Int32) -> Void
  let setYDirection: @convention(c) (OpaquePointer, Int32) -> Void
  let releasePixelFormat: @convention(c) (OpaquePointer) -> Void
  let waitForMessage: @convention(c) (OpaquePointer) -> UnsafeRawPointer?
  let peekMessage: @convention(c) (OpaquePointer) -> UnsafeRawPointer?
  let popMessage: @convention(c) (OpaquePointer) -> Void

  /// The functions of libdjvulibre, which the first access loads; nil when libdjvulibre is not
  /// installed.
  package static let shared = try? DjVuLibrary()

  private init() throws(RuntimeLibrary.Missing) {
    let library = try RuntimeLibrary("libdjvulibre.so.21")
    createContext = try library.function("ddjvu_context_create")
    releaseContext = try library.function("ddjvu_context_release")
    makeDocument = try library.function("ddjvu_document_create")
    writeStream = try library.function("ddjvu_stream_write")
    closeStream = try library.function("ddjvu_stream_close")
    documentJob = try library.function("ddjvu_document_job")
    pageJob = try library.function("ddjvu_page_job")
    jobStatus = try library.function("ddjvu_job_status")
    releaseJob = try library.function("ddjvu_job_release")
    pageCount = try library.function("ddjvu_document_get_pagenum")
    pageInfo = try library.function("ddjvu_document_get_pageinfo_imp")
    makePage = try library.function("ddjvu_page_create_by_pageno")
    pageWidth = try library.function("ddjvu_page_get_width")
    pageHeight = try library.function("ddjvu_page_get_height")
    renderPage = try library.function("ddjvu_page_render")
    makePixelFormat = try library.function("ddjvu_format_create")
    setRowOrder = try library.function("ddjvu_format_set_row_order")
    setYDirection = try library.function("ddjvu_format_set_y_direction")
    releasePixelFormat = try library.function("ddjvu_format_release")
    waitForMessage = try library.function("ddjvu_message_wait")
    peekMessage = try library.function("ddjvu_message_peek")
    popMessage = try library.function("ddjvu_message_pop")
    // The first context reads the texts of messages from files, which a confined process cannot do.
    if let context = makeContext() { releaseContext(context) }
  }

  /// Makes a context of the library; nil without memory.
  func makeContext() -> OpaquePointer? {
    // The library sets the locale of the process to that of the environment; other libraries would
    // then read numbers with a decimal comma.
    let locale = setlocale(LC_ALL, nil).map { String(cString: $0) }
    defer { if let locale { setlocale(LC_ALL, locale) } }
    return createContext("pbview")
  }
}
