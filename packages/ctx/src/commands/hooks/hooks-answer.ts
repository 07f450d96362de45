// What the commands about hooks return and how it reads.

import * as t from 'typebox';
import { type Style, styled, type Terminal } from '../../cli/terminal.js';
import { type Host, scopes } from '../../hosts/host.js';
import { type ExaminedFile, type HookProblem, hookProblems } from '../../hosts/settings/examine.js';
import type { SettingsChange } from '../../hosts/settings/install.js';
import { closed } from '../../protocol/closed.js';

export const changeSchema = t.Object(
  {
    host: t.String(),
    scope: t.Enum(scopes),
    file: t.String(),
    /** What happened, or with --dry-run would have. */
    change: t.Enum(['created', 'changed', 'unchanged', 'deleted', 'absent']),
    diff: t.String(),
  },
  closed,
);

export type ChangeAnswer = t.Static<typeof changeSchema>;

export async function changeAnswer(
  host: Host,
  scope: ChangeAnswer['scope'],
  change: SettingsChange,
): Promise<ChangeAnswer> {
  return {
    host: host.name,
    scope,
    file: change.file,
    change: kindOf(change),
    diff: await shownChange(change),
  };
}

/** What changes in a settings file, line by line. */
export async function shownChange({
  before = '',
  after = '',
}: Pick<SettingsChange, 'before' | 'after'>): Promise<string> {
  return before === after ? '' : shownDiff(inUnixLines(before), inUnixLines(after));
}

async function shownDiff(before: string, after: string): Promise<string> {
  const { lineDiff } = await import('../../text/line-diff.js');
  const lastLine = before.split('\n').length - 1;
  return lineDiff(before, after, 2)
    .hunks.map(({ old, lines }) => {
      const end = old + lines.filter(({ sign }) => sign !== '+').length - 1;
      const shown = lines.map(({ sign, text }) => `${sign} ${text}\n`).join('');
      return end < lastLine ? `${shown}  …\n` : shown;
    })
    .join('');
}

function inUnixLines(text: string): string {
  const lines = text.replaceAll('\r\n', '\n');
  return lines === '' || lines.endsWith('\n') ? lines : `${lines}\n`;
}

function kindOf({ before, after }: SettingsChange): ChangeAnswer['change'] {
  if (before === undefined) return after === undefined ? 'absent' : 'created';
  if (after === undefined) return 'deleted';
  return before === after ? 'unchanged' : 'changed';
}

export const hookSchema = t.Object(
  {
    host: t.String(),
    scope: t.Enum(scopes),
    file: t.String(),
    event: t.String(),
    version: t.Integer(),
    command: t.String(),
    problems: t.Array(t.Enum(hookProblems)),
  },
  closed,
);

export type HookAnswer = t.Static<typeof hookSchema>;

export function hookAnswers(files: readonly ExaminedFile[]): HookAnswer[] {
  return files.flatMap(({ host, scope, file, hooks }) =>
    hooks.map(({ event, layout, command, problems }) => ({
      host: host.name,
      scope,
      file,
      event,
      version: layout,
      command,
      problems: [...problems],
    })),
  );
}

export const missingSchema = t.Array(
  t.Object({ host: t.String(), scope: t.Enum(scopes), file: t.String(), event: t.String() }, closed),
);

export function missingAnswers(files: readonly ExaminedFile[]): t.Static<typeof missingSchema> {
  return files.flatMap(({ host, scope, file, missing }) =>
    missing.map((event) => ({ host: host.name, scope, file, event })),
  );
}

export const mentionsSchema = t.Array(
  t.Object(
    {
      host: t.String(),
      scope: t.Enum(scopes),
      file: t.String(),
      event: t.String(),
      command: t.String(),
    },
    closed,
  ),
);

export function mentionAnswers(files: readonly ExaminedFile[]): t.Static<typeof mentionsSchema> {
  return files.flatMap(({ host, scope, file, mentions }) =>
    mentions.map(({ event, command }) => ({ host: host.name, scope, file, event, command })),
  );
}

export const pauseSchema = t.Object({ root: t.String(), paused: t.Boolean(), changed: t.Boolean() }, closed);

/** A row for each hook: what is wrong with it, or the word for all being well. */
export function hookRows(
  hooks: readonly Pick<HookAnswer, 'host' | 'scope' | 'event' | 'problems'>[],
  terminal: Terminal,
  [well, wrong]: readonly [string, Style],
): string[][] {
  return hooks.map(({ host, scope, event, problems }) => [
    host,
    scope,
    event,
    problems.length === 0
      ? styled(terminal, 'green', well)
      : styled(terminal, wrong, problems.map((problem) => problemWords[problem]).join('; ')),
  ]);
}

const problemWords: Readonly<Record<HookProblem, string>> = {
  another_version: 'installed by another version; `ctx init --hooks` renews it',
  path_gone: 'what it starts is not there any more; `ctx init --hooks` renews it',
  duplicate: 'registered more than once, so it fires more than once; `ctx hooks remove --scope …`',
  untrusted: 'not trusted, so the host skips it; start codex and look at it with /hooks',
  another_line: 'not the line that this ctx registers, so it was not run; `ctx init --hooks` renews it',
  wrong_answer: 'does not answer as it should; `ctx doctor` may say why',
};

export function diffLines(diff: string, terminal: Terminal): string {
  const styles: Readonly<Record<string, Style>> = { '+': 'green', '-': 'red' };
  return diff.replace(/^([+-]) .*$/gm, (line, sign: string) => styled(terminal, styles[sign] ?? 'dim', line));
}
