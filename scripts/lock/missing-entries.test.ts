import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Lock, missingEntries } from './missing-entries.js';

const tool = { version: '2.0.0', optionalDependencies: { 'tool-linux': '2.0.0', 'tool-mac': '2.0.0' } };

describe('an optional dependency that a lock file names', () => {
  it('is missed where it has no entry', () => {
    const packages = { 'node_modules/tool': tool, 'node_modules/tool-linux': { version: '2.0.0' } };
    expect(missingEntries({ packages })).toEqual([
      'node_modules/tool names tool-mac@2.0.0, which has no entry',
    ]);
  });

  it('is found beside its package, below it, and in a workspace', () => {
    const packages = {
      'packages/own': tool,
      'packages/own/node_modules/tool-linux': { version: '2.0.0' },
      'node_modules/outer/node_modules/tool': tool,
      'node_modules/outer/node_modules/tool-linux': { version: '2.0.0' },
      'node_modules/tool-mac': { version: '2.0.0' },
    };
    expect(missingEntries({ packages })).toEqual([]);
  });

  it('is missed where the entry is of another version', () => {
    const packages = {
      '': { optionalDependencies: { 'tool-linux': '2.0.0', loose: '^1.0.0' } },
      'node_modules/tool-linux': { version: '1.9.0' },
      'node_modules/loose': { version: '1.4.0' },
    };
    expect(missingEntries({ packages })).toEqual([
      'the project names tool-linux@2.0.0, and the entry is of 1.9.0',
    ]);
  });

  it('is never missed in the lock file of this repository, which names some', () => {
    const path = join(import.meta.dirname, '../../package-lock.json');
    const lock: Lock = JSON.parse(readFileSync(path, 'utf8'));
    const named = Object.values(lock.packages).flatMap((entry) =>
      Object.keys(entry.optionalDependencies ?? {}),
    );
    expect(named).toContain('@biomejs/cli-darwin-arm64');
    expect(missingEntries(lock)).toEqual([]);
  });
});
