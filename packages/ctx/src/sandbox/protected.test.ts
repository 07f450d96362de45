import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { appearing } from './protected.js';

it('what others obey and was not there before is told by its name', () => {
  const folder = temporaryFolder({ '.mcp.json': '{}', '.git/HEAD': '' });
  const appeared = appearing(folder);
  expect(appeared()).toEqual([]);
  writeFileSync(join(folder, '.mcp.json'), '{"changed":true}');
  writeFileSync(join(folder, '.envrc'), 'evil');
  writeFileSync(join(folder, 'mine.code-workspace'), '{}');
  mkdirSync(join(folder, '.git/hooks'));
  expect(appeared()).toEqual(['mine.code-workspace', '.envrc', '.git/hooks']);
});
