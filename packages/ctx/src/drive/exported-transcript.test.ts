// A host that prints its transcript instead of writing one: the program that prints it gets no more than the agent had.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { drivenProject } from '../../test/drive/driven-project.js';
import { agentsFolder, pretendHost } from '../../test/drive/pretend-host.js';
import { writeFiles } from '../../test/folder.js';
import { transcriptOf } from '../foreign/fixtures/transcripts.js';

/** Looks at all that it can see, greets, and prints the document. */
const exporting = `if [ "$1" = export ]; then
  env > export-environment
  cat ~/.ssh/id .context/sessions/s.jsonl > export-saw 2>/dev/null
  echo "Exporting $2"
  cat export.json
  exit "$(cat exit-code)"
fi`;

const turn = [{ call: { id: 'call_a', command: 'ls' } }, { say: 'It is clean.' }];

function opencodeProject(exitCode = 0) {
  const project = drivenProject();
  const host = pretendHost('opencode-ai', 'opencode', exporting);
  writeFiles(project.cwd, { 'export.json': transcriptOf('opencode'), 'exit-code': String(exitCode) });
  writeFiles(host.home, { '.ssh/id': 'a key of somebody' });
  const env = { ...host.env, ANTHROPIC_API_KEY: 'of-its-provider', GITHUB_TOKEN: 'of-somebody-else' };
  const read = (file: string) => readFileSync(join(project.cwd, file), 'utf8');
  return {
    project,
    host,
    read,
    run: (more: object) => project.run([turn], { agent: 'opencode', ...more }, { env }),
  };
}

it('prints it with the credentials that the agent had, and no others', async () => {
  const { project, read, run } = opencodeProject();
  expect(await run({})).toMatchObject({ exit_code: 0 });
  const environment = read('export-environment');
  expect(environment).toContain('ANTHROPIC_API_KEY=of-its-provider');
  expect(environment).toContain('OPENCODE_CONFIG_CONTENT=');
  expect(environment).not.toContain('of-somebody-else');
  expect(project.records().find((one) => one.type === 'run.opened' && one.retells === 'r1')).toBeDefined();
});

it('prints it in the sandbox that the agent was in', async () => {
  const { project, host, read, run } = opencodeProject();
  expect(await run({ sandbox: { read: [agentsFolder, host.folder] } })).toMatchObject({ exit_code: 0 });
  expect(read('export-saw')).toBe('');
  expect(project.records().find((one) => one.type === 'run.opened' && one.retells === 'r1')).toBeDefined();
});

it('has no transcript where the program fails, and says so', async () => {
  const { project, run } = opencodeProject(3);
  expect(await run({})).toMatchObject({
    exit_code: 0,
    data: { warnings: ['opencode left no transcript of its session s1'] },
  });
  expect(existsSync(join(project.cwd, 'export-environment'))).toBe(true);
  expect(project.records().filter(({ type }) => type === 'finding')).toMatchObject([
    { code: 'transcript_missing' },
  ]);
});
