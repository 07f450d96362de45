import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { optedOut } from '../cli/command.js';
import { isThere } from '../disk/is-there.js';
import type { Environment } from '../disk/user-folder.js';

export default optedOut({
  name: 'setup-report',
  group: 'about',
  summary: 'Print a Markdown report on the setup of this machine and project',
  description:
    'Lists versions, folders, programs and credentials that ctx finds from here. It names the credentials that are set, and never shows their values.',
  examples: [{ line: 'ctx setup-report', says: 'a page to attach to a bug report' }],
  arguments: {},
  flags: {},
  reason: 'it is a Markdown report for people; nobody has asked to automate it yet.',
  async run(_, { program, cwd, env }) {
    const initialised = isThere(join(cwd, '.context', 'config.yaml'));
    const programs = ['git', 'claude', 'codex', 'gemini', 'age'].map(
      (name) => `${name}: ${onPath(name, env) ?? 'not found'}`,
    );
    const credentials = ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'].map(
      (name) => `${name}: ${env[name] ? 'set' : 'not set'}`,
    );
    return [
      '# Set-up report',
      '',
      '| what | found |',
      '| --- | --- |',
      `| ${program.name} | ${program.version} |`,
      `| Node.js | ${process.version} |`,
      `| platform | ${process.platform} ${process.arch} |`,
      `| folder | ${cwd} |`,
      `| .context/ | ${initialised ? 'initialised' : 'not initialised'} |`,
      `| sessions folder | ${env['CTX_SESSIONS_DIR'] ?? join('.context', 'sessions')} |`,
      `| deterministic mode | ${env['CTX_DETERMINISTIC'] === '1' ? 'on' : 'off'} |`,
      ...programs.map((line) => `| program | ${line} |`),
      ...credentials.map((line) => `| credential | ${line} |`),
    ].join('\n');
  },
});

function onPath(name: string, env: Environment): string | undefined {
  for (const folder of (env['PATH'] ?? '').split(delimiter)) {
    const file = join(folder, name);
    try {
      accessSync(file, constants.X_OK);
      if (statSync(file).isFile()) return file;
    } catch {
      // Not in this folder.
    }
  }
  return undefined;
}
