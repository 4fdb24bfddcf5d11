//! What JavaScript sees.
