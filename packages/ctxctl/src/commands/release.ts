import * as t from 'typebox';
import {
  clawable,
  closed,
  columns,
  flag,
  neutral,
  styled,
  type Terminal,
} from '../../../ctx/src/kit/command.js';
import { nearest } from '../../../ctx/src/kit/failures.js';
import { fail } from '../codes.js';
import { versionOf } from '../release/checked-files.js';
import { type Concluded, conductRelease, releaseSteps } from '../release/conduct.js';
import { repositoryRoot } from '../repository.js';

const step = t.Object(
  {
    name: t.String(),
    proves: t.String(),
    verdict: t.Enum(['passed', 'failed', 'not_run', 'planned']),
    problems: t.Array(t.String()),
    notes: t.Array(t.String()),
  },
  closed,
);

const answer = t.Object(
  {
    version: t.String(),
    dry_run: t.Boolean(),
    steps: t.Array(step),
    tarballs: t.Array(
      t.Object({ name: t.String(), version: t.String(), bytes: t.Integer(), files: t.Integer() }, closed),
    ),
  },
  closed,
);

export default clawable({
  name: 'release',
  group: 'maintain',
  summary: 'Check that a release is ready, without publishing it',
  description:
    'Runs the checks of the release workflow on your machine: the same version everywhere, a changelog section, a clean tree, the build, the contents of both tarballs, publint and attw, an install into a fresh prefix and home, the contracts, and npm’s dry run. Steps that need another system or the workflow itself are listed as not run. The first failing step ends the run. With --tag, or in a workflow started by a tag, unfinished items fail too: an unreleased changelog section, a placeholder for the owner. To publish, push a tag; the workflow does the rest.',
  examples: [
    { line: 'ctxctl release --dry-run', says: 'every check; takes a few minutes' },
    { line: 'ctxctl release --dry-run --skip clean-host', says: 'without the longest step' },
    { line: 'ctxctl release --dry-run --tag v0.1.0', says: 'as strict as the workflow' },
    { line: 'ctxctl release --plan', says: 'the steps and what each proves' },
  ],
  arguments: {},
  flags: {
    'dry-run': flag.switch('run the checks and publish nothing (required unless --plan)'),
    plan: flag.switch('list the steps and run nothing'),
    tag: flag.text('the tag to release (default: the tag of the workflow)', 'TAG'),
    skip: flag.texts('skip this step', 'STEP'),
  },
  long: true,
  returns: answer,
  details: answer,
  async run({ flags }, services) {
    const root = repositoryRoot(services.cwd);
    const names = releaseSteps.map(({ name }) => name);
    const unknown = flags.skip.find((name) => !names.includes(name));
    if (unknown !== undefined)
      throw fail('release_step_unknown', {
        operation: 'release',
        target: unknown,
        steps: names,
        nearest: nearest(unknown, names),
      });
    if (flags.plan) return planned(root);
    if (!flags['dry-run']) throw fail('release_by_workflow', { operation: 'release', target: '--dry-run' });
    const { env, signal } = services;
    const tag = flags.tag ?? (env['GITHUB_REF_TYPE'] === 'tag' ? env['GITHUB_REF_NAME'] : undefined);
    const tell = (concluded: Concluded) => services.emit({ type: 'release.step', ...concluded });
    const { steps, tarballs } = await conductRelease({ root, tag, skip: flags.skip, env, signal, tell });
    const data = {
      version: versionOf(root),
      dry_run: true,
      steps: steps.map(({ problems, notes, ...one }) => ({
        ...one,
        problems: [...problems],
        notes: [...notes],
      })),
      tarballs: tarballs.map(({ name, version, bytes, files }) => ({
        name,
        version,
        bytes,
        files: files.length,
      })),
    };
    const failed = steps.find(({ verdict }) => verdict === 'failed');
    if (failed === undefined && !signal.aborted) return data;
    throw fail('release_refused', {
      operation: 'release',
      target: failed?.name ?? 'release',
      problem: failed?.problems[0] ?? 'it was cancelled',
      details: data,
    });
  },
  live: (event, terminal) => ('name' in event && 'verdict' in event ? lineOf(event, terminal) : undefined),
  render({ version, steps, tarballs, dry_run }, terminal) {
    const rows = steps.map(({ name, proves, verdict }) => [mark(verdict, terminal), name, proves]);
    const notes = steps.flatMap(({ name, notes: of }) => of.map((note) => `  ${name}: ${neutral(note)}\n`));
    const packed = tarballs.map(
      ({ name, version: of, bytes, files }) =>
        `  ${name} ${of}: ${files} files, ${Math.round(bytes / 1024)} KiB\n`,
    );
    const head = dry_run ? `Release ${version}, tried and not published:` : `Release ${version}:`;
    return `${head}\n${columns(rows, '  ')}${packed.length === 0 ? '' : `\nPackages\n${packed.join('')}`}${notes.length === 0 ? '' : `\nNotes\n${notes.join('')}`}`;
  },
});

function planned(root: string) {
  const steps = releaseSteps.map(({ name, proves, notHere }) => {
    return {
      name,
      proves,
      verdict: 'planned' as const,
      problems: [],
      notes: notHere === undefined ? [] : [notHere],
    };
  });
  return { version: versionOf(root), dry_run: false, steps, tarballs: [] };
}

function mark(verdict: string, terminal: Terminal): string {
  const colour = { passed: 'green', failed: 'red' } as const;
  return verdict === 'passed' || verdict === 'failed'
    ? styled(terminal, colour[verdict], verdict)
    : verdict.replace('_', ' ');
}

function lineOf(event: object, terminal: Terminal): string {
  const { name, verdict } = { name: '', verdict: '', ...event };
  return `${mark(verdict, terminal)}  ${name}\n`;
}
