use std::borrow::Cow;

/// What a file's bytes are as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// The text, each invalid sequence replaced by U+FFFD as the hosts' own decoders do. A byte order mark is kept.
    pub text: String,
    /// Offset of the first byte that is not UTF-8. Up to there, offsets in the bytes and in `text` are the same.
    pub invalid_at: Option<usize>,
}

/// Decodes UTF-8; never fails.
pub fn decode(bytes: Vec<u8>) -> Decoded {
    match String::from_utf8(bytes) {
        Ok(text) => Decoded { text, invalid_at: None },
        Err(error) => {
            let invalid_at = Some(error.utf8_error().valid_up_to());
            let text = match String::from_utf8_lossy(error.as_bytes()) {
                Cow::Borrowed(text) => text.to_owned(),
                Cow::Owned(text) => text,
            };
            Decoded { text, invalid_at }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_bad_byte_is_named() {
        let decoded = decode(b"ab\xffc\xfe".to_vec());
        assert_eq!(decoded.text, "ab\u{fffd}c\u{fffd}");
        assert_eq!(decoded.invalid_at, Some(2));
        assert_eq!(decode("é".into()).invalid_at, None);
    }
}
