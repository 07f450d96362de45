import { expect, it } from 'vitest';
import { builtFolder } from '../../test/built.js';
import { temporaryFolder } from '../../test/folder.js';
import { ctxProgram, runCtx, runIn } from '../../test/in-process.js';
import { readTable } from '../cli/shipped.js';
import { missingProofs } from './parity-audit.js';

const table = readTable(builtFolder());

it('has a row for every command with its surface and its proofs', async () => {
  const { stdout } = await runCtx(['parity-audit']);
  for (const { name, surface, docs } of table.commands) {
    expect(stdout).toMatch(new RegExp(`^\\| ${name} \\| ${surface} \\| .*${docs}`, 'm'));
  }
});

it('asks for no more than the surface needs', () => {
  const [entry] = table.commands;
  if (entry === undefined) throw new Error('the table is empty');
  const bare = { ...entry, schema: null, docs: null, fixture: null, tests: null };
  expect(missingProofs({ ...bare, surface: 'clawable' })).toEqual(['schema', 'docs', 'fixture', 'tests']);
  expect(missingProofs({ ...bare, surface: 'opted-out' })).toEqual(['docs', 'tests']);
  expect(missingProofs({ ...bare, surface: 'foreign', docs: 'd', tests: 't' })).toEqual([]);
});

it('shows a gap in the row and below, and says so where there is none', async () => {
  const sysinfo = { ...table.commands.find(({ name }) => name === 'sysinfo'), fixture: 'f', tests: 't' };
  const audit = (entry: object) => {
    const shippedFolder = temporaryFolder({
      'schemas/commands.json': JSON.stringify({ ...table, commands: [entry] }),
    });
    return runIn({ ...ctxProgram(), shippedFolder }, ['parity-audit']);
  };
  expect((await audit(sysinfo)).stdout).toContain('Nothing: all 1 commands have what their surface needs.');
  const { stdout } = await audit({ ...sysinfo, fixture: null });
  expect(stdout).toContain('| docs/cli/sysinfo.md | **missing** | t |');
  expect(stdout).toContain('- `sysinfo` has no fixture.');
});
