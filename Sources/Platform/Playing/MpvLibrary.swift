import CMpv
public import ClipWire

/// libmpv's functions, looked up by name: who has no libmpv can build and start the player all the
/// same, and is told what is missing.
public struct MpvLibrary: Sendable {
  /// Client API 2, from mpv 0.35 on.
  private static let name = "libmpv.so.2"

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

  /// Finds and loads the library. It stays loaded.
  ///
  /// - Throws: `.noLibrary` when there is none, `.badLibrary` when it lacks a function.
  public static func load() throws(ClipFailure) -> MpvLibrary {
    guard let library = dlopen(name, RTLD_NOW) else {
      let reason = dlerror().map { String(cString: $0) } ?? ""
      throw ClipFailure(.noLibrary, detail: reason)
    }
    return try MpvLibrary(library)
  }

  private init(_ library: UnsafeMutableRawPointer) throws(ClipFailure) {
    func find<Function>(_ name: String) throws(ClipFailure) -> Function {
      guard let symbol = dlsym(library, name) else {
        throw ClipFailure(.badLibrary, detail: "it has no \(name)")
      }
      // Both are the address of a C function; the header says of which type.
      return unsafeBitCast(symbol, to: Function.self)
    }
    create = try find("mpv_create")
    initialize = try find("mpv_initialize")
    setOption = try find("mpv_set_option_string")
    setProperty = try find("mpv_set_property_string")
    getProperty = try find("mpv_get_property")
    free = try find("mpv_free")
    observe = try find("mpv_observe_property")
    command = try find("mpv_command_async")
    waitEvent = try find("mpv_wait_event")
    setWakeup = try find("mpv_set_wakeup_callback")
    addHook = try find("mpv_hook_add")
    continueHook = try find("mpv_hook_continue")
    createRender = try find("mpv_render_context_create")
    setRenderUpdate = try find("mpv_render_context_set_update_callback")
    renderUpdate = try find("mpv_render_context_update")
    render = try find("mpv_render_context_render")
  }
}
