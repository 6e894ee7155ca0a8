import CGio
import RuntimeLibraries

/// The functions of GIO, loaded when a file is moved to the trash, restored or deleted, another
/// program is started, or the session bus is used.
nonisolated final class GioLibrary: Sendable {
  typealias ErrorPointer = GLibLibrary.ErrorPointer
  typealias File = OpaquePointer
  typealias Connection = OpaquePointer
  /// A `GVariant *`.
  typealias Value = OpaquePointer
  /// A `GVariantDict *`.
  typealias VariantDict = OpaquePointer

  let glib: GLibLibrary
  let unref: @convention(c) (OpaquePointer) -> Void
  let retain: @convention(c) (OpaquePointer) -> OpaquePointer?

  // The functions of this group are for files (GFile). The caller releases returned files with
  // `unref`, and passes nil for cancellation and progress.
  /// `g_vfs_get_local`: the local file system (`GVfs`); owned by GIO.
  let localVFS: @convention(c) () -> OpaquePointer?
  let makeFile: @convention(c) (OpaquePointer?, UnsafePointer<CChar>) -> File?
  let trash: @convention(c) (File, OpaquePointer?, ErrorPointer?) -> gboolean
  let delete: @convention(c) (File, OpaquePointer?, ErrorPointer?) -> gboolean

  /// `g_app_info_launch_default_for_uri`: opens a URI with the default program of its scheme; the
  /// launch context is nil.
  let launch: @convention(c) (UnsafePointer<CChar>, OpaquePointer?, ErrorPointer?) -> gboolean

  // The functions of this group are for D-Bus. The caller releases connections with `unref`.
  let connect:
    @convention(c) (UnsafePointer<CChar>, Int32, OpaquePointer?, OpaquePointer?, ErrorPointer?)
      -> Connection?
  /// `g_dbus_connection_call_sync`: calls a D-Bus method and waits for the reply. Arguments:
  /// connection, bus name, object path, interface, method, a tuple of arguments whose ownership is
  /// taken, the expected type of the reply, flags, timeout in milliseconds, cancellation, location
  /// for an error. The caller releases the reply with `unrefValue`.
  let call:
    @convention(c) (
      Connection, UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafePointer<CChar>,
      UnsafePointer<CChar>, Value?, OpaquePointer?, Int32, Int32, OpaquePointer?, ErrorPointer?
    ) -> Value?

  // The functions of this group are for GVariant. New values are floating references: the
  // container into which a value is put takes ownership.
  let makeNumber: @convention(c) (UInt32) -> Value?
  let makeText: @convention(c) (UnsafePointer<CChar>) -> Value?
  let makeFlag: @convention(c) (gboolean) -> Value?
  /// `g_variant_new_handle`: the index of a file descriptor in the list that is sent with a D-Bus
  /// call.
  let makeDescriptorHandle: @convention(c) (Int32) -> Value?
  /// `g_variant_new_array`. Arguments: the type of the children (needed for an empty array), the
  /// children and their number.
  let makeArray: @convention(c) (OpaquePointer?, UnsafePointer<Value?>?, UInt) -> Value?
  let makeTuple: @convention(c) (UnsafePointer<Value?>?, UInt) -> Value?
  let makeDict: @convention(c) (Value?) -> VariantDict?
  let insert: @convention(c) (VariantDict?, UnsafePointer<CChar>, Value?) -> Void
  let endDict: @convention(c) (VariantDict?) -> Value?
  let unrefDict: @convention(c) (VariantDict?) -> Void
  let number: @convention(c) (Value) -> UInt32
  /// `g_variant_get_string`: the string in a value; owned by the value.
  let text: @convention(c) (Value, UnsafeMutablePointer<UInt>?) -> UnsafePointer<CChar>?
  /// `g_variant_get_type_string`: the D-Bus type of a value; owned by the value.
  let typeString: @convention(c) (Value) -> UnsafePointer<CChar>?
  /// `g_variant_get_child_value`: the child of a container at an index; the caller releases it with
  /// `unrefValue`.
  let child: @convention(c) (Value, UInt) -> Value?
  let unrefValue: @convention(c) (Value) -> Void

  /// The functions of GIO, or the error that GIO is not installed.
  static let shared = Result { () throws(GLibFailure) in try GioLibrary() }

  private init() throws(GLibFailure) {
    do throws(RuntimeLibrary.Missing) {
      let library = try RuntimeLibrary("libgio-2.0.so.0")
      unref = try library.function("g_object_unref")
      retain = try library.function("g_object_ref")
      localVFS = try library.function("g_vfs_get_local")
      makeFile = try library.function("g_vfs_get_file_for_path")
      trash = try library.function("g_file_trash")
      delete = try library.function("g_file_delete")
      launch = try library.function("g_app_info_launch_default_for_uri")
      connect = try library.function("g_dbus_connection_new_for_address_sync")
      call = try library.function("g_dbus_connection_call_sync")
      makeNumber = try library.function("g_variant_new_uint32")
      makeText = try library.function("g_variant_new_string")
      makeFlag = try library.function("g_variant_new_boolean")
      makeDescriptorHandle = try library.function("g_variant_new_handle")
      makeArray = try library.function("g_variant_new_array")
      makeTuple = try library.function("g_variant_new_tuple")
      makeDict = try library.function("g_variant_dict_new")
      insert = try library.function("g_variant_dict_insert_value")
      endDict = try library.function("g_variant_dict_end")
      unrefDict = try library.function("g_variant_dict_unref")
      number = try library.function("g_variant_get_uint32")
      text = try library.function("g_variant_get_string")
      typeString = try library.function("g_variant_get_type_string")
      child = try library.function("g_variant_get_child_value")
      unrefValue = try library.function("g_variant_unref")
    } catch {
      throw GLibFailure(error)
    }
    glib = try GLibLibrary.shared.get()
    // The module of gvfs (1.50) releases the local file system without owning it when it cannot
    // reach the session bus. This reference, which is never released, keeps the file system alive.
    if let files = localVFS() { _ = retain(files) }
  }
}
