/**
 * What authors have written, in places where the editor would make more of it than text. Names, descriptions and paths come
 * from folders that somebody else may have made.
 */

/** More than this of a text is of no use in one row. */
const MOST = 200;

/** Control characters, and those that turn the direction of what follows, also of what is not theirs. */
const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]/gu;

/** A text as one row: shortened, line ends as blanks, what cannot be seen as `�`. */
export function row(text: string, most = MOST): string {
  // Cut first: the text may be very long. A half of a character is none.
  const cut = text.length > most ? `${text.slice(0, most).replace(/[\ud800-\udbff]$/, '')}…` : text;
  return cut.replaceAll(/\r\n?|[\n\t]/g, ' ').replaceAll(UNSEEN, '\ufffd');
}

/** A row where `$(name)` would become an icon. */
export function label(text: string, most?: number): string {
  return row(text, most).replaceAll('$(', '\\$(');
}

/** A message, where `[words](command:id)` would become a link that runs a command. */
export function message(text: string): string {
  return row(text, 1_000).replaceAll('](', '] (');
}

/** Markdown with icons that shows the text as it is. */
export function markdown(text: string, most = 2_000): string {
  // Icons are looked for in what Markdown makes of it.
  return label(text, most).replaceAll(/[\\`*_{}[\]()#+\-.!|<>~$&:@]/g, '\\$&');
}
