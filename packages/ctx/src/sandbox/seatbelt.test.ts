import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { planSandbox } from './plan.js';
import { makePrivateFolders } from './private-folders.js';
import { defaultRules, type SandboxRules } from './rules.js';
import { seatbeltProfile } from './seatbelt.js';
import { viewOf } from './view.js';

async function profile(rules: Partial<SandboxRules> = {}, port?: number) {
  const home = temporaryFolder({
    'project/.env': '',
    'project/.git/config': '',
    'project/.context/sessions/s': '',
  });
  const project = join(home, 'project');
  mkdirSync(join(project, '.git/hooks'));
  writeFileSync(join(project, 'odd "name".pem'), '');
  const folders = makePrivateFolders([home]);
  try {
    const place = { workspace: project, root: project, env: { HOME: home }, logs: [], programs: [] };
    const plan = planSandbox({ ...defaultRules, ...rules }, place, folders);
    return {
      project,
      folders,
      lines: seatbeltProfile(plan, viewOf(plan, plan.hidden.find(), []), port).split('\n'),
    };
  } finally {
    await folders.remove();
  }
}

describe('the profile for macOS (which nobody has run yet)', () => {
  it('denies what nothing allows', async () => {
    const { lines } = await profile();
    expect(lines.slice(0, 2)).toEqual(['(version 1)', '(deny default)']);
    expect(lines.join('\n')).not.toMatch(/securityd|appleevent|lsopen/);
  });

  it('opens the workspace, and closes git’s settings and our memory after it', async () => {
    const { lines, project } = await profile();
    const open = lines.indexOf(`(allow file-read* file-write* (subpath "${project}"))`);
    expect(open).toBeGreaterThan(0);
    for (const path of ['.git/config', '.git/hooks', '.context'])
      expect(lines.indexOf(`(deny file-write* (subpath "${project}/${path}"))`)).toBeGreaterThan(open);
  });

  it('closes secrets and sessions last, whatever their names', async () => {
    const { lines, project } = await profile();
    for (const path of ['.env', '.context/sessions', 'odd \\"name\\".pem'])
      expect(lines).toContain(`(deny file-read* file-write* (subpath "${project}/${path}"))`);
  });

  it.each<[SandboxRules['network'], number | undefined, string | undefined]>([
    ['none', undefined, undefined],
    ['open', undefined, '(allow network*)'],
    [['example.test'], 4711, '(allow network-outbound (remote ip "localhost:4711"))'],
  ])('with the network %j and a proxy at %j, says %j', async (network, port, line) => {
    const { lines } = await profile({ network }, port);
    const outward = lines.filter((one) => one.includes('network') && !one.includes('unix-socket'));
    expect(outward).toEqual(line === undefined ? [] : [line]);
  });
});
