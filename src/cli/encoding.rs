//! What a file's bytes say: UTF-8, or the UTF-16 that PowerShell writes into `oc … > file`.

/// The text. What is in no encoding known is shown as such, and the rest is read.
pub(super) fn text(bytes: Vec<u8>) -> String {
    match bytes.as_slice() {
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes),
        // Without a mark: JSON and YAML begin with two characters of ASCII.
        [first, 0, second, 0, ..] if *first > 0 && *second > 0 => utf16(&bytes, u16::from_le_bytes),
        [0, first, 0, second, ..] if *first > 0 && *second > 0 => utf16(&bytes, u16::from_be_bytes),
        _ => String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()),
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf16_of_either_order_is_read_with_and_without_its_mark() {
        let given = "a: é😀\n";
        let of = |mark: &str, bytes: fn(u16) -> [u8; 2]| text(format!("{mark}{given}").encode_utf16().flat_map(bytes).collect());
        for mark in ["\u{feff}", ""] {
            assert_eq!(of(mark, u16::to_le_bytes), given);
            assert_eq!(of(mark, u16::to_be_bytes), given);
        }
    }

    #[test]
    fn utf8_stays_and_what_is_none_is_shown() {
        assert_eq!(text("\u{feff}a: é".into()), "\u{feff}a: é");
        assert_eq!(text(b"a: \xe9\n".to_vec()), "a: \u{fffd}\n");
        assert_eq!(text(vec![]), "");
    }
}
