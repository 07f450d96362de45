// What people type for a command or a flag because another tool calls it that. Loaded only when a line cannot be read.

/** By what was typed: a first word, or two where the first is right. Behind it what to type after `ctx`. */
const commands: Readonly<Record<string, string>> = {
  agent: 'run --agent NAME "what you want done"',
  agents: 'models',
  ask: 'run "what you want done"',
  auth: 'models',
  cat: 'load-session ID --messages',
  check: 'verify',
  config: 'doctor',
  context: 'brief',
  continue: 'resume',
  cost: 'stats',
  costs: 'stats',
  dashboard: 'ui --open',
  decisions: 'decision list',
  delete: 'delete-session ID',
  exec: 'run "what you want done"',
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
  memory: 'status',
  note: 'pad add "a note"',
  notes: 'pad',
  open: 'ui --open',
  plugins: 'catalog search WORDS',
  print: 'run "what you want done"',
  prompt: 'run "what you want done"',
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
  undo: 'pad undo',
  uninstall: 'docs install',
  update: 'docs install',
  upgrade: 'docs install',
  usage: 'stats',
  validate: 'verify',
  web: 'ui --open',
};

export function meantCommand(word: string, program: string): string | undefined {
  return program === 'ctx' && Object.hasOwn(commands, word) ? commands[word] : undefined;
}

/** The name alone of the command that is meant, without its words and flags. */
export function meantName(word: string, program: string): string | undefined {
  const words = meantCommand(word, program)?.split(' ') ?? [];
  // What follows it is a page.
  if (words[0] === 'docs') return 'docs';
  const end = words.findIndex((each) => !/^[a-z][a-z-]*$/.test(each));
  return words.slice(0, end === -1 ? undefined : end).join(' ') || undefined;
}

/** By what was typed: the flags that may be meant, the first that the command has. */
const flags: Readonly<Record<string, readonly string[]>> = {
  '-m': ['--model'],
  '-n': ['--limit', '--max-turns'],
  '-o': ['--out', '--output'],
  '-q': ['--progress none'],
  '-v': ['--version', '--progress plain'],
  '-y': ['--yes', '--trust'],
  '--allowed-tools': ['--allow-tool'],
  '--allowedTools': ['--allow-tool'],
  '--budget': ['--max-usd'],
  '--cwd': ['--workspace', '--directory'],
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
  '--reasoning-effort': ['--effort'],
  '--sandbox-mode': ['--profile'],
  '--system-prompt': ['--system'],
  '--append-system-prompt': ['--system'],
  '--timeout': ['--timeout-seconds'],
  '--verbose': ['--progress plain'],
  '--cost': ['--max-usd'],
  '--thinking': ['--effort'],
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
}

export function meantFlag({ flag, value, known }: TypedFlag): string | undefined {
  const format = Object.hasOwn(formats, value ?? '') ? formats[value ?? ''] : undefined;
  const isFormat = ['--output', '--format', '--out-format', '-o', '-f'].includes(flag);
  if (isFormat && format !== undefined && known.includes('--output-format'))
    return `--output-format ${format}`;
  const meant = Object.hasOwn(flags, flag) ? flags[flag] : undefined;
  return meant?.find((words) => known.includes(words.split(' ', 1)[0] ?? words));
}
