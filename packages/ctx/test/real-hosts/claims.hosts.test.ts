// What an agent said and its log does not bear out, told to the person by the hosts that show what a hook says when the agent stops. Codex’s own
// test looks at its screen; Qwen Code and opencode show such words on their screens alone, and Copilot CLI and Cursor have no place for them.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { hostNamed } from '../../src/hosts/known.js';
import { hostProject } from './host-project.js';
import { type HostPrograms, hostPrograms } from './hosts-on-disk.js';
import { scriptedModelServer } from './scripted-model-server.js';
import { drivenHosts } from './six-hosts.js';

let programs: HostPrograms;
beforeAll(async () => {
  programs = await hostPrograms();
}, 300_000);

const prompt = 'Please say hello to the tortoise';
/** Claude Code tells a program what hooks said; Gemini CLI tells everybody. */
const showing: Readonly<Record<string, readonly string[]>> = {
  'claude-code': ['--output-format', 'stream-json', '--verbose', '--include-hook-events'],
  gemini: [],
};

it.each(
  drivenHosts.filter(({ name }) => Object.hasOwn(showing, name)).map((host) => [host.name, host] as const),
)(
  '%s shows the person at the stop what the log does not bear out, and nothing where it does',
  async (_, host) => {
    for (const [command, isBorneOut] of [
      ['touch allowed.txt', false],
      ['npm test', true],
    ] as const) {
      const server = await scriptedModelServer(prompt, [host.shell(command)], 'It is done. All tests pass.');
      const project = await hostProject();
      writeFileSync(join(project.root, 'package.json'), '{"scripts":{"test":"true"}}');
      await project.ctx('init', '--hooks', '--host', host.name);
      host.prepare(project, server.url, [hostNamed(host.name)?.settingsFiles(project).user ?? '']);
      writeFileSync(join(project.root, '.context/config.yaml'), 'hooks:\n  claims: true\n');
      const argv = [...host.argv(prompt), ...(showing[host.name] ?? [])];
      const { stdout, stderr } = await project.run(programs[host.program], argv);
      expect(stdout).toContain('All tests pass.');
      const told = '“All tests pass.” (the log shows no test command)';
      expect(`${stdout}${stderr}`.includes(told), command).toBe(!isBorneOut);
    }
  },
);
