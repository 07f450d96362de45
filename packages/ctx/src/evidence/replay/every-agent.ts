// What a policy would have said of the calls of a recorded session, whoever made them: a call is judged under the agent's own name for the tool and
// under ours, because rules are written once for all agents. Nothing is run.

import { readLines } from '../../disk/lines.js';
import { type JudgedTool, judgeCall } from '../../policy/policy.js';
import { isMembers } from '../../protocol/members.js';
import type { Policy, SessionRecord } from '../../protocol/records.js';
import { longestRecord } from '../../session/chain.js';
import { parsedLine, recordFrom } from '../../session/record-line.js';
import type { RecordShapes } from '../../session/shape.js';

export interface WouldDeny {
  readonly run_id: string;
  readonly turn: number;
  readonly seq: number;
  readonly call_id: string;
  readonly tool: string;
  /** What the call is about: its command or its path. */
  readonly subject: string;
  readonly rule: string;
  readonly reason: string;
}

export interface JudgedSession {
  readonly agent: string;
  readonly calls: number;
  readonly denied: readonly WouldDeny[];
}

const wanted = /"type":"(?:session\.opened|run\.opened|turn\.opened|tool\.requested)"/;

/** Nothing where the file is no session. */
export function judgedSession(
  descriptor: number,
  policy: Policy,
  shapes: RecordShapes,
): JudgedSession | undefined {
  const turns = new Map<string, number>();
  const retold = new Set<string>();
  const denied: WouldDeny[] = [];
  let agent: string | undefined;
  let main = '';
  let calls = 0;
  for (const { text, ended } of readLines(descriptor, { chunkBytes: 1 << 18, longestLine: longestRecord })) {
    const record = ended && wanted.test(text) ? recordFrom(parsedLine(text), shapes) : undefined;
    if (record === undefined) continue;
    if (record.type === 'session.opened') agent = record.origin?.agent.name ?? 'ctx';
    if (record.type === 'run.opened') {
      if (record.parent === undefined) main = record.run_id;
      if (record.retells !== undefined) retold.add(record.retells);
    }
    const run_id = record.run_id ?? main;
    if (record.type === 'turn.opened') turns.set(run_id, record.turn);
    if (record.type !== 'tool.requested') continue;
    calls += 1;
    const found = judged(policy, record);
    if (found === undefined) continue;
    const { seq, call_id, tool, input } = record;
    denied.push({
      run_id,
      turn: turns.get(run_id) ?? 0,
      seq,
      call_id,
      tool,
      subject: subjectOf(tool, input),
      ...found,
    });
  }
  if (agent === undefined) return undefined;
  // What an imported run tells again would be listed twice.
  return { agent, calls, denied: denied.filter(({ run_id }) => !retold.has(run_id)) };
}

function judged(
  { allow, deny, ask }: Policy,
  { tool, input }: Extract<SessionRecord, { readonly type: 'tool.requested' }>,
): { readonly rule: string; readonly reason: string } | undefined {
  const uses = usesOf(tool, input);
  const denying: Policy = { allow: [], deny, on_deny: 'tell', ...(ask !== undefined && { ask }) };
  for (const use of uses) {
    const verdict = judgeCall(denying, use.tool, use.input);
    if (!verdict.allowed) return { rule: verdict.rule, reason: verdict.reason };
  }
  if (allow.length === 0) return undefined;
  const verdicts = uses.map((use) => judgeCall({ allow, deny: [], on_deny: 'tell' }, use.tool, use.input));
  const [first] = verdicts;
  if (first === undefined || first.allowed || verdicts.some((verdict) => verdict.allowed)) return undefined;
  return { rule: first.rule, reason: first.reason };
}

/** What tools of all agents are, by their names in small letters: our own name, and the member that says what a call is about. */
const known = new Map<string, readonly [ours: string, claudes: string, field?: string]>([
  ...['bash', 'run_shell_command'].map((name) => [name, ['bash', 'Bash', 'command']] as const),
  ...['exec_command'].map((name) => [name, ['bash', 'Bash', 'cmd']] as const),
  ...['shell', 'local_shell'].map((name) => [name, ['bash', 'Bash', 'command']] as const),
  ...['read_file', 'read'].map((name) => [name, ['read', 'Read', 'file_path']] as const),
  ['view', ['read', 'Read', 'path']],
  ...['write_file', 'write'].map((name) => [name, ['write', 'Write', 'file_path']] as const),
  ['create', ['write', 'Write', 'path']],
  ...['edit', 'replace', 'multiedit'].map((name) => [name, ['edit', 'Edit', 'file_path']] as const),
  ['notebookedit', ['edit', 'NotebookEdit', 'notebook_path']],
  ['str_replace', ['edit', 'Edit', 'path']],
  ['glob', ['glob', 'Glob']],
  ...['grep', 'grep_search', 'search_file_content'].map((name) => [name, ['grep', 'Grep']] as const),
  ...['list', 'ls', 'list_directory'].map((name) => [name, ['list', 'LS']] as const),
]);

interface Use {
  readonly tool: JudgedTool;
  readonly input: unknown;
}

/** Under each name. A command that stands there as a list of words is the script that its shell was given. */
function usesOf(tool: string, input: unknown): Use[] {
  const [ours, claudes, usual] = known.get(tool.toLowerCase()) ?? [tool, tool];
  const names = [...new Set([tool, claudes, ours])];
  const field = usual === undefined ? undefined : fieldIn(usual, input);
  if (field === undefined) return names.map((name) => ({ tool: { name }, input }));
  const kind = ours === 'bash' ? ('command' as const) : ('path' as const);
  const given = isMembers(input) ? input[field] : undefined;
  const asText = Array.isArray(given) ? { [field]: scriptOf(given) } : input;
  return names.map((name) => ({ tool: { name, subject: { field, kind } }, input: asText }));
}

/** Hosts differ in what they call the member. */
function fieldIn(usual: string, input: unknown): string {
  const others = ['file_path', 'filePath', 'path', 'command', 'cmd'];
  return [usual, ...others].find((name) => isMembers(input) && input[name] !== undefined) ?? usual;
}

function scriptOf(words: readonly unknown[]): string {
  const texts = words.filter((word) => typeof word === 'string');
  return /^-\w*c$/.test(texts[1] ?? '') ? (texts[2] ?? '') : texts.join(' ');
}

function subjectOf(tool: string, input: unknown): string {
  if (!isMembers(input)) return '';
  const [, , field] = known.get(tool.toLowerCase()) ?? [];
  for (const name of [field ?? 'command', 'filePath', 'path', 'cmd']) {
    const value = input[name];
    if (typeof value === 'string') return value.slice(0, 400);
  }
  return '';
}
