use std::fmt;
use std::path::Path;
use std::sync::OnceLock;

use super::{Options, SkillDef, Source, load_skills};
use crate::files::{Cancel, Cancelled, Files};

/// Options with a provider of further data skills, as `createToolkit` takes it (`skillProvider`): it is asked once, on the
/// first use, and what it gives comes after the data skills of the options.
pub struct Lazy {
    options: Options,
    provider: Box<Provider>,
    complete: OnceLock<Result<Options, String>>,
}

type Provider = dyn Fn() -> Result<Vec<SkillDef>, String> + Send + Sync;

/// Why a lazy load gave nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LazyError {
    /// The provider failed, and how; it is not asked again.
    Provider(String),
    /// The caller no longer wants the result.
    Cancelled,
}

impl Lazy {
    /// Nothing is asked yet.
    pub fn new(options: Options, provider: impl Fn() -> Result<Vec<SkillDef>, String> + Send + Sync + 'static) -> Self {
        Lazy { options, provider: Box::new(provider), complete: OnceLock::new() }
    }

    /// The options with the provider's skills among them.
    ///
    /// # Errors
    /// [`LazyError::Provider`].
    pub fn options(&self) -> Result<&Options, LazyError> {
        let complete = self.complete.get_or_init(|| {
            let mut options = self.options.clone();
            options.skills.extend((self.provider)()?);
            Ok(options)
        });
        complete.as_ref().map_err(|error| LazyError::Provider(error.clone()))
    }

    /// [`load_skills`] with the provider's skills.
    ///
    /// # Errors
    /// A [`LazyError`].
    pub fn load(&self, files: &dyn Files, cwd: &Path, cancel: &Cancel) -> Result<Source, LazyError> {
        Ok(load_skills(files, cwd, self.options()?, cancel)?)
    }
}

impl fmt::Debug for Lazy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lazy").field("options", &self.options).field("complete", &self.complete).finish_non_exhaustive()
    }
}

impl fmt::Display for LazyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LazyError::Provider(error) => write!(f, "the provider of skills failed: {error}"),
            LazyError::Cancelled => write!(f, "{Cancelled}"),
        }
    }
}

impl std::error::Error for LazyError {}

impl From<Cancelled> for LazyError {
    fn from(_: Cancelled) -> Self {
        LazyError::Cancelled
    }
}
