//! All methods of the protocol, each handed to the module that knows it.

use std::sync::Arc;

use serde_json::Value;
use tokio::sync::Notify;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::*;
use tower_lsp::{Client, LanguageServer};

use super::capabilities::Can;
use super::ext::{DraftParams, HostsParams, TreeParams};
use super::ide::{
    completion, definition, formatting, highlight, hints, hover, lens, ranges, references, rename, symbols, tokens,
};
use super::log::Log;
use super::state::Shared;
use super::{actions, commands, convert, execute, parent, pull, scan, sync, tree, watch};

/// The server of one client.
pub struct Server {
    shared: Arc<Shared>,
    orphaned: Arc<Notify>,
}

impl Server {
    /// For one client.
    pub fn new(client: Client, log: Log) -> Self {
        Server { shared: Arc::new(Shared::new(client, log)), orphaned: Arc::default() }
    }

    /// What its parts share.
    pub fn shared(&self) -> &Arc<Shared> {
        &self.shared
    }

    /// Told when the client's process is gone.
    pub fn orphaned(&self) -> &Arc<Notify> {
        &self.orphaned
    }

    /// `skill/execute`.
    pub async fn skill_execute(&self, params: Value) -> Result<Value> {
        execute::execute(&self.shared, params).await
    }

    /// `skill/load`.
    pub async fn skill_load(&self, params: Value) -> Result<Value> {
        execute::load(&self.shared, params).await
    }

    /// `skill/catalog`.
    pub async fn skill_catalog(&self, params: Value) -> Result<Value> {
        execute::catalog(&self.shared, params).await
    }

    /// `skill/hosts`.
    pub async fn skill_hosts(&self, params: HostsParams) -> Result<Value> {
        execute::hosts(&self.shared, params).await
    }

    /// `skill/tree`.
    pub async fn skill_tree(&self, params: TreeParams) -> Result<Value> {
        tree::tree(&self.shared, params).await
    }

    /// `skill/draft`.
    pub async fn skill_draft(&self, params: DraftParams) -> Result<Value> {
        tree::new(&self.shared, params).await
    }

    /// `window/workDoneProgress/cancel`.
    pub async fn cancel_progress(&self, params: WorkDoneProgressCancelParams) {
        scan::cancel(&self.shared, &params);
    }
}

impl LanguageServer for Server {
    async fn initialize(&self, params: InitializeParams) -> Result<InitializeResult> {
        let capabilities = {
            let mut state = self.shared.state();
            let settings = state.settings.taken_over(params.initialization_options.as_ref().unwrap_or(&Value::Null));
            let mut can = Can::of(&params.capabilities);
            can.pull = settings.pull.unwrap_or(can.pull);
            settings.log.into_iter().for_each(|level| self.shared.log.set_level(level));
            state.can = Arc::new(can);
            state.settings = Arc::new(settings);
            match &params.workspace_folders {
                Some(folders) => folders.iter().for_each(|folder| sync::add_folder(&mut state, &folder.uri)),
                None => root(&params).iter().for_each(|uri| sync::add_folder(&mut state, uri)),
            }
            state.can.server(&state.settings)
        };
        if let Some(process) = params.process_id {
            let orphaned = Arc::clone(&self.orphaned);
            tokio::spawn(async move {
                parent::gone(process).await;
                orphaned.notify_one();
            });
        }
        let info =
            ServerInfo { name: env!("CARGO_PKG_NAME").to_owned(), version: Some(env!("CARGO_PKG_VERSION").to_owned()) };
        Ok(InitializeResult { capabilities, server_info: Some(info), ..InitializeResult::default() })
    }

    async fn initialized(&self, _: InitializedParams) {
        self.shared.state().pending.layout = true;
        self.shared.wake.notify_one();
        watch::begin(&self.shared);
        watch::ask_settings(&self.shared);
    }

    async fn shutdown(&self) -> Result<()> {
        self.shared.state().scan.set();
        Ok(())
    }

    async fn did_open(&self, params: DidOpenTextDocumentParams) {
        sync::open(&self.shared, params);
    }

    async fn did_change(&self, params: DidChangeTextDocumentParams) {
        sync::change(&self.shared, params);
    }

    async fn did_save(&self, params: DidSaveTextDocumentParams) {
        sync::save(&self.shared, params);
    }

    async fn did_close(&self, params: DidCloseTextDocumentParams) {
        sync::close(&self.shared, params);
    }

    async fn did_change_workspace_folders(&self, params: DidChangeWorkspaceFoldersParams) {
        sync::change_folders(&self.shared, params);
    }

    async fn did_change_configuration(&self, params: DidChangeConfigurationParams) {
        watch::settings_changed(&self.shared, &params.settings);
    }

    async fn did_change_watched_files(&self, params: DidChangeWatchedFilesParams) {
        watch::files_changed(&self.shared, params);
    }

    async fn hover(&self, params: HoverParams) -> Result<Option<Hover>> {
        hover::hover(&self.shared, params).await
    }

    async fn code_lens(&self, params: CodeLensParams) -> Result<Option<Vec<CodeLens>>> {
        lens::lenses(&self.shared, params).await
    }

    async fn inlay_hint(&self, params: InlayHintParams) -> Result<Option<Vec<InlayHint>>> {
        hints::hints(&self.shared, params).await
    }

    async fn semantic_tokens_full(&self, params: SemanticTokensParams) -> Result<Option<SemanticTokensResult>> {
        tokens::full(&self.shared, params).await
    }

    async fn semantic_tokens_range(
        &self,
        params: SemanticTokensRangeParams,
    ) -> Result<Option<SemanticTokensRangeResult>> {
        tokens::range(&self.shared, params).await
    }

    async fn completion(&self, params: CompletionParams) -> Result<Option<CompletionResponse>> {
        completion::completion(&self.shared, params).await
    }

    async fn goto_definition(&self, params: GotoDefinitionParams) -> Result<Option<GotoDefinitionResponse>> {
        definition::go(&self.shared, params).await
    }

    async fn references(&self, params: ReferenceParams) -> Result<Option<Vec<Location>>> {
        references::find(&self.shared, params).await
    }

    async fn formatting(&self, params: DocumentFormattingParams) -> Result<Option<Vec<TextEdit>>> {
        formatting::document(&self.shared, params).await
    }

    async fn range_formatting(&self, params: DocumentRangeFormattingParams) -> Result<Option<Vec<TextEdit>>> {
        formatting::range(&self.shared, params).await
    }

    async fn prepare_rename(&self, params: TextDocumentPositionParams) -> Result<Option<PrepareRenameResponse>> {
        rename::prepare(&self.shared, params).await
    }

    async fn rename(&self, params: RenameParams) -> Result<Option<WorkspaceEdit>> {
        rename::rename(&self.shared, params).await
    }

    async fn will_rename_files(&self, params: RenameFilesParams) -> Result<Option<WorkspaceEdit>> {
        rename::will_rename_files(&self.shared, params).await
    }

    async fn did_rename_files(&self, params: RenameFilesParams) {
        rename::did_rename_files(&self.shared, params);
    }

    async fn document_link(&self, params: DocumentLinkParams) -> Result<Option<Vec<DocumentLink>>> {
        definition::links(&self.shared, params).await
    }

    async fn document_highlight(&self, params: DocumentHighlightParams) -> Result<Option<Vec<DocumentHighlight>>> {
        highlight::highlight(&self.shared, params).await
    }

    async fn document_symbol(&self, params: DocumentSymbolParams) -> Result<Option<DocumentSymbolResponse>> {
        symbols::document(&self.shared, params).await
    }

    async fn symbol(&self, params: WorkspaceSymbolParams) -> Result<Option<WorkspaceSymbolResponse>> {
        symbols::workspace(&self.shared, params).await
    }

    async fn folding_range(&self, params: FoldingRangeParams) -> Result<Option<Vec<FoldingRange>>> {
        ranges::folding(&self.shared, params).await
    }

    async fn selection_range(&self, params: SelectionRangeParams) -> Result<Option<Vec<SelectionRange>>> {
        ranges::selection(&self.shared, params).await
    }

    async fn code_action(&self, params: CodeActionParams) -> Result<Option<CodeActionResponse>> {
        actions::actions(&self.shared, params).await.map(Some)
    }

    async fn execute_command(&self, params: ExecuteCommandParams) -> Result<Option<LSPAny>> {
        commands::execute(&self.shared, params).await.map(Some)
    }

    async fn diagnostic(&self, params: DocumentDiagnosticParams) -> Result<DocumentDiagnosticReportResult> {
        pull::document(&self.shared, params).await
    }

    async fn workspace_diagnostic(&self, params: WorkspaceDiagnosticParams) -> Result<WorkspaceDiagnosticReportResult> {
        pull::workspace(&self.shared, params).await
    }
}

/// The folder of clients that do not know of several.
fn root(params: &InitializeParams) -> Option<Uri> {
    #[allow(deprecated, reason = "older clients have nothing else")]
    let (uri, path) = (params.root_uri.clone(), params.root_path.as_deref());
    uri.or_else(|| path.and_then(|path| convert::uri(std::path::Path::new(path))))
}
