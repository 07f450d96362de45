// What people type for a command or a flag because another tool calls it that. Loaded only when a line cannot be read.

import { slipsIn, startingWith, within } from '../text/nearest.js';

/** By what was typed: a first word, or two where the first is right. Behind it what to type after `ctx`. */
const commands: Readonly<Record<string, string>> = {
  agent: 'run --agent NAME "what you want done"',
  agents: 'models',
  ask: 'run "what you want done"',
  audit: 'ctxctl audit',
  auth: 'models',
  cat: 'load-session ID --messages',
  'catalog add': 'catalog install ID',
  check: 'verify',
  config: 'doctor',
  context: 'brief',
  continue: 'resume',
  cost: 'stats',
  costs: 'stats',
  dashboard: 'ui --open',
  decisions: 'decision list',
  delete: 'delete-session ID',
  diagnose: 'doctor',
  exec: 'run "what you want done"',
  'fleet delete': 'fleet prune',
  'fleet remove': 'fleet prune',
  'fleet rm': 'fleet prune',
  fleets: 'fleet list',
  go: 'run "what you want done"',
  health: 'doctor',
  history: 'list-sessions',
  'hooks add': 'init --hooks',
  'hooks install': 'init --hooks',
  'hooks uninstall': 'hooks remove',
  info: 'sysinfo',
  install: 'catalog install ID',
  learnings: 'learning list',
  list: 'list-sessions',
  log: 'load-session --last --messages',
  login: 'models',
  logs: 'load-session --last --messages',
  ls: 'list-sessions',
  'mcp list': 'tools',
  'mcp ls': 'tools',
  memory: 'status',
  note: 'pad add "a note"',
  notes: 'pad',
  open: 'ui --open',
  'pad create': 'pad add',
  'pad del': 'pad rm',
  'pad delete': 'pad rm',
  'pad get': 'pad show',
  'pad list': 'pad',
  'pad ls': 'pad',
  'pad new': 'pad add',
  'pad remove': 'pad rm',
  plugins: 'catalog search WORDS',
  policy: 'docs policy',
  print: 'run "what you want done"',
  prompt: 'run "what you want done"',
  'remind ad': 'remind TEXT',
  'remind add': 'remind TEXT',
  'remind create': 'remind TEXT',
  'remind new': 'remind TEXT',
  reminder: 'remind list',
  reminders: 'remind list',
  remove: 'delete-session ID',
  rm: 'delete-session ID',
  session: 'list-sessions',
  sessions: 'list-sessions',
  setup: 'init',
  show: 'load-session --last --messages',
  skill: 'catalog search WORDS',
  skills: 'catalog search WORDS',
  start: 'run "what you want done"',
  tasks: 'task list',
  test: 'doctor',
  todo: 'task list',
  todos: 'task list',
  transcript: 'load-session --last --messages',
  'trust delete': 'trust revoke',
  'trust remove': 'trust revoke',
  'trust rm': 'trust revoke',
  undo: 'pad undo',
  uninstall: 'docs install',
  update: 'docs install',
  upgrade: 'docs install',
  usage: 'stats',
  validate: 'verify',
  watch: 'ui --open',
  web: 'ui --open',
};

/** By what was typed behind a group: what it may be called there, the first that the group has. */
const members: Readonly<Record<string, readonly string[]>> = {
  abort: ['cancel'],
  add: ['write'],
  all: ['list', 'search'],
  check: ['done', 'verify', 'doctor'],
  clean: ['prune', 'archive'],
  complete: ['done'],
  create: ['add', 'run', 'write'],
  del: ['rm', 'remove', 'dismiss', 'revoke', 'done', 'archive'],
  delete: ['rm', 'remove', 'dismiss', 'revoke', 'done', 'archive'],
  disable: ['pause'],
  done: ['dismiss'],
  edit: ['dismiss'],
  enable: ['resume'],
  find: ['search'],
  finish: ['done'],
  kill: ['cancel'],
  ls: ['list', 'search'],
  list: ['search'],
  move: ['mv'],
  new: ['add', 'run', 'write'],
  remove: ['rm', 'dismiss', 'revoke', 'done', 'archive'],
  rename: ['mv'],
  rm: ['remove', 'dismiss', 'revoke', 'done', 'archive'],
  show: ['status', 'list'],
  start: ['run', 'resume'],
  stats: ['status'],
  status: ['list'],
  stop: ['cancel', 'pause'],
  test: ['verify', 'doctor'],
  update: ['edit'],
  view: ['show', 'status', 'list'],
};

/** The words behind the program's name, by the whole that was typed, or by the second word where `has` is what the group has. */
export function meantCommand(
  typed: string,
  program: string,
  has: readonly string[] = [],
): string | undefined {
  if (program === 'ctx' && Object.hasOwn(commands, typed)) return commands[typed];
  const [group = '', word = ''] = typed.split(' ');
  const member = Object.hasOwn(members, word) ? members[word]?.find((each) => has.includes(each)) : undefined;
  return member === undefined ? undefined : `${group} ${member}`;
}

/** The name alone of the command that is meant, without its words and flags. */
export function meantName(word: string, program: string): string | undefined {
  const words = meantCommand(word, program)?.split(' ') ?? [];
  // What follows it is a page.
  if (words[0] === 'docs') return 'docs';
  const end = words.findIndex((each) => !/^[a-z][a-z-]*$/.test(each));
  return words.slice(0, end === -1 ? undefined : end).join(' ') || undefined;
}

/** By what was typed, with its command where it matters: what may be meant, the first that the command has. */
const flags: Readonly<Record<string, readonly string[]>> = {
  '-m': ['--model'],
  '-n': ['--limit', '--max-turns'],
  '-o': ['--out', '--output'],
  '-q': ['--progress none'],
  '-v': ['--version', '--progress plain'],
  '-y': ['--yes'],
  '--allow': ['--allow-tool'],
  '--allowed-tools': ['--allow-tool'],
  '--allowedTools': ['--allow-tool'],
  '--ask': ['--ask-tool'],
  '--budget': ['--max-usd'],
  '--cwd': ['--workspace', '--directory'],
  '--deny': ['--deny-tool'],
  '--disallowed-tools': ['--deny-tool'],
  '--disallowedTools': ['--deny-tool'],
  '--dry': ['--dry-run'],
  '--id': ['--session-id', '--run-id'],
  '--max-budget-usd': ['--max-usd'],
  '--max-cost': ['--max-usd'],
  '--mcp-config': ['--mcp'],
  '--message': ['--task'],
  '--output': ['--out'],
  '--permission-mode': ['--profile'],
  '--prompt': ['--task'],
  '--quiet': ['--progress none'],
  '--read-only': ['--profile read-only'],
  '--readonly': ['--profile read-only'],
  '--reasoning-effort': ['--effort'],
  '--sandbox-mode': ['--profile'],
  '--system-prompt': ['--system'],
  '--append-system-prompt': ['--system'],
  '--timeout': ['--timeout-seconds'],
  '--verbose': ['--progress plain'],
  '--cost': ['--max-usd'],
  '--thinking': ['--effort'],
  'run --config': ['ctx run FILE'],
  'run --resume': ['ctx resume'],
};

const formats: Readonly<Record<string, string>> = {
  json: 'json',
  text: 'text',
  'stream-json': 'stream-json',
  jsonl: 'stream-json',
  ndjson: 'stream-json',
};

export interface TypedFlag {
  /** As it was typed, without a value: `--output`. */
  readonly flag: string;
  /** What stands behind it, in the same word or the next. */
  readonly value?: string | undefined;
  /** The flags that could have been typed, with their dashes. */
  readonly known: readonly string[];
  readonly command?: string | undefined;
}

export function meantFlag({ flag, value, known, command }: TypedFlag): string | undefined {
  const format = Object.hasOwn(formats, value ?? '') ? formats[value ?? ''] : undefined;
  const isFormat = ['--output', '--format', '--out-format', '-o', '-f'].includes(flag);
  if (isFormat && format !== undefined && known.includes('--output-format'))
    return `--output-format ${format}`;
  const meant = [`${command} ${flag}`, flag].flatMap((typed) =>
    Object.hasOwn(flags, typed) ? (flags[typed] ?? []) : [],
  );
  const isThere = (words: string) =>
    words.startsWith('ctx ') || known.includes(words.split(' ', 1)[0] ?? words);
  return meant.find(isThere);
}

/** Flags that let something happen which would not: nobody is led to one by a guess. */
const granting = /^(?:accept|allow|control|force|no-sandbox|outside|trust|without-tls|yes)/;

/** The dashes are no letters that a name could share. A flag that grants something is one slip away, or not meant. */
export function nearestFlag({ flag, known }: TypedFlag): string | undefined {
  const bare = (dashed: string) => dashed.replace(/^--?/, '');
  const typed = bare(flag);
  const names = known.map(bare);
  const harmless = names.filter((name) => !granting.test(name));
  const found =
    within(1, typed, typed.length < 4 ? harmless : names) ??
    within(slipsIn(typed), typed, harmless) ??
    startingWith(typed, harmless);
  return found === undefined ? undefined : `--${found}`;
}
