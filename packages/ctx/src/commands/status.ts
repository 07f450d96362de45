import * as t from 'typebox';
import { clawable } from '../cli/command.js';
import { columns, styled } from '../cli/terminal.js';
import { currentBranch } from '../git/branch.js';
import { openContext } from '../memory/context.js';
import { overview } from '../memory/overview.js';
import { closed } from '../protocol/closed.js';
import { sessionsFolder } from '../session/sessions-folder.js';

const orNull = <S extends t.TSchema>(schema: S) => t.Union([schema, t.Null()]);

export default clawable({
  name: 'status',
  group: 'memory',
  summary: 'Show what this project’s memory holds',
  description:
    'Lists every part of .context/ with its number of items, how many are open or due, its size in tokens (an estimate that rounds up) and its last change. Parts that cannot be read are listed with the reason.',
  examples: [
    { line: 'ctx status', says: 'at a glance' },
    { line: 'ctx status --output-format json', says: 'for a program' },
  ],
  arguments: {},
  flags: {},
  returns: t.Object(
    {
      root: t.String(),
      branch: orNull(t.String()),
      tokens: t.Integer(),
      parts: t.Array(
        t.Object(
          {
            name: t.String(),
            source: t.String(),
            items: orNull(t.Integer()),
            pending: orNull(t.Integer()),
            tokens: orNull(t.Integer()),
            bytes: t.Integer(),
            changed_at: orNull(t.String()),
            problem: orNull(t.String()),
          },
          closed,
        ),
      ),
    },
    closed,
  ),
  async run(_, services) {
    const context = openContext(services);
    const found = await overview(context, services, sessionsFolder(services), services.clock.now());
    const parts = found.map(({ name, source, items, pending, tokens, bytes, changed, problem }) => ({
      name,
      source,
      items: items ?? null,
      pending: pending ?? null,
      tokens: tokens ?? null,
      bytes,
      changed_at: changed === undefined ? null : new Date(changed).toISOString(),
      problem: problem ?? null,
    }));
    const tokens = parts.reduce((sum, part) => sum + (part.tokens ?? 0), 0);
    return { root: context.root, branch: currentBranch(context.root) ?? null, tokens, parts };
  },
  render({ root, branch, tokens, parts }, terminal) {
    const waiting: Readonly<Record<string, string>> = { tasks: 'open', reminders: 'due' };
    const rows = parts.map(({ name, source, items, pending, tokens: size, bytes, changed_at, problem }) => [
      styled(terminal, 'bold', name),
      problem === null ? String(items ?? '') : styled(terminal, 'red', '!'),
      pending === null ? '' : `${pending} ${waiting[name] ?? 'open'}`,
      size === null ? `${Math.ceil(bytes / 1024)} KB` : `~${size} tokens`,
      changed_at === null ? '' : changed_at.slice(0, 16).replace('T', ' '),
      styled(terminal, problem === null ? 'dim' : 'red', problem === null ? source : `${source}: ${problem}`),
    ]);
    const head = `${root}${branch === null ? '' : ` on ${branch}`}, at most ${tokens} tokens`;
    return `${head}\n\n${columns(rows)}`;
  },
});
