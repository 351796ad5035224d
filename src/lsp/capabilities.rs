//! What the client can do, told once, and what the server can.

use tower_lsp::ls_types::*;

use super::commands;
use super::ide::{completion, tokens};
use super::settings::ClientSettings;
use crate::text::Encoding;

/// What the client can do.
#[derive(Clone, Debug, Default)]
pub struct Can {
    /// The unit of columns that was negotiated.
    pub encoding: Encoding,
    /// Shows places that belong to a diagnostic.
    pub related: bool,
    /// Shows what is unnecessary or deprecated.
    pub tags: bool,
    /// Keeps a diagnostic's data.
    pub data: bool,
    /// Asks for the diagnostics of a text, and can be told to ask again.
    pub pull: bool,
    /// Answers `workspace/configuration`.
    pub configuration: bool,
    /// Watches files for the server.
    pub watch: bool,
    /// Watches files outside its folders.
    pub watch_elsewhere: bool,
    /// Shows progress.
    pub progress: bool,
    /// Takes edits with the version of the text they are meant for.
    pub versioned_edits: bool,
    /// Renames files.
    pub rename: bool,
    /// Creates files.
    pub create: bool,
    /// Shows Markdown in a hover.
    pub markdown: bool,
    /// How it shows what a completion means; none where it takes bare text alone.
    pub completion_markup: Option<MarkupKind>,
    /// Inserts snippets.
    pub snippets: bool,
    /// Can be told to ask for lenses anew.
    pub lens_refresh: bool,
    /// Can be told to ask for inlay hints anew.
    pub hint_refresh: bool,
    /// Takes the text that leads somewhere together with where it leads.
    pub definition_links: bool,
    /// Can be told later that documents are formatted here.
    pub formatting_later: bool,
    /// Shows outlines in which symbols lie in each other.
    pub nested_symbols: bool,
}

impl Can {
    /// Reads what the client says of itself.
    pub fn of(client: &ClientCapabilities) -> Self {
        let text = client.text_document.clone().unwrap_or_default();
        let workspace = client.workspace.clone().unwrap_or_default();
        let published = text.publish_diagnostics.unwrap_or_default();
        let edit = workspace.workspace_edit.unwrap_or_default();
        let operations = edit.resource_operations.unwrap_or_default();
        let watched = workspace.did_change_watched_files.unwrap_or_default();
        let outline = text.document_symbol.and_then(|can| can.hierarchical_document_symbol_support);
        let hover = text.hover.and_then(|hover| hover.content_format);
        let item = text.completion.and_then(|completion| completion.completion_item).unwrap_or_default();
        let refreshed = workspace.diagnostics.is_some_and(|can| can.refresh_support == Some(true));
        Can {
            encoding: encoding(client.general.as_ref().and_then(|general| general.position_encodings.as_deref())),
            related: published.related_information == Some(true),
            tags: published.tag_support.is_some(),
            data: published.data_support == Some(true),
            // Without refreshing, what another file changes would not be seen.
            pull: text.diagnostic.is_some() && refreshed,
            configuration: workspace.configuration == Some(true),
            watch: watched.dynamic_registration == Some(true),
            watch_elsewhere: watched.relative_pattern_support == Some(true),
            progress: client.window.as_ref().is_some_and(|window| window.work_done_progress == Some(true)),
            // Who makes files is told so in such edits, whether it speaks of them or not.
            versioned_edits: edit.document_changes == Some(true) || !operations.is_empty(),
            rename: operations.contains(&ResourceOperationKind::Rename),
            create: operations.contains(&ResourceOperationKind::Create),
            markdown: hover.is_none_or(|formats| formats.contains(&MarkupKind::Markdown)),
            completion_markup: item.documentation_format.and_then(|kinds| best(&kinds)),
            snippets: item.snippet_support == Some(true),
            lens_refresh: workspace.code_lens.is_some_and(|can| can.refresh_support == Some(true)),
            hint_refresh: workspace.inlay_hint.is_some_and(|can| can.refresh_support == Some(true)),
            definition_links: text.definition.is_some_and(|can| can.link_support == Some(true)),
            formatting_later: text.formatting.is_some_and(|can| can.dynamic_registration == Some(true)),
            nested_symbols: outline == Some(true),
        }
    }

    /// What the server can do for this client.
    pub fn server(&self, settings: &ClientSettings) -> ServerCapabilities {
        let encoding = match self.encoding {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
            Encoding::Utf32 => PositionEncodingKind::UTF32,
        };
        ServerCapabilities {
            position_encoding: Some(encoding),
            text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
                open_close: Some(true),
                change: Some(TextDocumentSyncKind::INCREMENTAL),
                save: Some(TextDocumentSyncSaveOptions::Supported(true)),
                ..TextDocumentSyncOptions::default()
            })),
            completion_provider: Some(CompletionOptions {
                trigger_characters: Some(completion::TRIGGERS.map(str::to_owned).into()),
                ..CompletionOptions::default()
            }),
            code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(false) }),
            inlay_hint_provider: Some(OneOf::Left(true)),
            semantic_tokens_provider: Some(
                SemanticTokensOptions {
                    legend: tokens::legend(),
                    range: Some(true),
                    full: Some(SemanticTokensFullOptions::Bool(true)),
                    ..SemanticTokensOptions::default()
                }
                .into(),
            ),
            hover_provider: Some(HoverProviderCapability::Simple(true)),
            rename_provider: Some(OneOf::Right(RenameOptions {
                prepare_provider: Some(true),
                work_done_progress_options: WorkDoneProgressOptions::default(),
            })),
            // Only where it is wanted: editors ask their users which of several formatters to take.
            document_formatting_provider: settings.formatting.then_some(OneOf::Left(true)),
            document_range_formatting_provider: settings.formatting.then_some(OneOf::Left(true)),
            references_provider: Some(OneOf::Left(true)),
            definition_provider: Some(OneOf::Left(true)),
            document_link_provider: Some(DocumentLinkOptions {
                resolve_provider: Some(false),
                work_done_progress_options: WorkDoneProgressOptions::default(),
            }),
            document_highlight_provider: Some(OneOf::Left(true)),
            document_symbol_provider: Some(OneOf::Left(true)),
            workspace_symbol_provider: Some(OneOf::Left(true)),
            folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
            selection_range_provider: Some(SelectionRangeProviderCapability::Simple(true)),
            code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
                code_action_kinds: Some(
                    [CodeActionKind::QUICKFIX, CodeActionKind::new(FIX_ALL)]
                        .into_iter()
                        .chain(super::ide::actions::kinds())
                        .collect(),
                ),
                ..CodeActionOptions::default()
            })),
            execute_command_provider: Some(ExecuteCommandOptions {
                commands: commands::ALL.iter().map(|command| (*command).to_owned()).collect(),
                ..ExecuteCommandOptions::default()
            }),
            workspace: Some(WorkspaceServerCapabilities {
                workspace_folders: Some(WorkspaceFoldersServerCapabilities {
                    supported: Some(true),
                    change_notifications: Some(OneOf::Left(true)),
                }),
                file_operations: Some(WorkspaceFileOperationsServerCapabilities {
                    will_rename: Some(all_files()),
                    did_rename: Some(all_files()),
                    ..WorkspaceFileOperationsServerCapabilities::default()
                }),
            }),
            diagnostic_provider: self.pull.then(|| {
                DiagnosticServerCapabilities::Options(DiagnosticOptions {
                    identifier: Some(super::convert::SOURCE.to_owned()),
                    inter_file_dependencies: true,
                    workspace_diagnostics: true,
                    ..DiagnosticOptions::default()
                })
            }),
            ..ServerCapabilities::default()
        }
    }
}

/// Every file and directory: what lies in no skill is passed over by the server.
fn all_files() -> FileOperationRegistrationOptions {
    let pattern = FileOperationPattern { glob: "**/*".to_owned(), ..FileOperationPattern::default() };
    FileOperationRegistrationOptions { filters: vec![FileOperationFilter { scheme: Some("file".to_owned()), pattern }] }
}

/// The kind of the action that makes all safe fixes of a file.
pub const FIX_ALL: &str = "source.fixAll.skill-lsp";

/// Markdown, where it is among these.
fn best(kinds: &[MarkupKind]) -> Option<MarkupKind> {
    kinds.iter().find(|kind| **kind == MarkupKind::Markdown).or(kinds.first()).cloned()
}

/// UTF-8 where it is offered, since texts are UTF-8; else what the client likes best.
fn encoding(offered: Option<&[PositionEncodingKind]>) -> Encoding {
    let of = |kind: &PositionEncodingKind| match kind {
        kind if *kind == PositionEncodingKind::UTF8 => Some(Encoding::Utf8),
        kind if *kind == PositionEncodingKind::UTF16 => Some(Encoding::Utf16),
        kind if *kind == PositionEncodingKind::UTF32 => Some(Encoding::Utf32),
        _ => None,
    };
    let known: Vec<Encoding> = offered.unwrap_or_default().iter().filter_map(of).collect();
    let best = if known.contains(&Encoding::Utf8) { Some(&Encoding::Utf8) } else { known.first() };
    best.copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_unit_of_columns_is_negotiated() {
        let (eight, sixteen, thirty_two) =
            (PositionEncodingKind::UTF8, PositionEncodingKind::UTF16, PositionEncodingKind::UTF32);
        assert_eq!(encoding(None), Encoding::Utf16);
        assert_eq!(encoding(Some(&[])), Encoding::Utf16);
        assert_eq!(encoding(Some(&[sixteen.clone(), eight])), Encoding::Utf8);
        assert_eq!(encoding(Some(&[thirty_two.clone(), sixteen])), Encoding::Utf32);
        assert_eq!(encoding(Some(&[PositionEncodingKind::new("utf-7"), thirty_two])), Encoding::Utf32);
    }
}
