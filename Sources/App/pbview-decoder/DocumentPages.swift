import ArchiveReading
import ArchiveWire
import DecoderWire
import Decoding

/// The reader of PDF and DjVu documents for the archive service: each page is an entry of the
/// archive.
enum DocumentPages {
  /// The libraries for documents. An access loads them, which is possible only before the process
  /// is confined.
  static var libraries: ArchiveService.Libraries {
    DocumentListing.loadLibraries()
    return .documents { bytes in
      do throws(DecodeFailure) {
        let (suffix, count) = try DocumentListing.pages(of: bytes)
        return .success((0..<count).map { ArchiveName.page($0, of: count, suffix: suffix) })
      } catch {
        return .failure(failure(error))
      }
    }
  }

  private static func failure(_ failure: DecodeFailure) -> ArchiveFailure {
    switch failure.kind {
    case .missingLoader: ArchiveFailure(.noDocumentLibrary, detail: failure.detail)
    case .unsupported: ArchiveFailure(.documentEncrypted)
    default: ArchiveFailure(.documentDamaged, detail: failure.detail)
    }
  }
}
