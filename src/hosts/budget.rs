use super::Host;
use super::facts::Unit;

/// How much of a host's room for the list of skills some skills take.
#[derive(Clone, Debug)]
pub struct Usage {
    /// The host.
    pub host: &'static Host,
    /// What their names and descriptions take, in the host's unit; what it puts around them is not counted.
    pub used: usize,
    /// The room: what the host gives all skills, or what it falls back to where the model's context is not known.
    pub room: usize,
    /// Whether the unit is bytes, not characters.
    pub bytes: bool,
}

impl Usage {
    /// Whether the skills take more than there is.
    pub fn is_over(&self) -> bool {
        self.used > self.room
    }
}

/// What the list of these (name, description) pairs takes of a host's room; `None` where its rule is not known.
pub fn usage<'a>(host: &'static Host, listed: impl Iterator<Item = (&'a str, &'a str)>) -> Option<Usage> {
    let listing = host.listing.as_ref()?;
    let room = listing.total.or(listing.fallback)?;
    let bytes = listing.unit == Some(Unit::Bytes);
    let length = |text: &str| if bytes { text.len() } else { text.chars().count() };
    let one = |(name, description): (&str, &str)| {
        let shown = listing.per_skill.map_or_else(|| length(description), |most| length(description).min(most));
        length(name) + shown
    };
    Some(Usage { host, used: listed.map(one).sum(), room, bytes })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hosts::find;

    #[test]
    fn a_cut_description_counts_as_cut() {
        let host = find("claude-code").unwrap();
        let long = "x".repeat(5000);
        let usage = usage(host, [("ab", "é"), ("c", long.as_str())].into_iter()).unwrap();
        assert_eq!((usage.used, usage.room, usage.is_over()), (2 + 1 + 1 + 1536, 8000, false));
    }

    #[test]
    fn nothing_is_said_of_a_rule_that_is_not_known() {
        assert!(usage(find("gemini-cli").unwrap(), std::iter::empty()).is_none());
    }
}
