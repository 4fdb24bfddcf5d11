//! The page, drawn with web-sys.
