/** Why there is no server to ask, in words for people, and what they can do about it. */
export class NoServer extends Error {
  constructor(
    message: string,
    readonly choices: readonly Choice[],
  ) {
    super(message);
  }
}

export type Choice = 'Open Setting' | 'Restart Server' | 'Show Log';
