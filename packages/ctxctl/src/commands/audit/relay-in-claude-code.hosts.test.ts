// The relay in Claude Code itself, wired in a repository's own settings, against a scripted model on loopback.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { builtFolder, runBuilt } from '../../../../ctx/test/built.js';
import { writeFiles } from '../../../../ctx/test/folder.js';
import { claudeCodeProject, showsAtTerminal } from '../../../../ctx/test/real-hosts/claude-code-project.js';
import { type HostPrograms, hostPrograms } from '../../../../ctx/test/real-hosts/hosts-on-disk.js';
import { scriptedModelServer } from '../../../../ctx/test/real-hosts/scripted-model-server.js';
import { findings, reportFiles } from '../../../test/audited.js';

const prompt = 'Please say hello to the auditor';
const finding = '- the tortoise has no page, “quoted”, and a path: C:\\garden';

let programs: HostPrograms;
beforeAll(async () => {
  programs = await hostPrograms();
}, 300_000);

async function auditedProject(url: string) {
  const project = await claudeCodeProject(url);
  execFileSync('git', ['init', '--quiet'], { cwd: project.root, env: project.env });
  const relay = `"${process.execPath}" "${join(builtFolder('ctxctl'), 'relay.cjs')}"`;
  const hooks = { UserPromptSubmit: [{ hooks: [{ type: 'command', command: relay }] }] };
  writeFiles(project.root, {
    '.claude/settings.json': JSON.stringify({ hooks }),
    ...reportFiles(findings('surface', { body: `# Surface\n\n${finding}\n` })),
  });
  return project;
}

it('puts a report before the model, verbatim, and once', async () => {
  const server = await scriptedModelServer(prompt, [], 'It has one now.');
  const project = await auditedProject(server.url);
  const { stdout } = await runBuilt('ctxctl', ['audit-relay'], { cwd: project.root });
  const box: string = JSON.parse(stdout).hookSpecificOutput.additionalContext;
  expect(box).toContain(`│ # Surface\n│\n│ ${finding}`);

  const answer = await project.run(programs.claude, ['-p', prompt]);
  expect(answer).toMatchObject({
    exitCode: 0,
    stderr: '',
    stdout: expect.stringContaining('It has one now.'),
  });
  const [request = '{}'] = server.requests();
  expect(textsIn(JSON.parse(request)).filter((text) => text.includes(box))).toHaveLength(1);
});

it('shows a report to the person at the terminal', async () => {
  const server = await scriptedModelServer(prompt, [], 'It has one now.');
  const project = await auditedProject(server.url);
  await showsAtTerminal(project, programs, prompt, `UserPromptSubmit says: ┌─ AUDIT REPORTS (1 open)`);
});

it('lets every prompt through, whatever is wrong with the reports', async () => {
  const server = await scriptedModelServer(prompt, [], 'It has one now.');
  const project = await auditedProject(server.url);
  writeFiles(project.root, {
    '.context/audit/torn.md': '---\nkind: torn',
    '.context/audit/.dismissed.json': '{',
  });
  expect(await project.run(programs.claude, ['-p', prompt])).toMatchObject({ exitCode: 0 });
  const told = textsIn(JSON.parse(server.requests()[0] ?? '{}')).join('\n');
  expect(told).toContain('.context/audit/torn.md cannot be read');
  expect(told).toContain('.context/audit/.dismissed.json cannot be read');
  expect(told).toContain(finding);
});

/** Every text in a request, wherever it stands. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
