mod call;
mod list;
mod reach;
mod read;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};

use super::*;
use crate::files::{Cancel, Disk, Files, Overlay};
use crate::tool::fixture::{Fixture, fixture};

impl Fixture {
    fn run(&self, files: &dyn Files, roots: &[&str], args: Value) -> Result<Outcome, ToolError> {
        let roots: Vec<PathBuf> = roots.iter().map(|root| self.root.join(root)).collect();
        run_skill_action(files, &roots, &args, &Cancel::new())
    }

    fn list(&self, roots: &[&str]) -> Vec<Listed> {
        match self.run(&Disk, roots, json!({"action": "list"})).unwrap() {
            Outcome::List { skills } => skills,
            other => panic!("{other:?}"),
        }
    }

    /// Path, content and whether it is cut.
    fn read(&self, skill: &str, path: &str) -> Result<(String, String, bool), ErrorKind> {
        match self.run(&Disk, &["s"], json!({"action": "read", "skill": skill, "path": path})) {
            Ok(Outcome::Read { path, content, truncated, .. }) => Ok((path, content, truncated)),
            Ok(other) => panic!("{other:?}"),
            Err(error) => Err(error.kind),
        }
    }
}

fn names(skills: &[Listed]) -> Vec<&str> {
    skills.iter().map(|skill| skill.name.as_str()).collect()
}
