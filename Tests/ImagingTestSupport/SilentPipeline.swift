import DecoderWire
package import Imaging

extension ImagePipeline {
  /// A pipeline whose helper never answers, so that requests stay open.
  package static func silent(
    files: any FileQuerying = SynchronousFileQueries()
  ) -> ImagePipeline {
    ImagePipeline(
      configuration: ImagingConfiguration(), loop: StillLoop(), launcher: SilentLauncher(),
      files: files)
  }
}

/// Takes every request and never answers.
@MainActor final class SilentHelper: DecoderTransport {
  var onEvent: (@MainActor (TransportEvent) -> Void)?
  func send(_ message: [UInt8], descriptors: [Int32]) -> Bool { true }
  func end() {}
}

@MainActor final class SilentLauncher: DecoderLauncher {
  func launch(loadsAllLibraries: Bool) throws(DecodeFailure) -> any DecoderTransport {
    SilentHelper()
  }
}
