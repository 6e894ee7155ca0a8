// The browser, the grid, the scenes and all types of their API are available to a host that imports
// only BrowserHost.
@_exported public import PhotoBrowser
@_exported public import PhotoGrid
@_exported public import Scenes
