/** One kind of documents, as VS Code has it. */
export interface Kind {
  scheme: string;
  language?: string;
  pattern?: string;
}

/**
 * The documents that the server may be told of. Newer releases of VS Code give `SKILL.md` the language `skill`; older ones
 * know it as Markdown, and so do users who have set that.
 */
export const SELECTOR: Kind[] = [
  ...['file', 'untitled'].flatMap((scheme) => ['markdown', 'skill'].map((language) => ({ scheme, language }))),
  // Files of other kinds are read by agents as well, and previews show their unsaved text.
  { scheme: 'file', pattern: '**/skills/**' },
  // What is wrong in the settings is said while they are typed.
  { scheme: 'file', pattern: '**/skill-lsp.toml' },
];
