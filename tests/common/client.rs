//! A client of the real server process, that says exactly what a test wants to be said.
#![allow(dead_code, reason = "each test file uses its part")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends where it cannot go on")]

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// Longer than anything takes, also on a busy machine.
pub const LONG: Duration = Duration::from_secs(60);

pub struct Client {
    pub child: Child,
    stdin: Option<ChildStdin>,
    messages: Receiver<Value>,
    /// While a test holds it, nothing more is read of what the server says.
    pub gate: Arc<Mutex<()>>,
    pub stderr: Arc<Mutex<String>>,
    /// All that came, in order.
    pub seen: Vec<Value>,
    /// The last diagnostics of each document.
    pub diagnostics: HashMap<String, Value>,
    next_id: i64,
    pub root: PathBuf,
}

/// The URI of a path, as simple clients write it.
pub fn uri(path: &Path) -> String {
    format!("file://{}", path.to_str().unwrap().replace(' ', "%20"))
}

impl Client {
    /// Starts the server in a directory.
    pub fn spawn(root: &Path, args: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_skill-lsp"))
            .args(args)
            .current_dir(root)
            .env_clear()
            .env("HOME", root.join("no-home"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (sender, messages) = channel();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let gate: Arc<Mutex<()>> = Arc::default();
        let own = Arc::clone(&gate);
        std::thread::spawn(move || {
            while let Some(message) = read(&mut stdout) {
                drop(own.lock().unwrap());
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        let stderr: Arc<Mutex<String>> = Arc::default();
        let (mut pipe, log) = (BufReader::new(child.stderr.take().unwrap()), Arc::clone(&stderr));
        std::thread::spawn(move || {
            let mut line = String::new();
            while pipe.read_line(&mut line).is_ok_and(|read| read > 0) {
                log.lock().unwrap().push_str(&std::mem::take(&mut line));
            }
        });
        Client {
            stdin: child.stdin.take(),
            child,
            messages,
            gate,
            stderr,
            seen: Vec::new(),
            diagnostics: HashMap::new(),
            next_id: 1000,
            root: root.to_owned(),
        }
    }

    /// Starts the server on a folder and says hello.
    pub fn open_folder(root: &Path, capabilities: Value, options: Value) -> Self {
        let mut client = Client::spawn(root, &["serve", "--stdio"]);
        let folders = json!([{"uri": uri(root), "name": "w"}]);
        client.hello(json!({
            "processId": null, "rootUri": null, "workspaceFolders": folders,
            "capabilities": capabilities, "initializationOptions": options,
        }));
        client
    }

    pub fn hello(&mut self, params: Value) -> Value {
        let answer = self.request("initialize", params);
        self.notify("initialized", json!({}));
        answer
    }

    pub fn send_raw(&mut self, bytes: &[u8]) {
        // The server may be gone, which is what some tests want.
        let _ = self.stdin.as_mut().unwrap().write_all(bytes);
        let _ = self.stdin.as_mut().unwrap().flush();
    }

    pub fn send(&mut self, mut message: Value) {
        message["jsonrpc"] = json!("2.0");
        let body = message.to_string();
        self.send_raw(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    }

    pub fn close_stdin(&mut self) {
        self.stdin = None;
    }

    pub fn notify(&mut self, method: &str, params: Value) {
        self.send(json!({"method": method, "params": params}));
    }

    /// Sends a request without waiting; gives its id.
    pub fn ask(&mut self, method: &str, params: Value) -> i64 {
        self.next_id += 1;
        let mut message = json!({"id": self.next_id, "method": method});
        if !params.is_null() {
            message["params"] = params;
        }
        self.send(message);
        self.next_id
    }

    /// The whole answer to a request.
    pub fn answer(&mut self, id: i64) -> Value {
        self.wait(&format!("an answer to {id}"), |message| message["id"] == id && message.get("method").is_none())
    }

    pub fn call(&mut self, method: &str, params: Value) -> Value {
        let id = self.ask(method, params);
        self.answer(id)
    }

    pub fn request(&mut self, method: &str, params: Value) -> Value {
        let mut answer = self.call(method, params);
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].take()
    }

    /// The next message that fits, now or later.
    pub fn wait(&mut self, what: &str, fits: impl Fn(&Value) -> bool) -> Value {
        let end = Instant::now() + LONG;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.next(left) {
                Some(message) if fits(&message) => return message,
                Some(_) => {}
                None => panic!("no {what}; so far: {:#?}\n{}", self.seen, self.stderr.lock().unwrap()),
            }
        }
    }

    /// The next message, if one comes in time.
    pub fn next(&mut self, within: Duration) -> Option<Value> {
        let message = match self.messages.recv_timeout(within) {
            Ok(message) => message,
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return None,
        };
        if message["method"] == "textDocument/publishDiagnostics" {
            let uri = message["params"]["uri"].as_str().unwrap().to_owned();
            self.diagnostics.insert(uri, message["params"].clone());
        }
        self.seen.push(message.clone());
        Some(message)
    }

    /// Takes in what comes until nothing has come for a while.
    pub fn settle(&mut self, quiet: Duration) {
        while self.next(quiet).is_some() {}
    }

    /// A round trip through the engine: all that was sent before is taken in, published or about to be.
    pub fn sync(&mut self) -> Value {
        let command = json!({"command": "skill-lsp.checkWorkspace", "arguments": []});
        let answer = self.request("workspace/executeCommand", command);
        self.settle(Duration::from_millis(150));
        answer
    }

    pub fn uri(&self, file: &str) -> String {
        uri(&self.root.join(file))
    }

    pub fn open(&mut self, file: &str, text: &str) {
        let uri = self.uri(file);
        self.open_uri(&uri, 1, text);
    }

    pub fn open_uri(&mut self, uri: &str, version: i32, text: &str) {
        let document = json!({"uri": uri, "languageId": "markdown", "version": version, "text": text});
        self.notify("textDocument/didOpen", json!({"textDocument": document}));
    }

    pub fn change(&mut self, file: &str, version: i32, changes: Value) {
        let uri = self.uri(file);
        let document = json!({"uri": uri, "version": version});
        self.notify("textDocument/didChange", json!({"textDocument": document, "contentChanges": changes}));
    }

    pub fn close(&mut self, file: &str) {
        let uri = self.uri(file);
        self.notify("textDocument/didClose", json!({"textDocument": {"uri": uri}}));
    }

    /// Codes of the last diagnostics of a file.
    pub fn codes(&self, file: &str) -> Vec<String> {
        self.codes_of(&self.uri(file))
    }

    pub fn codes_of(&self, uri: &str) -> Vec<String> {
        let list = self.diagnostics.get(uri).and_then(|said| said["diagnostics"].as_array().cloned());
        list.unwrap_or_default().iter().map(|one| one["code"].as_str().unwrap().to_owned()).collect()
    }

    /// Waits until a file has exactly these codes.
    pub fn expect(&mut self, file: &str, codes: &[&str]) {
        let uri = self.uri(file);
        self.expect_uri(&uri, codes);
    }

    pub fn expect_uri(&mut self, uri: &str, codes: &[&str]) {
        let end = Instant::now() + LONG;
        while self.codes_of(uri) != codes {
            let left = end.saturating_duration_since(Instant::now());
            if self.next(left).is_none() {
                panic!(
                    "{uri}: {codes:?} expected, {:?} found\n{}",
                    self.diagnostics.get(uri),
                    self.stderr.lock().unwrap()
                );
            }
        }
    }

    /// Waits until a document has a code, or has it no longer.
    pub fn expect_code(&mut self, uri: &str, code: &str, wanted: bool) {
        let end = Instant::now() + LONG;
        while self.codes_of(uri).iter().any(|own| own == code) != wanted {
            let left = end.saturating_duration_since(Instant::now());
            if self.next(left).is_none() {
                panic!("{uri}: {code} {wanted}: {:?}\n{}", self.diagnostics.get(uri), self.stderr.lock().unwrap());
            }
        }
    }

    /// Says goodbye properly; gives the exit code.
    pub fn goodbye(&mut self) -> i32 {
        self.request("shutdown", Value::Null);
        self.send(json!({"method": "exit"}));
        self.code_within(LONG)
    }

    pub fn code_within(&mut self, time: Duration) -> i32 {
        let end = Instant::now() + time;
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code().unwrap_or(-1);
            }
            assert!(Instant::now() < end, "the process does not end\n{}", self.stderr.lock().unwrap());
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    pub fn log(&self) -> String {
        // The thread that reads it may be a moment behind.
        std::thread::sleep(Duration::from_millis(100));
        self.stderr.lock().unwrap().clone()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read(stdout: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if stdout.read_line(&mut line).ok()? == 0 {
            return None;
        }
        if line == "\r\n" {
            break;
        }
        if let Some(number) = line.strip_prefix("Content-Length: ") {
            length = number.trim().parse().ok()?;
        }
    }
    let mut body = vec![0; length];
    stdout.read_exact(&mut body).ok()?;
    serde_json::from_slice(&body).ok()
}
