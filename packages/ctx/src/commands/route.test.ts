import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { runCtx } from '../../test/in-process.js';
import { jsonOf } from '../../test/scripted.js';

function project() {
  return temporaryFolder({
    '.claude/commands/release-notes.md': 'Write the notes of a release',
    '.claude/skills/grep/SKILL.md': 'Find text',
  });
}

it('finds commands and tools by what they are about, best first, and always the same', async () => {
  const cwd = project();
  const first = await jsonOf(['route', 'Write release notes', '--limit', '2'], { cwd });
  expect(first.data).toMatchObject({
    prompt: 'Write release notes',
    limit: 2,
    match_count: 2,
    matches: [
      {
        kind: 'command',
        name: 'release-notes',
        score: expect.any(Number),
        origin: 'command',
        source_hint: '.claude/commands/release-notes.md',
        reasons: expect.arrayContaining([
          { word: 'note', in: 'name' },
          { word: 'write', in: 'description' },
        ]),
      },
      {},
    ],
  });
  expect(await jsonOf(['route', 'Write release notes', '--limit', '2'], { cwd })).toEqual(first);
});

it('keeps a tool and a command of the same name apart, and leaves out what the policy denies', async () => {
  const cwd = project();
  const kinds = async (...flags: string[]) => {
    const { data } = await jsonOf(['route', 'grep', ...flags], { cwd });
    return JSON.stringify(data)
      .match(/(?<="kind":")\w+/g)
      ?.sort();
  };
  expect(await kinds()).toEqual(['command', 'tool']);
  expect(await kinds('--deny-tool', 'grep')).toEqual(['command']);
});

it('is told to people', async () => {
  const { stdout } = await runCtx(['route', 'release notes', '--limit', '1'], { cwd: project() });
  expect(stdout).toMatch(/^\d+\.\d\d {2}release-notes {2}command {2}\S+ {2}\w+ \(name\), \w+ \(name\)\n$/);
  expect((await runCtx(['route', 'xyzzy'], { cwd: project() })).stdout).toBe('Nothing fits.\n');
});
