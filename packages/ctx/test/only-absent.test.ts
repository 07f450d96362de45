// Only ENOENT means absent. Node's existsSync also says no where a disk fails or a server forgot the file, and whoever then
// makes a new file loses the old one; disk/is-there.ts asks in its place.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repository } from './built.js';

const system = 'looks for a file of the system, and nothing is made or kept by the answer';
const others: Readonly<Record<string, string>> = {
  'agent/tools/bash.ts': system,
  'agent/tools/hide-credentials.ts': system,
  'agent/tools/workspace.ts': system,
  'sandbox/bwrap/diagnose.ts': system,
  'sandbox/inside.ts': system,
};

it('nothing takes a failed look for an absent file', () => {
  const folder = join(repository, 'packages/ctx/src');
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !/fixture/.test(path),
  );
  const asking = sources.filter((path) => /\bexistsSync\(/.test(readFileSync(join(folder, path), 'utf8')));
  expect(asking.sort()).toEqual(Object.keys(others).sort());
});
