//! A Rust file as tokens: the paths it names, its words and its texts, each with its line.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// What one file holds that the checks look at.
#[derive(Debug, Default)]
pub struct Source {
    /// Paths with at least two segments that begin with `crate`, `super`, `self` or a crate's name; `use` trees spelled out.
    pub paths: Vec<Found>,
    /// All identifiers.
    pub words: Vec<Found>,
    /// All string literals, those of doc comments among them.
    pub texts: Vec<Found>,
    /// Lines without those of `#[cfg(test)]` items.
    pub lines: usize,
}

/// Something at its line.
#[derive(Clone, Debug)]
pub struct Found {
    /// The path with `::`, the word or the text.
    pub text: String,
    /// From 1.
    pub line: usize,
    /// Whether it stands in a `#[cfg(test)]` item.
    pub in_test: bool,
}

impl Source {
    /// Reads a file of the module `module` (`["rules", "links"]`), whose own `super` and `self` paths become `crate` paths.
    pub fn read(module: &[String], text: &str) -> Result<Self, String> {
        let tokens: TokenStream = text.parse().map_err(|error| format!("{error}"))?;
        let mut source = Source { lines: text.lines().count(), ..Source::default() };
        source.scan(tokens, &mut module.to_vec(), false);
        Ok(source)
    }

    fn scan(&mut self, tokens: TokenStream, module: &mut Vec<String>, in_test: bool) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        // From `#[cfg(test)]` to the end of the item behind it.
        let mut test_item = false;
        let mut at = 0;
        while at < tokens.len() {
            let in_test = in_test || test_item;
            match &tokens[at] {
                TokenTree::Punct(punct) if punct.as_char() == '#' && is_cfg_test(tokens.get(at + 1)) => {
                    test_item = true
                }
                TokenTree::Punct(punct) if punct.as_char() == ';' => test_item = false,
                TokenTree::Ident(ident) if ident == "use" => {
                    let end = (at..tokens.len()).find(|&at| is_punct(&tokens[at], ';')).unwrap_or(tokens.len());
                    self.use_tree(&tokens[at + 1..end], Vec::new(), module, in_test);
                    at = end;
                    continue;
                }
                TokenTree::Ident(ident) => {
                    let line = ident.span().start().line;
                    let word = ident.to_string();
                    if !at.checked_sub(1).is_some_and(|before| is_punct(&tokens[before], ':')) {
                        let path = path_at(&tokens, at);
                        if path.len() > 1 {
                            self.path(path, module, line, in_test);
                        }
                    }
                    self.words.push(Found { text: word, line, in_test });
                }
                TokenTree::Literal(literal) => {
                    let text = literal.to_string();
                    if text.contains('"') {
                        self.texts.push(Found { text, line: literal.span().start().line, in_test });
                    }
                }
                TokenTree::Group(group) => {
                    let name = at.checked_sub(2).and_then(|at| module_name(&tokens[at], &tokens[at + 1]));
                    let own = name.filter(|_| group.delimiter() == Delimiter::Brace);
                    module.extend(own.clone());
                    self.scan(group.stream(), module, in_test);
                    if own.is_some() {
                        module.pop();
                    }
                    if test_item && group.delimiter() == Delimiter::Brace {
                        let span = group.span_open().start().line..=group.span_close().end().line;
                        self.lines -= span.count();
                        test_item = false;
                    }
                }
                TokenTree::Punct(_) => {}
            }
            at += 1;
        }
    }

    /// `a::{b, c::d as e, f::*}` spelled out.
    fn use_tree(&mut self, tokens: &[TokenTree], before: Vec<String>, module: &[String], in_test: bool) {
        let mut path = before.clone();
        let mut line = 0;
        let mut skip = false;
        for token in tokens {
            match token {
                TokenTree::Ident(ident) if ident == "as" => skip = true,
                TokenTree::Ident(ident) => {
                    line = ident.span().start().line;
                    // `{self}` is the path before it; a name behind `as` is none.
                    let own = ident == "self" && !path.is_empty();
                    if !std::mem::take(&mut skip) && !own {
                        path.push(ident.to_string());
                        self.words.push(Found { text: ident.to_string(), line, in_test });
                    }
                }
                TokenTree::Group(group) => {
                    let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                    self.use_tree(&inner, std::mem::take(&mut path), module, in_test);
                }
                TokenTree::Punct(punct) if punct.as_char() == ',' => {
                    self.path(std::mem::replace(&mut path, before.clone()), module, line, in_test);
                }
                _ => {}
            }
        }
        if !path.is_empty() && line > 0 {
            self.path(path, module, line, in_test);
        }
    }

    fn path(&mut self, mut path: Vec<String>, module: &[String], line: usize, in_test: bool) {
        let relative = matches!(path.first().map(String::as_str), Some("super" | "self"));
        if relative {
            let ups = path.iter().take_while(|segment| *segment == "super").count();
            let selfs = usize::from(path[0] == "self");
            let base = &module[..module.len().saturating_sub(ups)];
            path = ["crate".to_owned()]
                .into_iter()
                .chain(base.iter().cloned())
                .chain(path[ups + selfs..].to_vec())
                .collect();
        }
        if path.len() > 1 {
            self.paths.push(Found { text: path.join("::"), line, in_test });
        }
    }
}

/// `a::b::c` from the identifier at `at` on; `$crate` counts as `crate`.
fn path_at(tokens: &[TokenTree], at: usize) -> Vec<String> {
    let mut path = Vec::new();
    let mut at = at;
    while let Some(TokenTree::Ident(ident)) = tokens.get(at) {
        path.push(ident.to_string());
        let colons = [at + 1, at + 2].iter().all(|&at| tokens.get(at).is_some_and(|token| is_punct(token, ':')));
        if !colons {
            break;
        }
        at += 3;
    }
    path
}

fn is_punct(token: &TokenTree, c: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == c)
}

fn is_cfg_test(attribute: Option<&TokenTree>) -> bool {
    let Some(TokenTree::Group(group)) = attribute else { return false };
    let text: String = group.stream().to_string().split_whitespace().collect();
    text.starts_with("cfg(test)") || text.starts_with("cfg(all(test,")
}

fn module_name(keyword: &TokenTree, name: &TokenTree) -> Option<String> {
    match (keyword, name) {
        (TokenTree::Ident(keyword), TokenTree::Ident(name)) if keyword == "mod" => Some(name.to_string()),
        _ => None,
    }
}
