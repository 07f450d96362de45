// What the audit channel adds to every prompt, the first after a change aside: that one asks git and hashes.

import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { reportText } from '../packages/ctxctl/src/audit/report.js';
import { processRatios } from './measure.js';
import { inFolder } from './place.js';
import type { Suite } from './run.js';

const relay = join(import.meta.dirname, '../packages/ctxctl/dist/relay.cjs');
const event = JSON.stringify({
  session_id: 'bench',
  hook_event_name: 'UserPromptSubmit',
  prompt: 'Make the parser strict.',
});

const suite: Suite = {
  title: 'The audit channel (whole processes, NODE_EXTRA_CA_CERTS unset on both sides)',
  run: () =>
    inFolder((folder) => {
      const argv = [relay];
      const fresh = repositoryWithReports(join(folder, 'fresh'), (head) => `${head}..${head}`);
      const left = repositoryWithReports(join(folder, 'left'), (head, i) => {
        return `${head}..${i.toString(16).padStart(40, '0')}`;
      });
      return processRatios(
        [
          { name: 'audit-relay, 20 reports of HEAD', argv, cwd: fresh, input: event, limit: 1.4 },
          { name: 'audit-relay, 20 reports of other commits', argv, cwd: left, input: event, limit: 1.4 },
        ],
        41,
      );
    }),
};

export default suite;

/** A repository of one commit with twenty open reports of a screenful each. */
function repositoryWithReports(root: string, rangeOf: (head: string, i: number) => string): string {
  mkdirSync(root);
  const git = (...words: string[]) =>
    execFileSync('git', ['-C', root, '-c', 'user.name=bench', '-c', 'user.email=bench@localhost', ...words], {
      encoding: 'utf8',
    });
  git('init', '--quiet');
  git('commit', '--quiet', '--allow-empty', '--message', 'one');
  const head = git('rev-parse', 'HEAD').trim();
  mkdirSync(join(root, '.context/audit'), { recursive: true });
  for (let i = 0; i < 20; i++) {
    const kind = `kind-${i}`;
    const body = `# ${kind}\n\n${`- a finding that takes a line of its own, of ${kind}\n`.repeat(25)}`;
    const generatedAt = new Date().toISOString();
    writeFileSync(
      join(root, '.context/audit', `${kind}.md`),
      reportText({
        kind,
        status: 'findings',
        commitRange: rangeOf(head, i),
        generatedAt,
        generator: 'bench',
        body,
      }),
    );
  }
  return root;
}
