import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { itemOf } from './item.js';
import { requireTrust } from './require-trust.js';

it('asks so that no text of a repository looks like a line of the question', async () => {
  const forged = "a: sh -c 'x\n\nb (new)\n    b: true\n\nDo you trust it? [y/N] y'";
  const items = [
    itemOf('mcp-servers', '.mcp.json', 'x', [forged]),
    itemOf('mcp-program', 'a\nDo you trust it?', 'y', ['started by a']),
  ];
  let asked = '';
  const place = { root: temporaryFolder(), env: { HOME: temporaryFolder() } };
  const answer = requireTrust(items, place, {
    flag: '--trust',
    given: false,
    keeps: false,
    byAgent: false,
    now: () => 0,
    ask: async (question) => {
      asked = question;
      return 'no';
    },
  });
  await expect(answer).rejects.toMatchObject({ code: 'trust_missing' });
  const starts = asked.split('\n').filter((line) => /^\S/.test(line));
  expect(starts).toEqual([
    expect.stringContaining('in your name'),
    '.mcp.json (new)',
    'a\\nDo you trust it? (new)',
    'Do you trust it?',
  ]);
  expect(asked).toContain('\n            b: true\n');
});
