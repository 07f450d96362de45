// The escape suite, as root and as a user: every way out works without the sandbox, none works inside, and work goes on.

import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { repository } from './built.js';
import { escapes } from './sandbox/escapes.js';
import { harmless } from './sandbox/harmless.js';
import { secret } from './sandbox/world.js';

interface Results {
  readonly outside: Readonly<Record<string, boolean>>;
  readonly inside: Readonly<Record<string, boolean>>;
  readonly insideWithHosts: Readonly<Record<string, boolean>>;
  readonly insideNested: Readonly<Record<string, boolean>>;
  readonly nested: { readonly byDefault: string; readonly allowed: string };
  readonly work: Readonly<Record<string, { ok: boolean; output: string }>>;
  readonly asked: readonly string[];
}

const amRoot = process.getuid?.() === 0;
/** Root of a user namespace can become somebody else there, but has none of the machine's power that the sandbox would have to withhold. */
const isMachines = amRoot && /^\s*0\s+0\s+4294967295\s*$/.test(readFileSync('/proc/self/uid_map', 'utf8'));
const people = isMachines ? (['root', 'user'] as const) : (['user'] as const);
/** As nobody in particular. */
const otherUser = ['--reuid=65534', '--regid=65534', '--clear-groups'];

let folder = '';
let suite = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ctx-suite-'));
  chmodSync(folder, 0o755);
  suite = join(folder, 'suite.mjs');
  const input = join(import.meta.dirname, 'fixtures/escape-suite.ts');
  const bundle = await rolldown({ input, platform: 'node', logLevel: 'silent' });
  await bundle.write({ file: suite, format: 'esm', codeSplitting: false });
  await bundle.close();
  writeFileSync(join(folder, 'inherited'), secret);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(people)('as %s', (person) => {
  let results: Results;

  beforeAll(() => {
    const asPerson = amRoot && person === 'user' ? ['setpriv', ...otherUser] : [];
    // Descriptor 251 is open on a secret when the suite starts. It takes 20 seconds where nothing else is going on.
    const words = ['-c', 'exec 251<"$0"; exec "$@"', join(folder, 'inherited')];
    const { stdout, stderr, status } = spawnSync(
      '/bin/bash',
      [...words, ...asPerson, 'timeout', '--kill-after=1', '300', process.execPath, suite],
      {
        env: {
          PATH: '/usr/local/bin:/usr/bin:/bin',
          TMPDIR: tmpdir(),
          REPO: repository,
          HOME: '/nonexistent',
        },
        stdio: [openSync('/dev/null', 'r'), 'pipe', 'pipe'],
        encoding: 'utf8',
        maxBuffer: 64 * 1024 * 1024,
      },
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    results = JSON.parse(stdout);
  }, 310_000);

  const table = escapes.filter(({ as }) => as === undefined || as === person);

  it.each(table)('outside, one can $name', ({ name }) => {
    expect(results.outside[name]).toBe(true);
  });

  it.each(table)('inside, one cannot $name', ({ name }) => {
    expect(results.inside[name]).toBe(false);
  });

  it.each(table.filter(({ withHosts }) => withHosts === true))(
    'inside with some hosts allowed, one cannot $name',
    ({ name }) => {
      expect(results.insideWithHosts[name]).toBe(false);
    },
  );

  it('inside, a program cannot make a sandbox of its own', () => {
    expect(results.nested.byDefault).not.toContain('inner');
  });

  if (person === 'user') {
    it('inside with `nested: true`, it can', () => {
      expect(results.nested.allowed).toContain('inner');
    });

    it.each(table.filter(({ nested }) => nested === true))(
      'inside with `nested: true`, one cannot $name',
      ({ name }) => {
        expect(results.insideNested[name]).toBe(false);
      },
    );
  }

  it.each(harmless)('inside, this works: $name', ({ name, expect: wanted }) => {
    expect(results.work[name]?.output).toContain(wanted);
  });

  it('what npm installed came from the registry that is allowed', () => {
    expect(results.asked).toEqual(expect.arrayContaining(['/tiny-answer', '/tiny-answer-1.0.0.tgz']));
  });
});
