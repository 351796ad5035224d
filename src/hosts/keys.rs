use std::collections::BTreeSet;
use std::sync::LazyLock;

use super::facts::{Key, Kind};
use super::{Host, find, table};

static KEYS: LazyLock<BTreeSet<&'static str>> =
    LazyLock::new(|| table().iter().flat_map(|host| host.keys.list.keys()).map(String::as_str).collect());

/// Every key that some host knows, in its first spelling.
pub fn keys() -> &'static BTreeSet<&'static str> {
    &KEYS
}

/// The titles of the products that know a key, best known first.
pub fn knowing(key: &str) -> Vec<&'static str> {
    let products = table().iter().filter(|host| host.is_product());
    products.filter(|host| host.knows(key)).map(|host| host.title.as_str()).collect()
}

/// Whether the host with this id is a product that uses skills, not a specification or a validator.
pub fn is_product(id: &str) -> bool {
    find(id).is_ok_and(Host::is_product)
}

/// Whether the host with this id knows a key.
pub fn knows(id: &str, key: &str) -> bool {
    find(id).is_ok_and(|host| host.knows(key))
}

/// The name of a host for people; its id where there is no such host.
pub fn title(id: &'static str) -> &'static str {
    find(id).map_or(id, |host| host.title.as_str())
}

impl Host {
    /// Whether it uses skills; a specification or a validator does not.
    pub fn is_product(&self) -> bool {
        !matches!(self.kind, Kind::Spec | Kind::Validator)
    }

    /// Whether it knows a key, by any spelling.
    pub fn knows(&self, key: &str) -> bool {
        self.key(key).is_some()
    }

    /// What is known of a key, by any spelling.
    pub fn key(&self, key: &str) -> Option<&Key> {
        self.keys.list.get(key).or_else(|| self.keys.by_alias(key))
    }
}
