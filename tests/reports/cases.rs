//! The table: from each report to the rules that speak of it.

use serde_json::Value;

use crate::common::{Copied, check_json};
use crate::hold;

/// One case.
pub struct Case {
    /// Its directory below `tests/fixtures/reports`.
    pub dir: &'static str,
    /// More arguments for `check`.
    pub args: &'static [&'static str],
    /// A `skill-lsp.toml`, where the report is about chosen hosts.
    pub config: Option<&'static str>,
    /// One for each of `expect`, in its order.
    pub expect: &'static [Expected],
    /// What is right as well though the report does not ask for it: file, line, code, severity, why.
    pub also: &'static [(&'static str, u64, &'static str, &'static str, &'static str)],
    /// One for each of `mustNot`, in its order.
    pub must_not: &'static [Forbidden],
    /// Files after fixes.
    pub fixed: &'static [Fixed],
}

/// The diagnostic that a wish is about; file and line come from the wish.
pub struct Expected {
    /// The rule.
    pub code: &'static str,
    /// How bad the program takes it to be.
    pub severity: &'static str,
    /// Why that differs from the proposal.
    pub instead: Option<&'static str>,
    /// Parts of the message.
    pub says: &'static [&'static str],
    /// The file of its first related place.
    pub related: Option<&'static str>,
    /// Where it begins and ends on its line, in UTF-16 units.
    pub characters: Option<(u64, u64)>,
}

/// What a `mustNot` forbids at its place.
pub enum Forbidden {
    /// Any diagnostic.
    Anything,
    /// This rule.
    Code(&'static str),
    /// Any of these severities.
    Severity(&'static [&'static str]),
    /// Told in words only: what holds instead.
    Told(fn(&Copied, &Value)),
}

/// A file after `check` with these flags.
pub struct Fixed {
    /// `--fix` and others.
    pub flags: &'static [&'static str],
    /// The file.
    pub file: &'static str,
    /// All of its text.
    pub text: &'static str,
    /// A file that is no longer there.
    pub gone: Option<&'static str>,
}

const NONE: Case = Case { dir: "", args: &[], config: None, expect: &[], also: &[], must_not: &[], fixed: &[] };

const fn says(code: &'static str, severity: &'static str, says: &'static [&'static str]) -> Expected {
    Expected { code, severity, instead: None, says, related: None, characters: None }
}

const fn fix(file: &'static str, text: &'static str) -> Fixed {
    Fixed { flags: &["--fix"], file, text, gone: None }
}

const fn unsafe_fix(file: &'static str, text: &'static str) -> Fixed {
    Fixed { flags: &["--fix", "--unsafe-fixes"], file, text, gone: None }
}

macro_rules! cases {
    ($($name:ident { $($field:ident: $value:expr),* $(,)? })*) => {
        /// All cases, in order of their directories.
        pub static CASES: &[Case] = &[$(Case { $($field: $value,)* ..NONE }),*];
        $(#[test]
        fn $name() {
            hold(CASES.iter().find(|case| case.dir[..3] == stringify!($name)[1..4]).unwrap());
        })*
    };
}

const NOT_LOADED: &str =
    "the specification and the list/read tool look for `SKILL.md` only, so the skill is lost: an error";

cases! {
    _001_plain_value_on_next_line {
        dir: "001-plain-value-on-next-line",
        expect: &[says("description-multi-line", "warning", &["on the line after its key"])],
        must_not: &[Forbidden::Code("description-missing")],
        fixed: &[fix("skills/web-notes/SKILL.md", "---\nname: web-notes\ndescription: Collects notes from web pages and files them by topic.\n---\n\n# Web notes\n")],
    }
    _004_lists_and_flow_maps {
        dir: "004-lists-and-flow-maps-in-frontmatter",
        expect: &[
            says("unknown-key", "info", &["`read_when`"]),
            says("field-type", "info", &["metadata.vendor", "a map"]),
        ],
        must_not: &[Forbidden::Anything],
    }
    _007_colon_space_in_backticks {
        dir: "007-colon-space-in-backticks",
        expect: &[Expected { characters: Some((47, 48)), ..says("unquoted-colon", "error", &["description"]) }],
        must_not: &[Forbidden::Anything],
        fixed: &[fix("skills/runner/SKILL.md", "---\nname: runner\ndescription: \"Runs a profile. Supports the `type: command` action.\"\n---\nUse `type: command` in the profile.\n")],
    }
    _010_argument_hint_read_as_list {
        dir: "010-argument-hint-read-as-list",
        expect: &[Expected { characters: Some((15, 36)), ..says("field-type", "warning", &["argument-hint", "list"]) }, says("unknown-key", "info", &["argument-hint"])],
        fixed: &[fix("skills/mock/SKILL.md", "---\nname: mock\ndescription: Draws a mock-up.\nargument-hint: \"[feature description]\"\n---\n\n# Steps\n\nDo the work.\n")],
    }
    _013_hash_cuts_the_value {
        dir: "013-hash-cuts-the-value",
        expect: &[
            Expected { characters: Some((31, 32)), ..says("comment-cuts-value", "warning", &["ends at", "such as"]) },
            says("description-missing", "error", &["comment"]),
        ],
        fixed: &[fix("skills/tagger/SKILL.md", "---\nname: tagger\ndescription: \"Adds tags such as #urgent to notes\"\n---\n")],
    }
    _016_crlf_fix_edits_in_place {
        dir: "016-crlf-fix-edits-in-place",
        expect: &[Expected { characters: Some((25, 26)), ..says("unquoted-colon", "error", &["description"]) }],
        must_not: &[Forbidden::Told(the_fix_keeps_one_block), Forbidden::Told(the_fix_keeps_crlf)],
        fixed: &[fix("skills/two-fences/SKILL.md", "---\r\nname: two-fences\r\ndescription: \"Has a detail: here.\"\r\n---\r\nBody\r\n")],
    }
    _019_html_comment_above_fence {
        dir: "019-html-comment-above-fence",
        expect: &[says("front-matter-not-first", "error", &["comment"])],
        fixed: &[fix("skills/shop/SKILL.md", "---\nname: shop\ndescription: Builds a storefront.\n---\n<!-- generated, do not edit -->\n")],
    }
    _022_closing_fence_at_end_of_file {
        dir: "022-closing-fence-at-end-of-file",
        must_not: &[Forbidden::Code("front-matter-not-closed")],
    }
    _025_frontmatter_inside_code_fence {
        dir: "025-frontmatter-inside-code-fence",
        expect: &[says("front-matter-not-first", "error", &["code block"])],
        fixed: &[fix("skills/cloud-admin/SKILL.md", "---\nname: cloud-admin\ndescription: Administers a cloud account.\n---\n\n# Cloud admin\n")],
    }
    _028_allowed_tools_is_in_the_spec {
        dir: "028-allowed-tools-is-in-the-spec",
        must_not: &[Forbidden::Anything],
    }
    _031_version_key {
        dir: "031-version-key",
        expect: &[says("unknown-key", "info", &["`version`", "outside the specification"])],
        must_not: &[Forbidden::Severity(&["error", "warning"])],
        fixed: &[unsafe_fix("skills/hooks-guide/SKILL.md", "---\nname: hooks-guide\ndescription: Explains hooks.\nmetadata:\n  version: \"1.0.0\"\n---\n\n# Steps\n\nDo the work.\n")],
    }
    _034_allowed_tools_as_list {
        dir: "034-allowed-tools-as-list",
        expect: &[
            says("field-type", "info", &["`allowed-tools`", "a list"]),
            says("field-type", "info", &["`allowed-tools`", "a list"]),
        ],
        must_not: &[Forbidden::Told(the_rest_is_checked)],
    }
    _037_unknown_tool_names_age {
        dir: "037-unknown-tool-names-age",
        must_not: &[Forbidden::Anything],
    }
    _040_name_differs_from_folder {
        dir: "040-name-differs-from-folder",
        expect: &[Expected { characters: Some((6, 21)), ..says("name-differs", "warning", &["`acme-react-tips`", "`react-tips`"]) }],
        fixed: &[unsafe_fix("skills/react-tips/SKILL.md", "---\nname: react-tips\ndescription: React advice.\n---\n\n# Steps\n\nDo the work.\n")],
    }
    _043_prefix_lost_its_colon {
        dir: "043-prefix-lost-its-colon",
        expect: &[
            says("name-form", "error", &["`kit:brand`", "directory `brand`"]),
            says("name-form", "error", &["`kit:slides`", "directory `slides`"]),
        ],
        fixed: &[unsafe_fix(".claude/skills/brand/SKILL.md", "---\nname: brand\ndescription: Helps with brand.\n---\n\n# Steps\n\nDo the work.\n")],
    }
    _046_title_case_names {
        dir: "046-title-case-names",
        expect: &[
            says("name-form", "error", &["upper-case", "blanks", "directory `seo-tool`"]),
            says("name-form", "error", &["two hyphens"]),
            says("name-form", "error", &["hyphen at its end"]),
        ],
        fixed: &[unsafe_fix("skills/seo-tool/SKILL.md", "---\nname: seo-tool\ndescription: Automates SEO.\n---\n\n# Steps\n\nDo the work.\n")],
    }
    _049_same_name_in_two_plugins {
        dir: "049-same-name-in-two-plugins",
        expect: &[Expected {
            related: Some("plugins/alpha/skills/doctor/SKILL.md"),
            ..says("name-collision", "warning", &["`doctor`", "`plugins/alpha/skills/doctor`"])
        }],
    }
    _052_folder_name_as_fallback_collides {
        dir: "052-folder-name-as-fallback-collides",
        args: &["--root", "home/skills", "--root", "project/.claude/skills"],
        expect: &[
            says("name-missing", "error", &["no `name`"]),
            Expected {
                related: Some("home/skills/dogfood/SKILL.md"),
                ..says("name-collision", "warning", &["`dogfood`", "`home/skills/dogfood`"])
            },
        ],
    }
    _055_listing_budget {
        dir: "055-listing-budget",
        config: Some("hosts = [\"claude-code\"]\n"),
        expect: &[says("listing-budget", "info", &["24"])],
        must_not: &[Forbidden::Anything],
    }
    _058_more_than_60_files {
        dir: "058-more-than-60-files",
        expect: &[says("too-many-files", "info", &["71 files", "11"])],
        must_not: &[Forbidden::Anything],
    }
    _061_link_escapes_through_symlink {
        dir: "061-link-escapes-through-symlink",
        expect: &[says("symlink-escape", "error", &["references/secret.md", "refuses"])],
        must_not: &[Forbidden::Anything],
    }
    _064_lower_case_file_name {
        dir: "064-lower-case-file-name",
        expect: &[
            Expected { instead: Some(NOT_LOADED), ..says("entry-file-name", "error", &["`skill.md`", "`SKILL.md`"]) },
            Expected { instead: Some(NOT_LOADED), ..says("entry-file-name", "error", &["`Skill.md`", "`SKILL.md`"]) },
        ],
        must_not: &[Forbidden::Anything],
        fixed: &[Fixed {
            gone: Some("skills/mixed/Skill.md"),
            ..fix("skills/mixed/SKILL.md", "---\nname: mixed\ndescription: Mixed case.\n---\n\n# Steps\n\nDo the work.\n")
        }],
    }
    _067_group_folders {
        dir: "067-group-folders",
        expect: &[says("unquoted-colon", "error", &["description"])],
        must_not: &[Forbidden::Told(two_skills)],
    }
    _070_plugin_root_variable {
        dir: "070-plugin-root-variable",
        expect: &[says("link-missing-file", "warning", &["docs/lost.md"])],
        must_not: &[Forbidden::Told(only_the_lost_link)],
    }
    _073_wrong_letter_case {
        dir: "073-wrong-letter-case",
        expect: &[
            says("link-case", "warning", &["`reference.md`"]),
            says("link-case", "warning", &["`scripts/fill.py`"]),
        ],
        fixed: &[fix("skills/forms/SKILL.md", "---\nname: forms\ndescription: Fills forms.\n---\n\nRead [more](reference.md) and `scripts/fill.py`.\n")],
    }
    _076_percent_and_angle_links {
        dir: "076-percent-and-angle-links",
        must_not: &[Forbidden::Anything],
    }
}

fn the_fix_keeps_one_block(copied: &Copied, _: &Value) {
    check_json(copied.path(), &["--fix"]);
    let text = copied.text("skills/two-fences/SKILL.md");
    assert_eq!(text.lines().filter(|line| line.starts_with("---")).count(), 2, "{text:?}");
}

fn the_fix_keeps_crlf(copied: &Copied, _: &Value) {
    check_json(copied.path(), &["--fix"]);
    let text = copied.text("skills/two-fences/SKILL.md");
    assert_eq!(text.matches('\n').count(), text.matches("\r\n").count(), "{text:?}");
    let (after, status) = check_json(copied.path(), &[]);
    assert_eq!((&after["diagnostics"], status), (&serde_json::json!([]), 0));
}

/// A list where a text is wanted does not end the checks of the file.
fn the_rest_is_checked(copied: &Copied, _: &Value) {
    let file = "skills/list-block/SKILL.md";
    let text = copied.text(file).replace("name: list-block", "name: List").replace("Do the work.", "[x](gone.md)");
    copied.write(file, &text);
    let (report, _) = check_json(copied.path(), &[]);
    let found = report["diagnostics"].as_array().unwrap().iter().filter(|found| found["file"] == file);
    let mut codes: Vec<&str> = found.map(|found| found["code"].as_str().unwrap()).collect();
    codes.sort_unstable();
    assert_eq!(codes, ["field-type", "link-missing-file", "name-form"]);
}

fn two_skills(_: &Copied, report: &Value) {
    assert_eq!(report["summary"]["skills"], 2, "{report:#}");
}

/// Both links stand on one line: the one that leads to the plugin's file must stay quiet.
fn only_the_lost_link(_: &Copied, report: &Value) {
    let found = report["diagnostics"].as_array().unwrap();
    assert!(found.iter().all(|found| !found["message"].as_str().unwrap().contains("shared.md")), "{report:#}");
}
