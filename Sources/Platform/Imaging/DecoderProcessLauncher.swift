package import DecoderWire
package import HelperProcesses

/// The executable of the helpers that decode pictures.
package enum DecoderProgram {
  /// Finds the executable `pbview-decoder`: see ``HelperProgram/find(_:environmentVariable:)``.
  ///
  /// - Throws: `.noDecoder`, with the path at which it was expected.
  package static func find() throws(DecodeFailure) -> HelperProgram {
    do throws(HelperStartFailure) {
      return try HelperProgram.find("pbview-decoder", environmentVariable: "PBVIEW_DECODER")
    } catch {
      throw DecodeFailure(.noDecoder, detail: error.detail)
    }
  }
}

/// The launcher of `pbview-decoder` processes; tests have launchers without processes.
@MainActor
package final class DecoderProcessLauncher: DecoderLauncher {
  /// Called after a helper has crashed, for logging. Default: nil.
  package var onCrash: (@MainActor (HelperCrash) -> Void)?

  private let loop: any DescriptorWatching
  private let showsErrors: Bool
  private var program: HelperProgram?
  private var preparedProcess: HelperProcess?

  /// Makes a launcher.
  ///
  /// - Parameters:
  ///   - loop: The event loop that watches the helpers' sockets.
  ///   - showsErrors: Whether the helpers write to the viewer's standard error. Default: false.
  ///   - program: The executable; nil finds it at the first launch.
  package init(
    loop: any DescriptorWatching, showsErrors: Bool = false, program: HelperProgram? = nil
  ) {
    self.loop = loop
    self.program = program
    self.showsErrors = showsErrors
  }

  /// Starts in advance the process that the next launch returns, unless that launch asks for all
  /// formats. A failure is ignored here and thrown by that launch.
  package func startInAdvance() {
    if preparedProcess == nil { preparedProcess = try? start(loadsAllLibraries: false) }
  }

  /// Returns the process that ``startInAdvance()`` has started, or starts one.
  ///
  /// - Throws: `.noDecoder` when the executable is missing or cannot be started.
  package func launch(loadsAllLibraries: Bool) throws(DecodeFailure) -> any DecoderTransport {
    guard let preparedProcess, !loadsAllLibraries else {
      return try start(loadsAllLibraries: loadsAllLibraries)
    }
    self.preparedProcess = nil
    return preparedProcess
  }

  private func start(loadsAllLibraries: Bool) throws(DecodeFailure) -> HelperProcess {
    let program = try foundProgram()
    do throws(HelperStartFailure) {
      return try HelperProcess(
        program, arguments: loadsAllLibraries ? ["--all-formats"] : [], showsErrors: showsErrors,
        maxMessageBytes: DecoderWireFormat.maxMessageBytes, loop: loop
      ) { [weak self] in self?.onCrash?($0) }
    } catch {
      throw DecodeFailure(.noDecoder, detail: error.detail)
    }
  }

  private func foundProgram() throws(DecodeFailure) -> HelperProgram {
    if let program { return program }
    let found = try DecoderProgram.find()
    program = found
    return found
  }
}
