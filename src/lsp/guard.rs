//! A service around the framework's: exit codes as the protocol wants them, and panics that become errors.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use tower_lsp::jsonrpc::{Error, Id, Request, Response};
use tower_service::Service;

use super::log::Log;

/// What has been said about ending.
#[derive(Debug, Default)]
pub struct Ending {
    shutdown: AtomicBool,
    exit: AtomicBool,
}

impl Ending {
    /// The exit code: 0 only for `exit` after `shutdown`.
    pub fn code(&self) -> u8 {
        u8::from(!(self.exit.load(Ordering::SeqCst) && self.shutdown.load(Ordering::SeqCst)))
    }

    /// Whether the client said `exit`.
    pub fn is_said(&self) -> bool {
        self.exit.load(Ordering::SeqCst)
    }
}

/// Wraps a service.
pub struct Guard<S> {
    inner: S,
    ending: Arc<Ending>,
    log: Log,
    on_exit: Arc<dyn Fn() + Send + Sync>,
}

impl<S> Guard<S> {
    /// `on_exit` is called as soon as `exit` arrives, whatever else is going on.
    pub fn new(inner: S, ending: Arc<Ending>, log: Log, on_exit: Arc<dyn Fn() + Send + Sync>) -> Self {
        Guard { inner, ending, log, on_exit }
    }
}

impl<S, E> Service<Request> for Guard<S>
where
    S: Service<Request, Response = Option<Response>, Error = E>,
    S::Future: Send + 'static,
    E: Send + 'static,
{
    type Response = Option<Response>;
    type Error = E;
    type Future = Pin<Box<dyn Future<Output = Result<Option<Response>, E>> + Send>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), E>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, request: Request) -> Self::Future {
        match request.method() {
            "shutdown" => self.ending.shutdown.store(true, Ordering::SeqCst),
            "exit" => {
                self.ending.exit.store(true, Ordering::SeqCst);
                (self.on_exit)();
            }
            _ => {}
        }
        let (method, id) = (request.method().to_owned(), request.id().cloned());
        let future = Box::pin(self.inner.call(request));
        Box::pin(Caught { future: Some(future), method, id, log: self.log.clone() })
    }
}

/// A handler whose panic is caught.
struct Caught<F> {
    future: Option<Pin<Box<F>>>,
    method: String,
    id: Option<Id>,
    log: Log,
}

impl<F, E> Future for Caught<F>
where
    F: Future<Output = Result<Option<Response>, E>>,
{
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<F::Output> {
        let Some(future) = self.future.as_mut() else { return Poll::Ready(Ok(None)) };
        // The handler is dropped after a panic, and what it shares is behind locks whose poison is dealt with.
        match catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(cx))) {
            Ok(Poll::Pending) => Poll::Pending,
            Ok(done) => {
                self.future = None;
                done
            }
            Err(panic) => {
                self.future = None;
                self.log.error(format!("{} failed: {}", self.method, words(panic.as_ref())));
                let id = self.id.take();
                Poll::Ready(Ok(id.map(|id| Response::from_error(id, Error::internal_error()))))
            }
        }
    }
}

/// What a panic says.
pub fn words(panic: &(dyn std::any::Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("a panic without words")
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Panics;

    impl Service<Request> for Panics {
        type Response = Option<Response>;
        type Error = ();
        type Future = Pin<Box<dyn Future<Output = Result<Option<Response>, ()>> + Send>>;

        fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), ()>> {
            Poll::Ready(Ok(()))
        }

        fn call(&mut self, _: Request) -> Self::Future {
            Box::pin(async {
                tokio::task::yield_now().await;
                panic!("on purpose")
            })
        }
    }

    #[tokio::test]
    async fn a_panic_is_an_internal_error() {
        let mut guard = Guard::new(Panics, Arc::default(), Log::silent(), Arc::new(|| {}));
        let response = guard.call(Request::build("some/method").id(7).finish()).await.unwrap().unwrap();
        assert_eq!(response.id(), &Id::Number(7));
        assert_eq!(response.error().unwrap().code.code(), -32603);
        assert_eq!(guard.call(Request::build("some/notification").finish()).await, Ok(None));
    }

    #[tokio::test]
    async fn the_code_is_zero_only_after_shutdown() {
        let ending: Arc<Ending> = Arc::default();
        let mut guard = Guard::new(Panics, Arc::clone(&ending), Log::silent(), Arc::new(|| {}));
        drop(guard.call(Request::build("exit").finish()));
        assert_eq!(ending.code(), 1);
        drop(guard.call(Request::build("shutdown").id(1).finish()));
        assert_eq!(ending.code(), 0);
    }
}
