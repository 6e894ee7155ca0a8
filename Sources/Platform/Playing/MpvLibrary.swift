import CMpv
public import ClipWire
import RuntimeLibraries

/// The functions of libmpv, looked up at run time: the player can be built and started without
/// libmpv, and reports to the viewer that it is missing.
public struct MpvLibrary: Sendable {
  let create: mpv_create_function
  let initialize: mpv_initialize_function
  let setOption: mpv_set_option_string_function
  let setProperty: mpv_set_property_string_function
  let getProperty: mpv_get_property_function
  let free: mpv_free_function
  let observe: mpv_observe_property_function
  let command: mpv_command_async_function
  let waitEvent: mpv_wait_event_function
  let setWakeup: mpv_set_wakeup_callback_function
  let addHook: mpv_hook_add_function
  let continueHook: mpv_hook_continue_function
  let createRender: mpv_render_context_create_function
  let setRenderUpdate: mpv_render_context_set_update_callback_function
  let renderUpdate: mpv_render_context_update_function
  let render: mpv_render_context_render_function

  /// Opens libmpv, which stays open for the rest of the process.
  ///
  /// - Throws: `.noLibrary` when it is not installed, `.badLibrary` when it lacks a function.
  public static func load() throws(ClipFailure) -> MpvLibrary {
    do throws(RuntimeLibrary.Missing) {
      return try MpvLibrary()
    } catch {
      switch error {
      case .library(_, let message): throw ClipFailure(.noLibrary, detail: message)
      case .symbol(let symbol, _): throw ClipFailure(.badLibrary, detail: "it has no \(symbol)")
      }
    }
  }

  private init() throws(RuntimeLibrary.Missing) {
    // Client API version 2, since mpv 0.35.
    let library = try RuntimeLibrary("libmpv.so.2")
    create = try library.function("mpv_create")
    initialize = try library.function("mpv_initialize")
    setOption = try library.function("mpv_set_option_string")
    setProperty = try library.function("mpv_set_property_string")
    getProperty = try library.function("mpv_get_property")
    free = try library.function("mpv_free")
    observe = try library.function("mpv_observe_property")
    command = try library.function("mpv_command_async")
    waitEvent = try library.function("mpv_wait_event")
    setWakeup = try library.function("mpv_set_wakeup_callback")
    addHook = try library.function("mpv_hook_add")
    continueHook = try library.function("mpv_hook_continue")
    createRender = try library.function("mpv_render_context_create")
    setRenderUpdate = try library.function("mpv_render_context_set_update_callback")
    renderUpdate = try library.function("mpv_render_context_update")
    render = try library.function("mpv_render_context_render")
  }
}
