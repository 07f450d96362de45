// Only what is not there is absent. A disk that fails while something is read is an error, or is told beside the answer where
// the files are a stranger's: never an empty list.

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtFolder } from './built.js';
import { Place } from './faults/place.js';
import type { Fault } from './faults/shim.js';
import { shimOrNote } from './faults/shim-or-note.js';
import { temporaryFolder } from './folder.js';

type Call = [argv: string[], path: string, fault: Fault];

/** A project, and what the built program answers there when all calls of a kind on one path fail. */
async function failingProject() {
  const place = new Place(temporaryFolder(), builtFolder());
  place.write('project/.git/HEAD', 'ref: refs/heads/main\n');
  place.write('project/.git/index', 'DIRC');
  place.write('project/.gitignore', 'skipped\n');
  place.write('project/.claude/commands/ship.md', 'Ship it\n');
  place.write('project/.claude/skills/review/SKILL.md', '---\ndescription: Review it\n---\n');
  place.write('project/.mcp.json', '{"mcpServers": {}}');
  place.write('project/package.json', '{"name": "x", "dependencies": {"react": "19.0.0"}}');
  place.write('project/.context/sessions/20261101-a.jsonl', '{"type":"turn.opened","prompt":"skipped"}\n');
  await place.ask('init');
  const shim = shimOrNote();
  return async (...[argv, path, fault]: Call) => {
    if (shim === undefined) return undefined;
    const { env, hit } = shim.fault(join(place.cwd, path), { ...fault, lasting: true }, 1);
    const answer = await place.start([...argv, '--output-format', 'json'], env);
    expect(hit(), `a fault for ${argv.join(' ')}`).toBe(true);
    return { exitCode: answer.exitCode, ...JSON.parse(answer.stdout) };
  };
}

describe('a disk that fails while ctx reads', () => {
  it('is an error that names the file', async () => {
    const answerWith = await failingProject();
    const calls: Call[] = [
      [['handover', 'write', 'x'], '.git/HEAD', { call: 'open', how: 'EIO' }],
      [['status'], '.git/HEAD', { call: 'read', how: 'EIO' }],
      [['command-graph'], '.claude/commands', { call: 'list', how: 'EIO' }],
      [['show-command', 'review'], '.claude/skills/review/SKILL.md', { call: 'open', how: 'EMFILE' }],
      [['trust', 'list'], '.claude/commands/ship.md', { call: 'read', how: 'ESTALE' }],
    ];
    for (const call of calls) {
      const answer = await answerWith(...call);
      if (answer === undefined) return;
      expect(answer, call[0].join(' ')).toMatchObject({ exitCode: 1, error: { code: 'file_unreadable' } });
      expect(answer.error.message).toContain(call[1]);
    }
  });

  it('is told beside the answer where the files are not ours', async () => {
    const answerWith = await failingProject();
    const calls: [Call, RegExp][] = [
      [[['scan-repo'], '.gitignore', { call: 'open', how: 'EIO' }], /its ignore rules cannot be read/],
      [[['scan-repo'], '.git/index', { call: 'open', how: 'EIO' }], /git’s list was not used/],
      [[['recommend'], '.claude/skills', { call: 'list', how: 'EIO' }], /skills could not be read/],
      [[['recommend'], '.mcp.json', { call: 'read', how: 'EIO' }], /\.mcp\.json could not be read/],
      [[['brief'], '.git/HEAD', { call: 'open', how: 'EIO' }], /"source":"\.git"/],
      [
        [['search', 'skipped'], '.context/sessions/20261101-a.jsonl', { call: 'read', how: 'EIO' }],
        /"unreadable":1/,
      ],
      [grepping('grep', 'package.json', { call: 'read', how: 'EIO' }), /1 file or folder could not be read/],
      [grepping('glob', '.claude/commands', { call: 'list', how: 'EIO' }), /could not be read/],
    ];
    for (const [call, told] of calls) {
      const answer = await answerWith(...call);
      if (answer === undefined) return;
      expect(answer.exitCode, call[0].join(' ')).toBe(0);
      expect(JSON.stringify(answer.data)).toMatch(told);
    }
  });
});

function grepping(tool: string, path: string, fault: Fault): Call {
  return [['exec-tool', tool, '{"pattern":"skipped"}', '--no-mcp'], path, fault];
}
