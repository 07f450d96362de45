// A project in which Claude Code talks to a server of the test's, headless or as a person sees it at a terminal.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, vi } from 'vitest';
import { type HostProject, hostProject } from './host-project.js';
import type { HostPrograms } from './hosts-on-disk.js';

export async function claudeCodeProject(url: string): Promise<HostProject> {
  const project = await hostProject();
  Object.assign(project.env, {
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: 'sk-nobody',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
  });
  return project;
}

/** Gives the prompt at a terminal, and waits until its screen shows the text. */
export async function showsAtTerminal(
  project: HostProject,
  { claude }: HostPrograms,
  prompt: string,
  text: string,
): Promise<void> {
  // What a person has answered once: theme, key and trust in this folder.
  const answered = {
    hasCompletedOnboarding: true,
    theme: 'dark',
    customApiKeyResponses: { approved: ['sk-nobody'], rejected: [] },
    projects: { [project.root]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
  };
  writeFileSync(join(project.home, '.claude.json'), JSON.stringify(answered));
  project.env['TERM'] = 'xterm-256color';
  const line = [...claude, `'${prompt}'`].join(' ');
  // A terminal is a session of its own, which has to be ended by the process that leads it.
  const leader = join(project.home, 'leader');
  const shell = `echo $$ > ${leader}; stty cols 120 rows 40; exec ${line}`;
  const child = project.start(['script'], ['-qfec', shell, '/dev/null']);
  let screen = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk) => {
    screen += chunk;
  });
  await vi.waitFor(() => expect(lettersOf(screen)).toContain(lettersOf(text)), {
    timeout: 250_000,
    interval: 100,
  });
  process.kill(-Number(readFileSync(leader, 'utf8')), 'SIGKILL');
  await new Promise((resolve) => child.once('close', resolve));
}

/** A terminal's screen without what moves its cursor, and without spaces, which a cursor may jump over. */
function lettersOf(text: string): string {
  return stripVTControlCharacters(text).replace(/\s/g, '');
}
