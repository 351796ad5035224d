//! Diagnostics for clients that ask for them.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::*;

use super::engine::{self, Publication};
use super::state::Shared;

/// `textDocument/diagnostic`.
pub async fn document(
    shared: &Arc<Shared>,
    params: DocumentDiagnosticParams,
) -> Result<DocumentDiagnosticReportResult> {
    let uri = params.text_document.uri;
    let found = engine::with(shared, move |engine| engine.publication_of(uri)).await?;
    let items = found.map(|found| found.diagnostics).unwrap_or_default();
    let result_id = id(&items);
    let report = if params.previous_result_id.as_ref() == Some(&result_id) {
        DocumentDiagnosticReport::Unchanged(RelatedUnchangedDocumentDiagnosticReport {
            related_documents: None,
            unchanged_document_diagnostic_report: UnchangedDocumentDiagnosticReport { result_id },
        })
    } else {
        DocumentDiagnosticReport::Full(RelatedFullDocumentDiagnosticReport {
            related_documents: None,
            full_document_diagnostic_report: FullDocumentDiagnosticReport { result_id: Some(result_id), items },
        })
    };
    Ok(report.into())
}

/// `workspace/diagnostic`: what differs from what the client has. When nothing does, the answer waits until something may;
/// the protocol has this for clients that ask again and again.
pub async fn workspace(
    shared: &Arc<Shared>,
    params: WorkspaceDiagnosticParams,
) -> Result<WorkspaceDiagnosticReportResult> {
    let previous = Arc::new(params.previous_result_ids);
    let mut generation = shared.generation.subscribe();
    loop {
        let had = Arc::clone(&previous);
        let items = engine::with(shared, move |engine| {
            let mut uris = engine.uris_spoken_of();
            uris.extend(had.iter().map(|had| had.uri.clone()));
            let found: Vec<Publication> = uris.into_iter().filter_map(|uri| engine.publication_of(uri)).collect();
            found.into_iter().filter_map(|found| differing(found, &had)).collect::<Vec<_>>()
        })
        .await?;
        if !items.is_empty() || previous.is_empty() || generation.changed().await.is_err() {
            return Ok(WorkspaceDiagnosticReport { items }.into());
        }
    }
}

fn differing(found: Publication, had: &[PreviousResultId]) -> Option<WorkspaceDocumentDiagnosticReport> {
    let result_id = id(&found.diagnostics);
    let previous = had.iter().find(|had| had.uri == found.uri);
    if previous.is_some_and(|had| had.value == result_id) || (previous.is_none() && found.diagnostics.is_empty()) {
        return None;
    }
    Some(WorkspaceDocumentDiagnosticReport::Full(WorkspaceFullDocumentDiagnosticReport {
        uri: found.uri,
        version: found.version.map(i64::from),
        full_document_diagnostic_report: FullDocumentDiagnosticReport {
            result_id: Some(result_id),
            items: found.diagnostics,
        },
    }))
}

/// Equal for equal diagnostics.
fn id(items: &[Diagnostic]) -> String {
    let mut hasher = DefaultHasher::new();
    serde_json::to_string(items).unwrap_or_default().hash(&mut hasher);
    format!("{:x}", hasher.finish())
}
