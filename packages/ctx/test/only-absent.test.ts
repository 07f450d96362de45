// Only ENOENT means absent. Node's existsSync also says no where a disk fails or a server forgot the file, and whoever then
// makes a new file loses the old one; disk/is-there.ts asks in its place.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repository } from './built.js';

const system = 'looks for a file of the system, and nothing is made or kept by the answer';
const step = 'a step of a contract, which fails where something is missing that should be there';
const others: Readonly<Record<string, string>> = {
  'ctx/src/agent/tools/bash.ts': system,
  'ctx/src/agent/tools/hide-credentials.ts': system,
  'ctx/src/agent/tools/workspace.ts': system,
  'ctx/src/sandbox/bwrap/diagnose.ts': system,
  'ctx/src/sandbox/inside.ts': system,
  'ctxctl/src/contract/ctx/hook-steps.ts': step,
  'ctxctl/src/contract/ctx/live-claude.ts': step,
  'ctxctl/src/contract/ctx/pack-step.ts': step,
  'ctxctl/src/contract/ctx/real-hosts-step.ts': step,
};

it('nothing takes a failed look for an absent file', () => {
  const folder = join(repository, 'packages');
  const sources = ['ctx/src', 'ctxctl/src'].flatMap((part) =>
    readdirSync(join(folder, part), { recursive: true, encoding: 'utf8' }).map((path) => join(part, path)),
  );
  const asking = sources
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !/fixture/.test(path))
    .filter((path) => /\bexistsSync\(/.test(readFileSync(join(folder, path), 'utf8')));
  expect(asking.sort()).toEqual(Object.keys(others).sort());
});
