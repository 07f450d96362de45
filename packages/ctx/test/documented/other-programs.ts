// What pages call that belongs to others: agents, an agent behind an editor, a browser that agrees, a desktop, a code host.

import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { programs } from '../documented-scripts.js';
import { agentsFolder, pretendHost } from '../drive/pretend-host.js';
import { temporaryFolder, writeFiles } from '../folder.js';
import { git } from '../git.js';
import { mcpFile } from '../mcp-servers.js';
import { agreeingBrowser, oauthServer } from '../oauth-server.js';
import { onTerminal } from '../on-terminal.js';
import type { Place } from './place.js';

const before = (place: Place, folder: string) => {
  place.env['PATH'] = `${folder}:${place.env['PATH'] ?? ''}`;
};

/** Codex and Claude Code as they speak on their own wires; each says one thing. */
export function drivenAgents(place: Place): void {
  const answer = {
    id: 'm1',
    content: [{ type: 'text', text: 'Done.' }],
    usage: { input_tokens: 1, output_tokens: 1 },
  };
  const plays = (agent: string) => `exec '${process.execPath}' '${join(agentsFolder, agent)}' ${agent}.json`;
  const codex = pretendHost('@openai/codex', 'codex', plays('pretend-codex.mjs'));
  const claude = pretendHost('@anthropic-ai/claude-code', 'claude', plays('pretend-claude.mjs'));
  for (const { folder } of [codex, claude]) before(place, join(folder, 'bin'));
  writeFiles(place.cwd, {
    'pretend-codex.mjs.json': JSON.stringify([[{ say: 'Done.' }]]),
    'pretend-claude.mjs.json': JSON.stringify([[{ answer }]]),
    'session.yaml': 'runs: [{ run_id: fix, task: Fix the failing test. }]\n',
  });
  // The stand-ins lie in a folder that no sandbox shows.
  place.instead.push([/^(ctx run .*)$/, '$1 --no-sandbox']);
}

/** Claude Code as a live check knows it: it asks the model, and heeds the hooks of its settings. */
export function hostToCheck(place: Place): void {
  const program = join(temporaryFolder(), 'claude.cjs');
  copyFileSync(join(agentsFolder, '../pretend-claude.cjs'), program);
  before(place, programs({ claude: `exec '${process.execPath}' '${program}' "$@"` }));
}

/** An editor that starts an agent through ctx, and closes at once. */
export function closedEditor(place: Place): void {
  const agent = join(agentsFolder, '../pretend-acp-agent.cjs');
  before(place, programs({ gemini: `exec '${process.execPath}' '${agent}'` }));
  place.instead.push([/^(ctx acp .*)$/, '$1 < /dev/null']);
}

export async function serverToLogInTo({ cwd, env, instead }: Place): Promise<void> {
  const { url } = await oauthServer();
  writeFiles(cwd, { 'login/.mcp.json': mcpFile({ tracker: { url } }) });
  mkdirSync(join(cwd, 'login/.git'), { recursive: true });
  env['BROWSER'] = agreeingBrowser();
  instead.push(
    ['ctx mcp login tracker', 'cd login && ctx mcp login tracker --trust'],
    ['ctx mcp logout', 'cd login && ctx mcp logout'],
  );
}

export function desktop({ env }: Place): void {
  env['DISPLAY'] = ':0';
}

/** The repositories that the catalog's entries come from, as this machine's git finds them. */
export function codeHost({ home }: Place): void {
  const source = temporaryFolder({
    LICENSE: 'Do as you like.\n',
    'skills/pdf/SKILL.md': '---\nname: pdf\ndescription: Reads PDF files.\n---\nRead them.\n',
  });
  git(source, 'init', '--quiet');
  git(source, 'add', '-A');
  git(source, 'commit', '--quiet', '-m', 'one');
  writeFiles(home, {
    '.gitconfig': `[url "file://${source}"]\n\tinsteadOf = https://github.com/anthropics/skills\n[safe]\n\tdirectory = *\n`,
  });
}

const prompt = '\u001b[0J> ';

/** A person who says hello, reads the answer and leaves. */
export async function talk(argv: readonly string[], { cwd, home, env }: Place) {
  const hello = [[prompt, 'Hello?\r'] as const, ['Hello.', ''] as const];
  const steps = [...(argv[0] === 'resume' ? [] : hello), [prompt, '/exit\r'] as const];
  const { exitCode, shown, unseen } = await onTerminal(argv, steps, { cwd, home, env });
  return { code: Number(exitCode), printed: shown + unseen };
}
