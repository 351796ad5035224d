/**
 * The protocol beyond LSP, as `src/lsp/ext.rs` has it. A test compares this file with that one, and with real answers of
 * the server.
 */

/** Which text counts. */
export type Source = 'editor' | 'disk';

export interface ListParams {
  action: 'list';
  directories?: string[];
  source?: Source;
}

export interface ReadParams {
  action: 'read';
  skill: string;
  path?: string;
  directories?: string[];
  source?: Source;
}

export type ExecuteParams = ListParams | ReadParams;

export interface ListResult {
  action: 'list';
  skills: ListedSkill[];
}

export interface ListedSkill {
  name: string;
  description: string;
  files: string[];
  filesTruncated: boolean;
}

export interface ReadResult {
  action: 'read';
  skill: string;
  path: string;
  content: string;
  truncated: boolean;
}

export type ExecuteResult = ListResult | ReadResult;

export interface LoadParams {
  name: string;
  dirs?: string[];
  skills?: DataSkill[];
  filter?: Record<string, boolean>;
  sampleLimit?: number;
  source?: Source;
}

export interface LoadResult {
  output: string;
  isError: boolean;
  metadata?: { name: string; dir: string };
}

/** A skill given as data. */
export interface DataSkill {
  name: string;
  description?: string;
  content?: string;
  base?: string;
  resources?: string[];
}

export interface CatalogParams {
  dirs?: string[];
  skills?: DataSkill[];
  filter?: Record<string, boolean>;
  source?: Source;
}

export interface CatalogResult {
  prompt: string;
  skills: LoadedSkill[];
  skipped: SkippedSkill[];
  warnings: string[];
}

export interface LoadedSkill {
  name: string;
  description?: string;
  location: string;
  content: string;
  origin: 'fs' | 'logical';
  base?: string;
  resources?: string[];
}

export interface SkippedSkill {
  location: string;
  reason: 'missing-name' | 'malformed-frontmatter' | 'duplicate-name' | 'unreadable';
  detail?: string;
}

export interface HostsParams {
  skill?: string;
  hosts?: string[] | 'all';
  source?: Source;
}

export type HostsResult = SkillByHosts[];

export interface SkillByHosts {
  skill: string;
  directory: string;
  file: string;
  uri: string | null;
  shadowedBy: string | null;
  /** The root in which no host looks by itself, where it stands in one: the hosts are judged as if they were given it. */
  given: string | null;
  hosts: HostVerdict[];
}

export type HostState = 'loads' | 'differs' | 'lost' | 'unknown';

export interface HostVerdict {
  host: string;
  title: string;
  state: HostState;
  loads: boolean | null;
  name: string | null;
  description: string | null;
  listed: boolean | null;
  /** What is not known of the host, where its state is unknown: "what it does with …". */
  open: string | null;
  reasons: HostReason[];
}

export interface HostReason {
  cause: string;
  key: string | null;
  effect: 'lost' | 'differs' | 'noted';
  does: string;
  source: string;
  range: Range;
}

export interface Range {
  start: Position;
  end: Position;
}

export interface Position {
  line: number;
  character: number;
}

export interface TreeParams {
  skill?: string;
}

export interface TreeResult {
  limits: Limits;
  roots: TreeRoot[];
}

export interface Limits {
  name: number;
  description: number;
  bodyLines: number;
  files: number;
  readUnits: number;
}

export interface TreeRoot {
  path: string;
  uri: string | null;
  folder: string | null;
  scope: 'user' | 'project' | 'plugin' | 'given';
  hosts: string[];
  skills: TreeSkill[];
}

export interface TreeSkill {
  name: string;
  description: string;
  path: string;
  uri: string | null;
  directory: string | null;
  isInside: boolean;
  shadowedBy: string | null;
  sizes: { description: number; bodyLines: number; readUnits: number; files: number };
  errors: number;
  warnings: number;
  infos: number;
  hints: number;
  files?: TreeFile[];
}

export interface TreeFile {
  path: string;
  uri: string | null;
  bytes: number;
}

export interface DraftParams {
  root: string;
  name: string;
  description: string;
}

export interface DraftResult {
  uri: string | null;
  text: string;
  faults: DraftFault[];
}

export interface DraftFault {
  part: 'name' | 'description' | 'rest';
  severity: 'error' | 'warning' | 'info' | 'hint';
  message: string;
}

export interface ApproveParams {
  toolId: 'skill';
  args: ExecuteParams;
}

export interface ApproveResult {
  decision: 'allow' | 'deny' | 'user_input_required';
  message?: string;
}

export type ChangedParams = Record<string, never>;

/** The `data` of a refusal. */
export interface Refusal {
  kind: string;
  available?: string[];
}

/** A row of the table of hosts: the answer to the command `skill-lsp.showHosts`. */
export interface HostRow {
  id: string;
  title: string;
  roots: string[];
  sources: { url: string; asOf: string; found: string }[];
}

/** Requests to the server. */
export interface Requests {
  'skill/execute': { params: ExecuteParams; result: ExecuteResult };
  'skill/load': { params: LoadParams; result: LoadResult };
  'skill/catalog': { params: CatalogParams; result: CatalogResult };
  'skill/hosts': { params: HostsParams; result: HostsResult };
  'skill/tree': { params: TreeParams; result: TreeResult };
  'skill/draft': { params: DraftParams; result: DraftResult };
}

/** Requests and notifications to the client. */
export interface ToClient {
  'skill/approve': { params: ApproveParams; result: ApproveResult };
  'skill/changed': { params: ChangedParams };
}
