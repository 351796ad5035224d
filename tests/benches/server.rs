//! How fast the language server is: the real process over pipes, beside the floor of walking the tree and reading all its
//! Markdown.
//!
//! `cargo bench --bench server`, or with sizes and rounds: `cargo bench --bench server -- 200 2000 --rounds 200`.

#![allow(
    clippy::print_stdout,
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "a bench prints, and ends where it cannot go on"
)]

#[path = "generate.rs"]
mod generate;

use std::collections::HashMap;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

fn main() {
    let mut sizes: Vec<usize> = Vec::new();
    let mut rounds = 200;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--rounds" => {
                rounds = arguments.next().and_then(|text| text.parse().ok()).expect("--rounds wants a number")
            }
            // Cargo's own.
            "--bench" => {}
            text => sizes.push(text.parse().expect("a size is a number of skills")),
        }
    }
    if sizes.is_empty() {
        sizes = vec![200, 2_000, 10_000];
    }
    for size in sizes {
        measure(size, rounds);
    }
}

fn measure(size: usize, rounds: usize) {
    let dir = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a directory to work in");
    let workspace = dir.path().join("workspace");
    let made = generate::generate(&workspace, size, generate::SEED).expect("a workspace");
    floor(&workspace);
    let floors: Vec<Duration> = (0..5).map(|_| floor(&workspace)).collect();
    // As many files are spoken of in the end as a run tells that takes its time.
    let spoken_of = Server::open(&workspace).spoken_of();
    assert!(spoken_of > 0, "nothing is found in {} skills", made.skills);
    let opened: Vec<Duration> = (0..5)
        .map(|_| {
            let mut server = Server::start(&workspace);
            let start = Instant::now();
            server.notify("initialized", json!({}));
            server.until_spoken_of(spoken_of);
            start.elapsed()
        })
        .collect();
    let (floor, open) = (median(&floors), median(&opened));
    println!(
        "{size} skills, {} files, {:.1} MB of Markdown\n  floor {:.1} ms; initialized to the last diagnostic {:.1} ms: {:.2} times the floor",
        made.files,
        made.markdown_bytes as f64 / 1e6,
        ms(floor),
        ms(open),
        open.as_secs_f64() / floor.as_secs_f64(),
    );
    let mut server = Server::open(&workspace);
    server.spoken_of();
    let after_scan = server.memory();
    let dir = workspace.join("skills/typed");
    let uri = format!("file://{}", dir.join("SKILL.md").display());
    let text = |name: &str, description: &str, body: &str| {
        format!("---\nname: {name}\ndescription: {description}\n---\n\n# Steps\n\n{body}\n")
    };
    let long: String = (0..4_000)
        .map(|n| match n % 10 {
            0 => format!("Line {n} of a long body, see [this](SKILL.md) first.\n"),
            _ => format!("Line {n} of a long body, which goes on without a link.\n"),
        })
        .collect();
    let typed = |server: &mut Server, what: &str, start: String, edit: &dyn Fn(usize) -> Value| {
        server.open_document(&uri, &start);
        let mut times: Vec<Duration> = Vec::new();
        for round in 0..rounds {
            // As fast as a key that is held, and slower than a burst.
            std::thread::sleep(Duration::from_millis(30));
            times.push(server.keystroke(&uri, i32::try_from(round).unwrap() + 2, edit(round)));
        }
        server.notify("textDocument/didClose", json!({"textDocument": {"uri": uri}}));
        server.round_trip();
        report(what, times);
    };
    let at = |line: u32, from: usize, to: usize, text: &str| json!({"range": {"start": {"line": line, "character": from}, "end": {"line": line, "character": to}}, "text": text});
    // A standing fault keeps every keystroke's diagnostics from being empty, so that all are published with their version.
    let grow = |line: u32, from: usize| move |round: usize| at(line, from + round, from + round, "x");
    typed(&mut server, "keystroke in a description", text("typed", "Use: it ", "Do."), &grow(2, 21));
    typed(&mut server, "keystroke in a name", text("typed", "Use: it", "Do."), &grow(1, 11));
    typed(&mut server, "keystroke in a body of 200 KB", text("typed", "Use: it", &long), &grow(8, 4));
    written(&mut server, &workspace, rounds);
    navigated(&mut server, &workspace, rounds);
    for (what, params) in [
        ("skill/execute list", json!({"action": "list"})),
        ("skill/execute read", json!({"action": "read", "skill": server.a_skill(), "path": ""})),
    ] {
        let times = (0..10).map(|_| {
            let start = Instant::now();
            let answer = server.request("skill/execute", params.clone());
            assert!(answer.get("result").is_some(), "{answer}");
            start.elapsed()
        });
        report(what, times.collect());
    }
    println!("  memory after the scan {after_scan}, peak {}", server.memory());
}

/// What is asked while a skill is written: in one of the workspace's own, with a change before each question, as when
/// somebody types.
fn written(server: &mut Server, workspace: &Path, rounds: usize) {
    let is_sound = |entry: &walkdir::DirEntry| {
        let dir = entry.path().parent().and_then(Path::file_name).and_then(|name| name.to_str()).unwrap_or_default();
        let text = fs::read_to_string(entry.path()).unwrap_or_default();
        entry.file_name() == "SKILL.md" && text.starts_with(&format!("---\nname: {dir}\n"))
    };
    let entries = walkdir::WalkDir::new(workspace.join(".claude")).into_iter().filter_map(Result::ok);
    let entry = entries.filter(|entry| entry.file_type().is_file()).find(is_sound).expect("a sound skill");
    let name = entry.path().parent().and_then(Path::file_name).unwrap().to_string_lossy().into_owned();
    let uri = format!("file://{}", entry.path().display());
    let text = fs::read_to_string(entry.path()).expect("a readable skill");
    let head = format!("---\nname: {name}\ndescription: Does it.\n\n---\n");
    let body = text.splitn(3, "---\n").nth(2).unwrap_or_default();
    server.open_quietly(&uri, &format!("{head}{body}"));
    let lines = u32::try_from(body.lines().count()).unwrap() + 5;
    let at = |line: u32, character: usize| json!({"line": line, "character": character});
    let questions: [(&str, &str, u32, &str); 11] = [
        ("completion of keys", "textDocument/completion", 3, "l"),
        ("completion of values", "textDocument/completion", 3, "effort: "),
        ("completion of paths", "textDocument/completion", lines, "See [x]("),
        ("completion of skills", "textDocument/completion", lines, "Use /"),
        ("completion of what is replaced", "textDocument/completion", lines, "Do $"),
        ("hover on a key", "textDocument/hover", 3, "license: MIT"),
        ("hover on a path", "textDocument/hover", lines, "[x](SKILL.md)"),
        ("lenses", "textDocument/codeLens", lines, "x"),
        ("hints", "textDocument/inlayHint", lines, "x"),
        ("tokens", "textDocument/semanticTokens/full", lines, "x"),
        ("tokens of a part", "textDocument/semanticTokens/range", lines, "x"),
    ];
    let mut version = 1;
    for (what, method, line, typed) in questions {
        let times = (0..rounds).map(|_| {
            let mut change = |from: usize, to: usize, text: &str| {
                version += 1;
                let range = json!({"start": at(line, from), "end": at(line, to)});
                let document = json!({"uri": uri, "version": version});
                let changes = json!([{"range": range, "text": text}]);
                server.notify("textDocument/didChange", json!({"textDocument": document, "contentChanges": changes}));
            };
            change(0, 0, typed);
            std::thread::sleep(Duration::from_millis(30));
            let whole = json!({"start": at(0, 0), "end": at(lines + 9, 0)});
            let params = json!({"textDocument": {"uri": uri}, "position": at(line, typed.len()), "range": whole});
            let start = Instant::now();
            let answer = server.request(method, params);
            let time = start.elapsed();
            assert!(answer["result"].is_object() || answer["result"].is_array(), "{what}: {answer}");
            let document = json!({"uri": uri, "version": version + 1});
            version += 1;
            let range = json!({"start": at(line, 0), "end": at(line, typed.len())});
            let changes = json!([{"range": range, "text": ""}]);
            server.notify("textDocument/didChange", json!({"textDocument": document, "contentChanges": changes}));
            time
        });
        report(what, times.collect());
    }
    server.notify("textDocument/didClose", json!({"textDocument": {"uri": uri}}));
}

/// Where things lead, who speaks of them, and what another name would change: for skills that ten others name.
fn navigated(server: &mut Server, workspace: &Path, rounds: usize) {
    let entry = |name: &str| workspace.join("skills").join(name).join("SKILL.md");
    let uri = |name: &str| format!("file://{}", entry(name).display());
    for number in 0..11 {
        let name = format!("bench-guide-{number}");
        let text = format!(
            "---\nname: {name}\ndescription: Does it.\n---\n\n# Guide\n\n## Part\n\n[p](refs/p.md#deep) and [q](#part), \
             then /bench-guide-0 and [g](../bench-guide-0/SKILL.md#part).\n\n## Long\n\n{}",
            "A line of some words.\n".repeat(60)
        );
        fs::create_dir_all(entry(&name).with_file_name("refs")).unwrap();
        fs::write(entry(&name), text).unwrap();
        fs::write(entry(&name).with_file_name("refs").join("p.md"), "# P\n\n## Deep\n\n[up](../SKILL.md#part)\n")
            .unwrap();
    }
    server.request("workspace/executeCommand", json!({"command": "skill-lsp.rescan"}));
    server.spoken_of();
    let at = |line: u32, character: u32| {
        json!({
            "textDocument": {"uri": uri("bench-guide-0")}, "position": {"line": line, "character": character},
            "positions": [{"line": line, "character": character}], "context": {"includeDeclaration": true, "diagnostics": []},
            "newName": "bench-guide-new", "query": "guide",
            "range": {"start": {"line": line, "character": character}, "end": {"line": line, "character": character}},
            "files": [{"oldUri": uri("bench-guide-0").replace("SKILL.md", "refs/p.md"), "newUri": uri("bench-guide-0").replace("SKILL.md", "refs/q.md")}],
        })
    };
    let everything = |mut params: Value| {
        params["query"] = json!("");
        params
    };
    let questions: [(&str, &str, Value); 16] = [
        ("definition of an anchor", "textDocument/definition", at(9, 8)),
        ("definition of a skill", "textDocument/definition", at(9, 45)),
        ("document links", "textDocument/documentLink", at(0, 0)),
        ("highlights", "textDocument/documentHighlight", at(7, 4)),
        ("outline", "textDocument/documentSymbol", at(0, 0)),
        ("folding", "textDocument/foldingRange", at(0, 0)),
        ("selection", "textDocument/selectionRange", at(9, 8)),
        ("references of a skill", "textDocument/references", at(1, 8)),
        ("references of a heading", "textDocument/references", at(7, 4)),
        ("skills by name", "workspace/symbol", at(0, 0)),
        ("all skills", "workspace/symbol", everything(at(0, 0))),
        ("preparing a rename", "textDocument/prepareRename", at(1, 8)),
        ("renaming a skill", "textDocument/rename", at(1, 8)),
        ("renaming a heading", "textDocument/rename", at(7, 4)),
        ("links follow a file", "workspace/willRenameFiles", at(0, 0)),
        ("actions", "textDocument/codeAction", at(11, 4)),
    ];
    for (what, method, params) in questions {
        let times = (0..rounds).map(|_| {
            let start = Instant::now();
            let answer = server.request(method, params.clone());
            let time = start.elapsed();
            assert!(
                answer["result"].is_object() || answer["result"].is_array() || method.ends_with("Rename"),
                "{what}: {answer}"
            );
            time
        });
        report(what, times.collect());
    }
}

fn report(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let high = times.get(times.len() * 95 / 100).or(times.last()).copied().unwrap_or_default();
    println!("  {what:<32} median {:>7.2} ms, 95th percentile {:>7.2} ms", ms(median(&times)), ms(high));
}

/// Walks the tree and reads every Markdown file, on one thread.
fn floor(dir: &Path) -> Duration {
    let start = Instant::now();
    for entry in walkdir::WalkDir::new(dir) {
        let entry = entry.expect("a readable tree");
        if entry.file_type().is_file() && entry.path().extension().is_some_and(|suffix| suffix == "md") {
            std::hint::black_box(fs::read(entry.path()).expect("a readable file"));
        }
    }
    start.elapsed()
}

struct Server {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
    spoken_of: HashMap<String, bool>,
    id: i64,
}

impl Server {
    /// Up to and with the answer to `initialize`.
    fn start(workspace: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_skill-lsp"))
            .arg("serve")
            .current_dir(workspace)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program");
        let (stdin, stdout) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        let mut server = Server { child, stdin, stdout, spoken_of: HashMap::new(), id: 0 };
        let root = format!("file://{}", workspace.display());
        let edit = json!({"documentChanges": true, "resourceOperations": ["create", "rename", "delete"]});
        server.request(
            "initialize",
            json!({"processId": null, "rootUri": root, "capabilities": {"workspace": {"workspaceEdit": edit}}}),
        );
        server
    }

    fn open(workspace: &Path) -> Self {
        let mut server = Server::start(workspace);
        server.notify("initialized", json!({}));
        server
    }

    /// How many files have diagnostics, once all is checked.
    fn spoken_of(&mut self) -> usize {
        let check = self.request("workspace/executeCommand", json!({"command": "skill-lsp.checkWorkspace"}));
        let count = check["result"]["files"].as_array().map_or(0, Vec::len);
        self.until_spoken_of(count);
        count
    }

    fn until_spoken_of(&mut self, count: usize) {
        while self.spoken_of.values().filter(|some| **some).count() < count {
            self.receive();
        }
    }

    /// From the change to the diagnostics of its version.
    fn keystroke(&mut self, uri: &str, version: i32, change: Value) -> Duration {
        let start = Instant::now();
        let document = json!({"uri": uri, "version": version});
        self.notify("textDocument/didChange", json!({"textDocument": document, "contentChanges": [change]}));
        loop {
            let message = self.receive();
            if message["params"]["uri"] == uri && message["params"]["version"] == version {
                return start.elapsed();
            }
        }
    }

    fn open_document(&mut self, uri: &str, text: &str) {
        let document = json!({"uri": uri, "languageId": "markdown", "version": 1, "text": text});
        self.notify("textDocument/didOpen", json!({"textDocument": document}));
        while self.receive()["params"]["uri"] != uri {}
    }

    /// Opens a document of which there may be nothing to say.
    fn open_quietly(&mut self, uri: &str, text: &str) {
        let document = json!({"uri": uri, "languageId": "markdown", "version": 1, "text": text});
        self.notify("textDocument/didOpen", json!({"textDocument": document}));
        self.round_trip();
    }

    fn round_trip(&mut self) {
        self.request("skill/hosts", json!({"skill": "none"}));
    }

    fn a_skill(&mut self) -> String {
        let list = self.request("skill/execute", json!({"action": "list"}));
        list["result"]["skills"][0]["name"].as_str().expect("a skill").to_owned()
    }

    /// The most memory in use at once, as Linux keeps it.
    fn memory(&self) -> String {
        let text = fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kib: Option<f64> = line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok());
        kib.map_or_else(|| "unknown".to_owned(), |kib| format!("{:.1} MiB", kib / 1024.0))
    }

    fn request(&mut self, method: &str, params: Value) -> Value {
        self.id += 1;
        let id = self.id;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        loop {
            let message = self.receive();
            if message["id"] == id {
                return message;
            }
        }
    }

    fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    fn send(&mut self, message: &Value) {
        let body = message.to_string();
        write!(self.stdin, "Content-Length: {}\r\n\r\n{body}", body.len()).expect("a server that listens");
    }

    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.stdout.read_line(&mut line).expect("a server that speaks") > 0, "the server is gone");
            if line == "\r\n" {
                break;
            }
            if let Some(number) = line.strip_prefix("Content-Length: ") {
                length = number.trim().parse().expect("a length");
            }
        }
        let mut body = vec![0; length];
        self.stdout.read_exact(&mut body).expect("a whole message");
        let message: Value = serde_json::from_slice(&body).expect("JSON");
        if message["method"] == "textDocument/publishDiagnostics" {
            let some = message["params"]["diagnostics"].as_array().is_some_and(|found| !found.is_empty());
            self.spoken_of.insert(message["params"]["uri"].as_str().unwrap_or_default().to_owned(), some);
        }
        message
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn median(times: &[Duration]) -> Duration {
    let mut times = times.to_vec();
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
