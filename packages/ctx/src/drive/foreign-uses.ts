// What a call of another agent is under each name that a rule may have for it: the agent's own, Claude Code's and ours, because rules are
// written once for all agents. A call on several files is several uses.

import { posix } from 'node:path';
import type { JudgedTool } from '../policy/policy.js';
import { isMembers } from '../protocol/members.js';

export interface Use {
  readonly tool: JudgedTool;
  readonly input: unknown;
}

export interface CallUses {
  /** For each file, or for the call itself: the same under every name. */
  readonly groups: readonly (readonly Use[])[];
  /** The paths that it would change. */
  readonly changes: readonly string[];
  /** It touches nothing but the agent's own conversation, or what it leads to is asked about by itself. */
  readonly isInner: boolean;
}

interface KnownTool {
  readonly ours: readonly string[];
  readonly claudes: string;
  /** The member that says what a call is about. */
  readonly field: string | undefined;
}

/** What tools of all agents are, by their names in small letters: our own names, Claude Code's, and the member that says what a call is about. */
const known = new Map<string, KnownTool>([
  ...names(['bash', 'run_shell_command', 'shell', 'local_shell', 'execute'], ['bash'], 'Bash', 'command'),
  ...names(['monitor', 'powershell'], ['bash'], 'Bash', 'command'),
  // What is typed into a shell that runs already: no pattern can be evaluated.
  ...names(['write_stdin', 'write_bash', 'write_powershell'], ['bash'], 'Bash'),
  ...names(['exec_command'], ['bash'], 'Bash', 'cmd'),
  ...names(['read_file', 'read'], ['read'], 'Read', 'file_path'),
  ...names(['view', 'view_image'], ['read'], 'Read', 'path'),
  ...names(['write_file', 'write'], ['write'], 'Write', 'file_path'),
  ...names(['create'], ['write'], 'Write', 'path'),
  ...names(['edit', 'replace', 'multiedit'], ['edit'], 'Edit', 'file_path'),
  ...names(['str_replace'], ['edit'], 'Edit', 'path'),
  ...names(['notebookedit', 'notebook_edit'], ['edit'], 'NotebookEdit', 'notebook_path'),
  ...names(['apply_patch', 'file_change', 'delete', 'move'], ['edit', 'write'], 'Edit', 'path'),
  ...names(['glob'], ['glob'], 'Glob'),
  ...names(['grep', 'grep_search', 'search_file_content', 'search', 'rg'], ['grep'], 'Grep'),
  ...names(['list', 'ls', 'list_directory'], ['list'], 'LS'),
  ...names(['fetch', 'web_fetch', 'webfetch'], ['fetch'], 'WebFetch'),
]);

function names(
  list: readonly string[],
  ours: readonly string[],
  claudes: string,
  field?: string,
): [name: string, tool: KnownTool][] {
  return list.map((name) => [name, { ours, claudes, field }]);
}

/** Lists of things to do, plans, topics; and subagents, whose own calls are judged one by one. */
const inner = new Set([
  'todowrite',
  'todo_write',
  'todoread',
  'taskcreate',
  'taskupdate',
  'taskget',
  'tasklist',
  'taskoutput',
  'taskstop',
  'update_plan',
  'update_topic',
  'report_intent',
  'think',
  'switch_mode',
  'enterplanmode',
  'exitplanmode',
  'agent',
  'task',
  'skill',
  'toolsearch',
  'complete_task',
  'invoke_agent',
  'spawn_agent',
  'wait_agent',
  'close_agent',
  'resume_agent',
  'send_input',
  'get_goal',
  'create_goal',
  'update_goal',
  'request_user_input',
]);

/** What rules may call the tools that agents are known to have: Claude Code's names and ours first, then everybody's, in small letters. */
export function knownToolNames(): readonly string[] {
  const tools = [...known.values()];
  return [
    ...new Set([
      ...tools.map(({ claudes }) => claudes),
      ...tools.flatMap(({ ours }) => ours),
      ...known.keys(),
      ...inner,
    ]),
  ];
}

/** `folder`: what absolute paths are made relative to; `leadsTo`: where links on the way of its path lead. */
export function usesOf(tool: string, input: unknown, folder = '', leadsTo?: string): CallUses {
  const { ours, claudes, field } = known.get(tool.toLowerCase()) ?? {
    ours: [tool],
    claudes: tool,
    field: undefined,
  };
  const isCommand = ours.includes('bash');
  const onlyWaits = isCommand && field === undefined && typesNothing(input);
  const called = onlyWaits ? [tool] : [...new Set([tool, claudes, ...ours])];
  const isInner = inner.has(tool.toLowerCase()) || onlyWaits;
  const found = field === undefined ? [] : subjectsIn(field, input, isCommand);
  if (found.length === 0) {
    return { groups: [called.map((name) => ({ tool: { name }, input }))], changes: [], isInner };
  }
  const subject = { field: 'subject', kind: isCommand ? ('command' as const) : ('path' as const) };
  const texts = isCommand ? found : [...found, ...(leadsTo === undefined ? [] : [leadsTo])];
  const within = isCommand ? texts : texts.map((path) => relativeTo(folder, path));
  const isChange = !isCommand && ours.some((name) => name === 'edit' || name === 'write');
  return {
    groups: within.map((text) =>
      called.map((name) => ({ tool: { name, subject }, input: { subject: text } })),
    ),
    changes: isChange ? within : [],
    isInner,
  };
}

/** What a call is about, as people would say it: its command, or its path. */
export function subjectText(tool: string, input: unknown): string {
  const { field = 'command' } = known.get(tool.toLowerCase()) ?? {};
  return (subjectsIn(field, input, true)[0] ?? '').slice(0, 400);
}

/** Hosts differ in what they call the member. A list of words is the script that its shell was given. */
function subjectsIn(usual: string, input: unknown, isCommand: boolean): string[] {
  if (!isMembers(input)) return [];
  const paths = isCommand ? [] : ['paths', 'changes'].flatMap((name) => pathsIn(input[name]));
  if (paths.length > 0) return paths;
  for (const name of [usual, 'file_path', 'filePath', 'filepath', 'path', 'command', 'cmd']) {
    const value = input[name];
    if (typeof value === 'string') return [value];
    if (Array.isArray(value) && isCommand) return [scriptOf(value)];
  }
  return [];
}

function pathsIn(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((one: unknown) => {
    const path = isMembers(one) ? one['path'] : one;
    return typeof path === 'string' ? [path] : [];
  });
}

/** Codex asks a command that runs already what it said since by typing nothing. */
function typesNothing(input: unknown): boolean {
  return isMembers(input) && (input['chars'] ?? input['input']) === '';
}

function scriptOf(words: readonly unknown[]): string {
  const texts = words.filter((word) => typeof word === 'string');
  return /^-\w*c$/.test(texts[1] ?? '') ? (texts[2] ?? '') : texts.join(' ');
}

function relativeTo(folder: string, path: string): string {
  const plain = posix.normalize(path);
  return folder !== '' && plain.startsWith(`${folder}/`) ? plain.slice(folder.length + 1) : plain;
}
