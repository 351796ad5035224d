/** The page of skills by hosts, in its own window: gets the skills, shows them, and says what was chosen. */

import { row as oneLine } from '../text.js';
import type { HostReason, HostState, HostVerdict, HostsResult, SkillByHosts } from '../protocol.js';

interface Api {
  postMessage(message: unknown): void;
  getState(): Kept | undefined;
  setState(state: Kept): void;
}
declare function acquireVsCodeApi(): Api;

interface Kept {
  filter: string;
  problems: boolean;
}

interface Column {
  host: string;
  title: string;
}

const SIGN: Record<HostState, string> = { loads: '✓', differs: '≠', lost: '✕', unknown: '?' };
const WORDS: Record<HostState, string> = {
  loads: 'loads as written',
  differs: 'loads, but not as written',
  lost: 'does not load',
  unknown: 'not known',
};
const MANY: Record<HostState, string> = { ...WORDS, loads: 'load as written', differs: 'load, but not as written', lost: 'do not load' };

/** Letters that are typed this soon after one another are looked for together. */
const TYPING_MS = 100;

const api = acquireVsCodeApi();
const kept: Kept = api.getState() ?? { filter: '', problems: false };
let skills: HostsResult = [];
/** The hosts' ids, the best known first. */
let order: string[] = [];
let shown: { rows: SkillByHosts[]; columns: Column[] } = { rows: [], columns: [] };
/** Row and column of the cell that the keyboard is at. */
let at = { row: 0, column: 0 };
let chosen: { uri: string | null; host: string } | undefined;

const filter = element<HTMLInputElement>('filter');
const problems = element<HTMLInputElement>('problems');
const all = element<HTMLInputElement>('all');
const table = element('table');
const why = element('why');
const summary = element('summary');

filter.value = kept.filter;
problems.checked = kept.problems;
let typing: ReturnType<typeof setTimeout> | undefined;
filter.addEventListener('input', () => {
  clearTimeout(typing);
  typing = setTimeout(keep, TYPING_MS);
});
problems.addEventListener('change', keep);
all.addEventListener('change', () => api.postMessage({ type: 'all', on: all.checked }));
element('select').addEventListener('click', () => api.postMessage({ type: 'select' }));
table.addEventListener('click', (event) => choose(event.target));
table.addEventListener('keydown', move);
window.addEventListener('message', ({ data }) => receive(data));
api.postMessage({ type: 'ready' });

function receive(message: { type: string; skills: HostsResult; order: string[]; all: boolean; only?: string; message: string }): void {
  if (message.type === 'failed') {
    table.replaceChildren(make('p', { class: 'empty' }, message.message));
    summary.textContent = '';
    why.replaceChildren();
    return;
  }
  // What is as it was stays the same object, and so its row.
  const before = new Map(skills.map((skill) => [skill.uri, skill]));
  skills = message.skills.map((skill) => {
    const had = before.get(skill.uri);
    return had && JSON.stringify(had) === JSON.stringify(skill) ? had : skill;
  });
  order = message.order;
  all.checked = message.all;
  if (message.only) {
    filter.value = message.only;
    kept.filter = message.only;
  }
  draw();
}

/** Takes in what is asked for, and shows that. */
function keep(): void {
  clearTimeout(typing);
  Object.assign(kept, { filter: filter.value, problems: problems.checked });
  api.setState(kept);
  draw();
}

function draw(): void {
  shown = selected();
  const { rows, columns } = shown;
  at = { row: Math.min(at.row, Math.max(0, rows.length - 1)), column: Math.min(at.column, Math.max(0, columns.length - 1)) };
  summary.replaceChildren(...told());
  if (!rows.length || !columns.length) {
    const words = skills.length ? 'Nothing fits the filter.' : 'There are no skills here: a skill is a folder with a SKILL.md.';
    table.replaceChildren(make('p', { class: 'empty' }, words));
  } else {
    const had = table.contains(document.activeElement);
    const scroll = { left: table.scrollLeft, top: table.scrollTop };
    table.replaceChildren(grid(rows, columns));
    mark();
    table.scrollTo(scroll);
    if (had) cell(at.row, at.column)?.focus();
  }
  explain();
}

/** The skills and hosts that fit the filter: each word must fit a skill, or a host, or its state. */
function selected(): { rows: SkillByHosts[]; columns: Column[] } {
  const words = kept.filter.toLowerCase().split(/\s+/).filter(Boolean);
  const columns = new Map<string, string>();
  for (const skill of skills) for (const { host, title } of skill.hosts) columns.set(host, title);
  const fitsSkill = (skill: SkillByHosts, word: string) => `${skill.skill} ${skill.directory}`.toLowerCase().includes(word);
  const fitsHost = ({ host, title }: Column, word: string) => `${host} ${title}`.toLowerCase().includes(word);
  let hosts = [...columns].map(([host, title]) => ({ host, title }));
  hosts.sort((a, b) => order.indexOf(a.host) - order.indexOf(b.host));
  let rows = skills;
  for (const word of words) {
    const isSkill = rows.some((skill) => fitsSkill(skill, word));
    if (isSkill) rows = rows.filter((skill) => fitsSkill(skill, word));
    else hosts = hosts.filter((host) => fitsHost(host, word));
  }
  if (kept.problems) {
    const ids = new Set(hosts.map(({ host }) => host));
    const differs = ({ host, state }: HostVerdict) => ids.has(host) && (state === 'differs' || state === 'lost');
    rows = rows.filter((skill) => skill.hosts.some(differs));
    const left = new Set(rows.flatMap((skill) => skill.hosts.filter(differs)).map(({ host }) => host));
    hosts = hosts.filter(({ host }) => left.has(host));
  }
  return { rows, columns: hosts };
}

function told(): Node[] {
  const ids = new Set(shown.columns.map(({ host }) => host));
  const verdicts = shown.rows.flatMap((skill) => skill.hosts.filter(({ host }) => ids.has(host)));
  const legend = make('span', { class: 'legend' });
  for (const state of ['loads', 'differs', 'lost', 'unknown'] as const) {
    const number = verdicts.filter((verdict) => verdict.state === state).length;
    const sign = make('b', { class: `${state}-text`, 'aria-hidden': 'true' }, SIGN[state]);
    legend.append(make('span', {}, sign, `${number} ${number === 1 ? WORDS[state] : MANY[state]}`));
  }
  const number = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;
  return [document.createTextNode(`${number(shown.rows.length, 'skill')} × ${number(shown.columns.length, 'host')}:  `), legend];
}

/** Rows that have been made for these hosts. Some hundreds of skills by all hosts take a browser a second to make. */
let made = { columns: '', rows: new WeakMap<SkillByHosts, HTMLElement>() };

function grid(rows: SkillByHosts[], columns: Column[]): HTMLElement {
  const key = columns.map(({ host }) => host).join();
  if (made.columns !== key) made = { columns: key, rows: new WeakMap() };
  const head = make('tr', { role: 'row' }, make('th', { role: 'columnheader', scope: 'col' }, 'Skill'));
  for (const { title } of columns) head.append(make('th', { role: 'columnheader', scope: 'col', title }, make('span', {}, title)));
  const body = make('tbody', { role: 'rowgroup' });
  body.append(...rows.map((skill) => {
    const known = made.rows.get(skill) ?? line(skill, columns);
    made.rows.set(skill, known);
    return known;
  }));
  return make('table', { role: 'grid', 'aria-label': 'Skills by hosts' }, make('thead', { role: 'rowgroup' }, head), body);
}

function line(skill: SkillByHosts, columns: Column[]): HTMLElement {
  const name = make('button', { class: 'link', type: 'button', tabindex: '-1' }, oneLine(skill.skill));
  const place = make('small', {}, oneLine(skill.directory));
  const title = oneLine(skill.shadowedBy ? `${skill.directory}: shadowed by ${skill.shadowedBy}` : skill.directory, 1_000);
  const line = make('tr', { role: 'row' }, make('th', { role: 'rowheader', scope: 'row', title, class: skill.shadowedBy ? 'shadowed' : '' }, name, place));
  const verdicts = new Map(skill.hosts.map((verdict) => [verdict.host, verdict]));
  for (const { host, title } of columns) {
    const verdict = verdicts.get(host);
    if (!verdict) {
      const label = `${title}: does not read this folder`;
      line.append(make('td', { role: 'gridcell', tabindex: '-1', class: 'none', 'aria-label': label, title: label }, '·'));
      continue;
    }
    const reason = worst(verdict);
    const label = `${title}: ${WORDS[verdict.state]}${reason ? `. It ${reason.does}` : verdict.open ? `. Not known: ${verdict.open}` : ''}`;
    const attributes = { role: 'gridcell', tabindex: '-1', 'aria-label': label, title: label, 'aria-selected': 'false' };
    line.append(make('td', { ...attributes, class: verdict.state }, make('b', { 'aria-hidden': 'true' }, SIGN[verdict.state])));
  }
  return line;
}

/** Marks the cell that the keyboard is at, and the one that was chosen. */
function mark(): void {
  for (const other of table.querySelectorAll("td[tabindex='0']")) other.setAttribute('tabindex', '-1');
  for (const other of table.querySelectorAll("td[aria-selected='true']")) other.setAttribute('aria-selected', 'false');
  cell(at.row, at.column)?.setAttribute('tabindex', '0');
  const row = shown.rows.findIndex(({ uri }) => uri === chosen?.uri);
  const found = cell(row, shown.columns.findIndex(({ host }) => host === chosen?.host));
  if (found && !found.classList.contains('none')) found.setAttribute('aria-selected', 'true');
}

function choose(target: EventTarget | null): void {
  if (!(target instanceof Element)) return;
  const index = target.closest('tr')?.sectionRowIndex ?? -1;
  if (target.closest('tbody button')) {
    const skill = shown.rows[index];
    if (skill?.uri) api.postMessage({ type: 'open', uri: skill.uri });
    return;
  }
  const found = target.closest('td');
  if (!found) return;
  go(index, found.cellIndex - 1);
  const { row, column } = at;
  const [skill, host] = [shown.rows[row], shown.columns[column]];
  if (skill && host) chosen = { uri: skill.uri, host: host.host };
  mark();
  explain();
  // Both can be seen: what is told takes room from the table, or stands below it.
  why.scrollIntoView({ block: 'nearest' });
  found.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** Arrows, Home and End go from cell to cell; Enter and Space say why. */
function move(event: KeyboardEvent): void {
  const { row, column } = at;
  const end = { row: shown.rows.length - 1, column: shown.columns.length - 1 };
  const to: Record<string, [number, number]> = {
    ArrowUp: [row - 1, column],
    ArrowDown: [row + 1, column],
    ArrowLeft: [row, column - 1],
    ArrowRight: [row, column + 1],
    Home: [event.ctrlKey ? 0 : row, 0],
    End: [event.ctrlKey ? end.row : row, end.column],
    PageUp: [row - 10, column],
    PageDown: [row + 10, column],
  };
  const next = to[event.key];
  if (next) go(Math.max(0, Math.min(end.row, next[0])), Math.max(0, Math.min(end.column, next[1])));
  else if (event.key === 'Enter' || event.key === ' ') choose(document.activeElement);
  else return;
  event.preventDefault();
}

function go(row: number, column: number): void {
  cell(at.row, at.column)?.setAttribute('tabindex', '-1');
  at = { row, column };
  const next = cell(row, column);
  next?.setAttribute('tabindex', '0');
  next?.focus({ preventScroll: true });
  // Not under the names of the skills and hosts, which stay where they are.
  next?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

function cell(row: number, column: number): HTMLElement | undefined {
  const body = table.querySelector('tbody');
  return column < 0 ? undefined : body?.rows[row]?.cells[column + 1];
}

function explain(): void {
  const skill = skills.find(({ uri }) => uri === chosen?.uri);
  const verdict = skill?.hosts.find(({ host }) => host === chosen?.host);
  if (!skill || !verdict) {
    why.replaceChildren(make('p', { class: 'hint' }, 'Choose a cell to see why (arrow keys, then Enter).'));
    return;
  }
  const title = make('h2', {}, `${oneLine(skill.skill)} in ${verdict.title}: `, make('span', { class: `${verdict.state}-text` }, WORDS[verdict.state]));
  const seen = make('dl', {});
  const field = (name: string, value: string | null) => value !== null && seen.append(make('dt', {}, name), make('dd', {}, value));
  field('Name there', verdict.name && oneLine(verdict.name));
  field('Description there', verdict.description && shortened(verdict.description));
  field('Told to the model', verdict.listed === null ? null : verdict.listed ? 'yes' : 'no');
  const reasons = make('ul', {});
  for (const reason of verdict.reasons) reasons.append(item(skill, verdict, reason));
  const open = verdict.open ? [make('p', {}, `It is not known ${verdict.open}.`)] : [];
  why.replaceChildren(title, ...open, ...(verdict.reasons.length ? [reasons] : []), seen);
}

function item(skill: SkillByHosts, verdict: HostVerdict, reason: HostReason): HTMLElement {
  const links = make('span', { class: 'links' });
  if (skill.uri) {
    const jump = make('button', { class: 'link', type: 'button' }, 'Go to the cause');
    jump.addEventListener('click', () => api.postMessage({ type: 'open', uri: skill.uri, range: reason.range }));
    links.append(jump);
  }
  if (reason.source.startsWith('https://')) {
    const source = make('button', { class: 'link', type: 'button', title: reason.source }, 'Source');
    source.addEventListener('click', () => api.postMessage({ type: 'source', url: reason.source }));
    links.append(source);
  }
  const cause = reason.cause.replaceAll('-', ' ');
  const what = make('small', {}, reason.key ? ` (${cause}: ${reason.key})` : ` (${cause})`);
  return make('li', {}, `${verdict.title} ${reason.does}`, what, links);
}

/** A text of which more would say no more. */
function shortened(text: string): string {
  return text.length > 4_000 ? `${text.slice(0, 4_000)}… (${text.length.toLocaleString('en')} UTF-16 units)` : text;
}

function worst({ reasons }: HostVerdict): HostReason | undefined {
  return reasons.find(({ effect }) => effect !== 'noted');
}

function element<T extends HTMLElement = HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

function make(name: string, attributes: Record<string, string>, ...children: (Node | string)[]): HTMLElement {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) if (value) made.setAttribute(key, value);
  made.append(...children);
  return made;
}
