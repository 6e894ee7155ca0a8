"""The sample album as code: one module a kind of picture, one function a picture."""
