//! The end of the client: the process that the client named as its own is looked at now and then.

use std::time::Duration;

/// How often it is looked.
const EVERY: Duration = Duration::from_secs(1);

/// Returns when process `id` is gone; never where that cannot be told.
pub async fn gone(id: u32) {
    while is_alive(id) {
        tokio::time::sleep(EVERY).await;
    }
}

#[cfg(unix)]
fn is_alive(id: u32) -> bool {
    use rustix::io::Errno;
    use rustix::process::{Pid, test_kill_process};
    let Some(pid) = i32::try_from(id).ok().and_then(Pid::from_raw) else { return true };
    // A process of somebody else is there all the same.
    !matches!(test_kill_process(pid), Err(Errno::SRCH))
}

#[cfg(not(unix))]
fn is_alive(_: u32) -> bool {
    true
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_process_that_ended_is_gone() {
        let mut child = std::process::Command::new("true").spawn().unwrap();
        let id = child.id();
        child.wait().unwrap();
        tokio::time::timeout(Duration::from_secs(5), gone(id)).await.unwrap();
        assert!(is_alive(std::process::id()));
    }
}
