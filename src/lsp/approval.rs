//! The client's word before each list and read.

use std::sync::Arc;

use serde_json::{Value, json};
use tower_lsp::Client;
use tower_lsp::jsonrpc::{Id, Request};
use tower_lsp::ls_types::notification::Cancel;
use tower_lsp::ls_types::{CancelParams, NumberOrString};
use tower_service::Service;

use super::ext::{APPROVE, ApproveParams, Approved, Decision};
use super::state::Shared;
use crate::tool::list_read::{ErrorKind, ToolError};

/// Asks the client whether a call may go on, if it wants to be asked.
///
/// # Errors
/// The client's refusal; no answer in time, or none that can be understood, is one as well.
pub async fn ask(shared: &Arc<Shared>, args: &Value) -> Result<(), ToolError> {
    let settings = Arc::clone(&shared.state().settings);
    if !settings.approval {
        return Ok(());
    }
    let mut question = Question { client: shared.client.clone(), id: shared.client.next_request_id(), is_open: true };
    let params = serde_json::to_value(ApproveParams { tool_id: "skill", args: args.clone() }).unwrap_or(Value::Null);
    let request = Request::build(APPROVE).id(question.id.clone()).params(params).finish();
    let answer = shared.client.clone().call(request);
    let Ok(answer) = tokio::time::timeout(settings.approval_timeout, answer).await else {
        let waited = settings.approval_timeout.as_millis();
        return Err(refused(format!("The call was not approved: no answer within {waited} ms")));
    };
    question.is_open = false;
    let answer = match answer.ok().flatten().map(tower_lsp::jsonrpc::Response::into_parts) {
        Some((_, Ok(answer))) => answer,
        Some((_, Err(error))) => return Err(refused(format!("The call was not approved: {}", error.message))),
        None => return Err(refused("The call was not approved: the client is gone".to_owned())),
    };
    match serde_json::from_value::<Approved>(answer.clone()) {
        Ok(Approved { decision: Decision::Allow, .. }) => Ok(()),
        Ok(Approved { decision: Decision::Deny, message }) => {
            Err(refused(message.unwrap_or_else(|| "The call was refused".to_owned())))
        }
        Ok(Approved { decision: Decision::UserInputRequired, message }) => Err(ToolError {
            kind: ErrorKind::UserInputRequired,
            message: message.unwrap_or_else(|| "The user must decide first".to_owned()),
            available: None,
        }),
        Err(_) => {
            let expected = json!({"decision": "allow"});
            shared.log.warn(format!("{APPROVE} was answered by {answer}; something like {expected} was expected"));
            Err(refused(format!("The call was not approved: the answer {answer} is no decision")))
        }
    }
}

fn refused(message: String) -> ToolError {
    ToolError { kind: ErrorKind::Refused, message, available: None }
}

/// A question to the client; one that is dropped without an answer is withdrawn.
struct Question {
    client: Client,
    id: Id,
    is_open: bool,
}

impl Drop for Question {
    fn drop(&mut self) {
        let Id::Number(id) = self.id else { return };
        let Some(id) = i32::try_from(id).ok().filter(|_| self.is_open) else { return };
        let client = self.client.clone();
        tokio::spawn(async move {
            client.send_notification::<Cancel>(CancelParams { id: NumberOrString::Number(id) }).await;
        });
    }
}
