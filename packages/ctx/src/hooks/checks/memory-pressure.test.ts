import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/folder.js';
import { type MemoryProject, memoryProject } from '../../../test/memory-project.js';
import { checkNames } from '../../memory/settings.js';
import { answerHook } from '../answer.js';
import { memoryPressureCheck, pressureCheck } from './memory-pressure.js';

const minute = 60_000;

/** The kernel's own form; how long everything stood still is what counts. */
const psi = (some: number, full: number) => `some avg10=${some}.00 avg60=1.00 avg300=0.50 total=9
full avg10=${full}.00 avg60=0.50 avg300=0.10 total=5
`;

/** A prompt on a machine whose kernel says this. */
function machine(project: MemoryProject) {
  const psiFile = join(temporaryFolder(), 'memory');
  const check = pressureCheck(() => ({ platform: 'linux', psiFile, sysctl: () => '' }));
  return async (pressure: string | undefined) => {
    if (pressure !== undefined) writeFileSync(psiFile, pressure);
    const { root, env, clock } = project;
    const input = { state: 'read', value: { session_id: 'one', cwd: root } } as const;
    const words = ['claude-code', 'UserPromptSubmit'];
    const stdout = await answerHook({ words, input, root, env, clock, checks: () => [check] });
    return { stdout, psiFile, answer: stdout === '' ? undefined : JSON.parse(stdout) };
  };
}

it('is told to the model and the person at danger, again only after ten minutes', async () => {
  const project = await memoryProject();
  const prompt = machine(project);
  const { answer, psiFile } = await prompt(psi(70, 60));
  expect(answer.systemMessage).toBe(
    `ctx: this machine is short of memory (${psiFile}); close something large`,
  );
  expect(answer.hookSpecificOutput.additionalContext).toContain('dangerous pressure');
  project.clock.advance(9 * minute);
  expect((await prompt(psi(70, 60))).stdout).toBe('');
  project.clock.advance(2 * minute);
  expect((await prompt(psi(70, 60))).answer.systemMessage).toContain('short of memory');
});

it.each([
  ['all is well', psi(0, 0)],
  ['there is only a warning', psi(70, 9)],
  ['the kernel says nothing', undefined],
  ['the kernel says something else', 'garbage'],
])('is not told of where %s', async (_, pressure) => {
  expect((await machine(await memoryProject())(pressure)).stdout).toBe('');
});

it('is one of the checks of a prompt, and looks at this machine', async () => {
  expect(checkNames).toContain(memoryPressureCheck.name);
  const project = await memoryProject();
  const { root, env, clock } = project;
  const input = { state: 'absent' } as const;
  const words = ['claude-code', 'UserPromptSubmit'];
  const checks = () => [memoryPressureCheck];
  const stdout = await answerHook({ words, input, root, env, clock, checks });
  expect(stdout === '' || stdout.includes('short of memory')).toBe(true);
});
