//! How long `check` takes and how much memory, beside the floor: walking the tree and reading all its Markdown.
//!
//! `cargo bench --bench check`, or with sizes and runs: `cargo bench --bench check -- 200 2000 --runs 9`.
//!
//! Times are medians of runs that take turns with the floor. Where others use the machine as well, the processor's time
//! (Linux) says more than the clock's: it is told beside, for the floor and for all threads of the program.

#![allow(clippy::print_stdout, clippy::expect_used, reason = "a bench prints, and ends where it cannot go on")]

#[path = "generate.rs"]
mod generate;

use std::fs::{self, File};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The ways in which the program is run.
const MODES: [(&str, &[&str]); 2] = [("default hosts", &[]), ("all hosts", &["--host", "all"])];

fn main() {
    let mut sizes: Vec<usize> = Vec::new();
    let mut runs = 7;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--runs" => runs = arguments.next().and_then(|text| text.parse().ok()).expect("--runs wants a number"),
            // Cargo's own.
            "--bench" => {}
            text => sizes.push(text.parse().expect("a size is a number of skills")),
        }
    }
    if sizes.is_empty() {
        sizes = vec![200, 2_000, 10_000];
    }
    println!(
        "{:>7} {:>7} {:>8} {:>10}  {:<14} {:>10} {:>6} {:>12} {:>10} {:>9}  processor: floor, check",
        "skills", "files", "Markdown", "floor", "check", "time", "ratio", "per skill", "peak", "found"
    );
    for size in sizes {
        measure(size, runs);
    }
}

fn measure(size: usize, runs: usize) {
    let dir = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a directory to work in");
    let workspace = dir.path().join("workspace");
    let output = dir.path().join("output");
    let made = generate::generate(&workspace, size, generate::SEED).expect("a workspace");

    // Once for the disk cache, and to see that the program does what is measured.
    let found: Vec<usize> = MODES.iter().map(|(_, arguments)| confirm(&workspace, arguments, &made)).collect();
    assert_eq!(floor(&workspace).1, made.markdown_bytes);

    let this_thread = Path::new("/proc/thread-self");
    let before = scheduled(this_thread);
    floor(&workspace);
    let floor_cpu = scheduled(this_thread) - before;

    let mut floors = Vec::new();
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..runs {
        floors.push(floor(&workspace).0);
        for ((_, arguments), times) in MODES.iter().zip(&mut times) {
            let start = Instant::now();
            let status = spawn(&workspace, arguments, &output).wait().expect("an exit code");
            times.push(start.elapsed());
            assert!(status.code().is_some_and(|code| code < 2), "check ended with {status}");
        }
    }
    let floor = median(floors);
    for (((mode, arguments), times), found) in MODES.iter().zip(times).zip(found) {
        let time = median(times);
        let (peak, cpu) = peaks(spawn(&workspace, arguments, &output));
        println!(
            "{:>7} {:>7} {:>5.1} MB {:>7.1} ms  {:<14} {:>7.1} ms {:>6.2} {:>9.1} µs {:>10} {:>9}  {:.1} ms, {:.1} ms",
            made.skills,
            made.files,
            made.markdown_bytes as f64 / 1e6,
            milliseconds(floor),
            mode,
            milliseconds(time),
            time.as_secs_f64() / floor.as_secs_f64(),
            time.as_secs_f64() * 1e6 / size as f64,
            peak.map_or_else(|| "unknown".to_owned(), |kib| format!("{:.1} MiB", kib as f64 / 1024.0)),
            found,
            milliseconds(floor_cpu),
            milliseconds(cpu),
        );
    }
}

/// Walks the tree and reads every Markdown file, on one thread; gives the time and the bytes read.
fn floor(dir: &Path) -> (Duration, usize) {
    let start = Instant::now();
    let mut bytes = 0;
    for entry in walkdir::WalkDir::new(dir) {
        let entry = entry.expect("a readable tree");
        if entry.file_type().is_file() && entry.path().extension().is_some_and(|suffix| suffix == "md") {
            bytes += std::hint::black_box(fs::read(entry.path()).expect("a readable file")).len();
        }
    }
    (start.elapsed(), bytes)
}

fn spawn(workspace: &Path, arguments: &[&str], output: &Path) -> Child {
    Command::new(env!("CARGO_BIN_EXE_skill-lsp"))
        .arg("check")
        .args(arguments)
        .arg(".")
        .current_dir(workspace)
        .stdin(Stdio::null())
        .stdout(File::create(output).expect("a file for the output"))
        .stderr(Stdio::null())
        .spawn()
        .expect("the program")
}

/// One run whose JSON must tell of all skills; gives the number of diagnostics.
fn confirm(workspace: &Path, arguments: &[&str], made: &generate::Made) -> usize {
    let output = Command::new(env!("CARGO_BIN_EXE_skill-lsp"))
        .args(["check", "--format", "json"])
        .args(arguments)
        .arg(".")
        .current_dir(workspace)
        .stdin(Stdio::null())
        .output()
        .expect("the program");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(report["summary"]["skills"], made.skills, "{}", report["summary"]);
    let found = report["diagnostics"].as_array().map_or(0, Vec::len);
    assert!(found >= made.faulty.len(), "{found} diagnostics for {} faulty skills", made.faulty.len());
    found
}

/// The most memory in use at once, in KiB, and the processor's time of all threads, as Linux keeps them for a running
/// process; nothing elsewhere.
fn peaks(mut child: Child) -> (Option<u64>, Duration) {
    let process = format!("/proc/{}", child.id());
    let (mut peak, mut cpu) = (None, Duration::ZERO);
    while child.try_wait().is_ok_and(|ended| ended.is_none()) {
        let text = fs::read_to_string(format!("{process}/status")).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kib = line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok());
        peak = peak.max(kib);
        let threads = fs::read_dir(format!("{process}/task")).into_iter().flatten().flatten();
        cpu = cpu.max(threads.map(|thread| scheduled(&thread.path())).sum());
        std::thread::sleep(Duration::from_micros(200));
    }
    (peak, cpu)
}

/// How long a thread has run, as the scheduler counts it.
fn scheduled(thread: &Path) -> Duration {
    let text = fs::read_to_string(thread.join("schedstat")).unwrap_or_default();
    Duration::from_nanos(text.split(' ').next().and_then(|nanos| nanos.parse().ok()).unwrap_or_default())
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
