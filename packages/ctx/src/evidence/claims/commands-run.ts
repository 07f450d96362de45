// What a call of any agent's tool did, as far as claims go: a change of a file, or a command and what its end says of each part of it.

import { isMembers } from '../../protocol/members.js';
import { isPlain, kindsOf, mayRunMore } from './known-commands.js';
import { type ClaimKind, claimKinds } from './sayings.js';
import { partsOf, type ScriptPart } from './script-parts.js';

const shells: ReadonlySet<string> = new Set([
  'bash',
  'exec_command',
  'run_shell_command',
  'shell',
  'local_shell',
  'container.exec',
  'powershell',
  'run_in_terminal',
]);

const writers =
  /^(?:write|edit|multiedit|notebookedit|create|apply_patch|write_file|replace|str_replace\w*|edit_file|patch|save_file)$/;

/** Tools that only look, think or note something. Whatever is not known may have run anything. */
const lookers =
  /^(?:read|view|ls|glob|grep|rg|list|think|fetch|webfetch|websearch|notebookread|todo\w*|update_plan|exit_?plan\w*|ask\w*|(?:read|list|search|find|web|fetch|get|google_web|report)_\w+)$/;

/** The text of a shell command; nothing for a tool that starts none. */
export function commandOf(tool: string, input: unknown): string | undefined {
  if (!shells.has(tool.toLowerCase()) || !isMembers(input)) return undefined;
  for (const name of ['command', 'cmd', 'script']) {
    const given = input[name];
    if (typeof given === 'string') return given;
    if (Array.isArray(given)) return given.filter((word) => typeof word === 'string').join(' ');
  }
  return undefined;
}

/** Whether a command goes on behind its result. */
export function runsOn(input: unknown): boolean {
  return isMembers(input) && (input['run_in_background'] === true || input['is_background'] === true);
}

export type ChangedKind = 'code' | 'prose' | undefined;

const prose =
  /\.(?:md|mdx|markdown|txt|rst|adoc|org)$|(?:^|\/)(?:LICENSE|CHANGELOG|README|NOTES|TODO)$|^\/(?:private\/)?tmp\//i;

/** What a call changed: files that tests and builds look at, or only text for people. */
export function changeBy(tool: string, input: unknown): ChangedKind {
  if (!writers.test(tool.toLowerCase())) return undefined;
  const paths = isMembers(input)
    ? ['file_path', 'filePath', 'path'].flatMap((name) =>
        typeof input[name] === 'string' ? [input[name]] : [],
      )
    : [];
  return paths.length > 0 && paths.every((path) => prose.test(path)) ? 'prose' : 'code';
}

export type End = 'good' | 'bad' | 'unknown';

/** What the end of a whole script says of the command in it that bears a claim out: of the last one, where there are several. */
export function endOf(command: string, kind: ClaimKind, failed: boolean): End {
  const parts = partsOf(command);
  const place = parts.findLastIndex(({ text }) => kindsOf(text).includes(kind));
  const [part] = parts.slice(place);
  if (place === -1 || part === undefined) return 'unknown';
  const behind = parts.slice(place + 1);
  const before = parts.slice(0, place);
  const isPiped = part.joint === '|' && !/\bpipefail\b/.test(command);
  if (isPiped || part.joint === '||' || part.joint === '&') return 'unknown';
  // A pipe that fails whole says no more than that something in it failed.
  if (failed) return behind.length === 0 && before.every(isReached) ? 'bad' : 'unknown';
  const stopsAtFailure = /\bset -\w*e/.test(command);
  return stopsAtFailure || parts.slice(place, -1).every(({ joint }) => joint === '&&') ? 'good' : 'unknown';
}

/** Whether the part behind it ran, whatever came of this one. */
function isReached({ text, joint }: ScriptPart): boolean {
  return joint === ';' || joint === '\n' || /^\s*(?:cd|export|source|set|unset|pushd|\w+=\S*)\b/.test(text);
}

/** What a command could bear out. */
export function kindsIn(command: string): ClaimKind[] {
  return [...new Set(partsOf(command).flatMap(({ text }) => kindsOf(text)))];
}

/** What a call may have run without showing it: a script, a container, a list of tasks or a program that nobody knows runs anything. */
export function hiddenIn(tool: string, command: string | undefined): readonly ClaimKind[] {
  if (command === undefined) return isKnown(tool.toLowerCase()) ? [] : claimKinds;
  const parts = partsOf(command).map(({ text }) => text);
  return claimKinds.filter((kind) => parts.some((text) => mayRunMore(text) && !kindsOf(text).includes(kind)));
}

function isKnown(tool: string): boolean {
  return writers.test(tool) || lookers.test(tool);
}

/** Whether it did no more than look: a test may build first, and a commit has hooks. */
export function onlyLooks(command: string): boolean {
  return partsOf(command).every(({ text }) => isPlain(text));
}

/** Whether it looked at what git has. */
export function looksAtGit(command: string): boolean {
  return partsOf(command).some(({ text }) => text.startsWith('git '));
}
