import ArchiveReading
import ArchiveWire
import DecoderWire
import Decoding

/// The reader of PDF and DjVu documents for the archive service: each page is an entry of the
/// archive.
enum DocumentPages {
  /// The functions that list the pages of documents, whose libraries are loaded by the call.
  static var libraries: ArchiveService.Libraries {
    DocumentListing.loadLibraries()
    return .forDocuments { bytes in
      do throws(DecodeFailure) {
        let (suffix, count) = try DocumentListing.pages(of: bytes)
        return .success((0..<count).map { ArchiveName.pageName($0, of: count, suffix: suffix) })
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
