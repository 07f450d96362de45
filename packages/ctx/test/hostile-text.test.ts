import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTable } from '../src/cli/shipped.js';
import { builtFolder } from './built.js';
import { temporaryFolder } from './folder.js';
import { colourTerminal, plainTerminal, runCtx } from './in-process.js';
import { scriptOf, task } from './scripted.js';

/** Moves, colours, links, the clipboard, the title, other direction, a line written over. */
const hostile =
  '\u001b[2J\u001b[1;1H\u001b[31m\u001b]8;;https://evil.example\u0007x\u001b]8;;\u0007\u001b]52;c;aGk=\u0007\u009b5m\u202eevil\u2066\u200f\roverwritten\u0008\u007f';
/** JSON and YAML take none of it as it is. */
const quoted = JSON.stringify(hostile)
  .slice(1, -1)
  .replaceAll('\u009b', '\\u009b')
  .replaceAll('\u007f', '\\u007f');

const files = {
  '.context/config.yaml': `hooks: { words: { brief: "${quoted}" }, deny: [{ rule: "Bash(x *)", because: "${quoted}" }] }\n`,
  '.context/TASKS.md': `# Tasks\n\n- [ ] a ${hostile}\n`,
  '.context/DECISIONS.md': `# Decisions\n\n## d ${hostile}\n\n- **Because:** ${hostile}\n`,
  '.context/LEARNINGS.md': `# Learnings\n\n## l ${hostile}\n\n${hostile}\n`,
  '.context/CONVENTIONS.md': `# Conventions\n\n## c ${hostile}\n\n${hostile}\n`,
  '.context/handovers/20261115T200011000Z.md': `# Handover ${hostile}\n\n${hostile}\n`,
  '.context/reminders.json': `{"version":1,"next":2,"reminders":[{"id":1,"text":"r ${quoted}","created_at":"2026-11-01T00:00:00.000Z","due_at":"2026-11-01T00:00:00.000Z"}]}`,
  '.mcp.json': `{"mcpServers":{"s${quoted}":{"command":"c${quoted}","args":["${quoted}"]}}}`,
  '.claude/commands/cmd.md': `---\ndescription: "${quoted}"\n---\n!\`x ${hostile}\`\n`,
  '.claude/skills/skill/SKILL.md': `---\nname: skill\ndescription: "${quoted}"\n---\n${hostile}\n`,
  'package.json': `{"name":"${quoted}","dependencies":{"react":"${quoted}"}}`,
  's.yaml': scriptOf(
    { say: hostile, call: [{ tool: 'list', input: { path: `${hostile}` } }] },
    { say: hostile },
  ),
};

async function hostileProject() {
  const root = temporaryFolder();
  const env = { PATH: process.env['PATH'], HOME: temporaryFolder() };
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  await runCtx(['run', ...task(hostile), '--no-mcp', '--session-id', 's'], { cwd: root, env });
  await runCtx(['pad', 'add', hostile], { cwd: root, env });
  return { cwd: root, env };
}

/** Words that take a command to the repository's text; every command that is not here is called without any. */
const words: Readonly<Record<string, readonly string[]>> = {
  bootstrap: [hostile, '--model', 'script:s.yaml', '--no-mcp'],
  'catalog search': [hostile],
  'catalog show': [hostile],
  'contract hash': ['.'],
  'convention search': ['c'],
  'decision search': ['d'],
  'delete-session': [hostile],
  'exec-command': ['cmd', hostile, '--dry-run'],
  'exec-tool': ['read', '{"path":".context/TASKS.md"}'],
  export: ['s', '--out', 'e'],
  'flush-transcript': ['s'],
  'handover write': [hostile],
  'learning search': ['l'],
  'load-session': ['s', '--messages'],
  'pad edit': ['1', hostile],
  'pad show': ['1'],
  'pad tag': ['1', 'x'],
  remind: [hostile],
  replay: ['s'],
  report: ['s', '--out', 'r'],
  resume: ['s', '--task', hostile],
  route: [hostile],
  run: [...task(hostile), '--no-mcp'],
  'sandbox explain': [hostile],
  search: ['evil'],
  'show-command': ['cmd'],
  'show-tool': [hostile],
  simulate: [hostile],
  'task add': [hostile],
  'trust revoke': [hostile],
  'turn-loop': [hostile, '--model', 'script:s.yaml', '--no-mcp'],
  verify: ['s'],
};

/** They wait for a host, or for clients. */
const servers = new Set(['acp', 'mcp', 'hook', 'serve', 'ui']);

describe('no text steers the terminal through', () => {
  const names = readTable(builtFolder())
    .commands.map(({ name }) => name)
    .filter((name) => !servers.has(name));

  it.each([
    ['task', 'list'],
    ['load-session', 's', '--messages'],
    ['trust', 'list'],
    ['show-command', 'cmd'],
    ['pad'],
  ])('%s %s, which shows it with its signs made visible', async (...argv) => {
    const { stdout } = await runCtx(
      argv.filter((word) => word !== undefined),
      await hostileProject(),
    );
    expect(stdout).toContain('␛[2J');
  });

  it.each(names)('ctx %s', async (name) => {
    const outside = await hostileProject();
    const argv = [...name.split(' '), ...(words[name] ?? [])];
    for (const terminal of [plainTerminal, colourTerminal]) {
      // What is piped out of `pad show` is the user's own text, byte for byte.
      if (name === 'pad show' && !terminal.interactive) continue;
      const { stdout, stderr } = await runCtx(argv, { ...outside, terminal });
      const shown = (stdout + stderr).replaceAll(ownColour, '').replaceAll(ownMove, '');
      expect(shown).not.toMatch(steering);
    }
  });
});

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const ownColour = /\u001b\[(?:1|2|22|31|32|33|36|39)m(?!\u001b\]8)/g;
/** Up to the first of the lines that are drawn anew, and away with them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const ownMove = /^\r\u001b\[\d+A\u001b\[J/gm;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const steering = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
