// What a clip is like is said in the words of the wire: who plays clips needs one import.
@_exported public import ClipWire
