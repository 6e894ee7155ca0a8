// A host needs one import: the browser, scenes and everything they speak of come with it.
@_exported public import PhotoBrowser
@_exported public import Scenes
