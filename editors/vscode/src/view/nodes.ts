import type { Limits, TreeFile, TreeRoot, TreeSkill } from '../protocol.js';
import { markdown, row } from '../text.js';

/** A row of the Skills view. */
export type Node = RootNode | SkillNode | FileNode | MessageNode;

export interface RootNode {
  kind: 'root';
  root: TreeRoot;
  /** 1 for the strongest. */
  rank: number;
}

export interface SkillNode {
  kind: 'skill';
  skill: TreeSkill;
  limits: Limits;
  /** The path of the skill that takes this one's name. */
  winner: string | undefined;
}

export interface FileNode {
  kind: 'file';
  skill: TreeSkill;
  file: TreeFile;
  /** The path as calls have it; none for the entry file. */
  path?: string;
}

export interface MessageNode {
  kind: 'message';
  text: string;
}

/** The problems that are worth a badge. */
export function problems({ errors, warnings, infos }: TreeSkill): number {
  return errors + warnings + infos;
}

/** What of a skill is over its limit, in words. */
export function excesses({ sizes }: TreeSkill, limits: Limits): string[] {
  const of = (size: number, limit: number, words: string) => (size > limit ? [`${count(size)} of ${count(limit)} ${words}`] : []);
  return [
    ...of(sizes.description, limits.description, 'characters of description'),
    ...of(sizes.bodyLines, limits.bodyLines, 'lines'),
    ...of(sizes.readUnits, limits.readUnits, 'units'),
    ...of(sizes.files, limits.files, 'files'),
  ];
}

/** The short note behind a skill's name. */
export function note({ skill, limits, winner }: SkillNode): string {
  if (winner) return `shadowed by ${row(winner)}`;
  const over = excesses(skill, limits)[0];
  if (over) return over;
  return `${count(skill.sizes.bodyLines)} ${skill.sizes.bodyLines === 1 ? 'line' : 'lines'}`;
}

/** All there is to say of a skill, as Markdown. */
export function tooltip({ skill, limits, winner }: SkillNode): string {
  const { sizes } = skill;
  const line = (words: string, size: number, limit: number) =>
    `| ${words} | ${count(size)} | of ${count(limit)} | ${size > limit ? '$(warning)' : ''} |`;
  const counts = [
    [skill.errors, 'error'],
    [skill.warnings, 'warning'],
    [skill.infos, 'note'],
    [skill.hints, 'hint'],
  ] as const;
  const said = counts.filter(([number]) => number > 0).map(([number, word]) => `${number} ${word}${number === 1 ? '' : 's'}`);
  return [
    `**${markdown(skill.name, 200)}**`,
    markdown(skill.description) || '*no description*',
    ...(winner ? [`$(warning) An agent that asks for this name gets ${markdown(winner)}.`] : []),
    ...(said.length ? [`$(info) ${said.join(', ')}`] : []),
    ['| | | | |', '| :-- | --: | :-- | :-- |', line('Description, characters', sizes.description, limits.description),
      line('Body, lines', sizes.bodyLines, limits.bodyLines), line('SKILL.md, UTF-16 units', sizes.readUnits, limits.readUnits),
      line('Files', sizes.files, limits.files)].join('\n'),
  ].join('\n\n');
}

/** A size in bytes for people. */
export function bytes(size: number): string {
  if (size < 1_000) return `${size} B`;
  if (size < 1_000_000) return `${(size / 1_000).toFixed(1)} kB`;
  return `${(size / 1_000_000).toFixed(1)} MB`;
}

function count(number: number): string {
  return number.toLocaleString('en');
}
