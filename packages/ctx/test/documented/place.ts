// A project in which the lines of a page are run, and what some pages need there.

import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pictured, picturedTranscript } from '../../../../scripts/screenshots/pictured-transcript.js';
import { builtFolder, cleanEnvironment, repository } from '../built.js';
import { connectProxy } from '../connect-proxy.js';
import { blocksOf, programs } from '../documented-scripts.js';
import { temporaryFolder, writeFiles } from '../folder.js';
import { runCtx } from '../in-process.js';
import { modelServer } from '../model-server.js';
import { farMachine } from './far-machine.js';
import { branchesToMerge } from './merges.js';
import {
  closedEditor,
  codeHost,
  desktop,
  drivenAgents,
  hostToCheck,
  serverToLogInTo,
} from './other-programs.js';
import { ctxOnNpm, packageToTest } from './with-npm.js';

export interface Place {
  readonly cwd: string;
  readonly home: string;
  /** A line of `export NAME=value` adds to it. */
  readonly env: Record<string, string>;
  /** Addresses and names of the page, and what is there in their place. */
  readonly instead: [shown: string | RegExp, real: string][];
}

export async function placeFor(page: string): Promise<Place> {
  const home = temporaryFolder();
  const cwd = join(home, 'project');
  mkdirSync(cwd);
  const models = await modelServer((server) => {
    const offered = { content: 'Hello.' };
    server.on({ userMessage: /./ }, offered);
  });
  const others = Object.fromEntries(['gh', 'xdg-open', 'ollama'].map((name) => [name, 'exit 0']));
  others['ctxctl'] = `exec '${process.execPath}' '${join(builtFolder('ctxctl'), 'ctxctl.cjs')}' "$@"`;
  const env = {
    ...cleanEnvironment(home),
    PATH: `${programs(others)}:${process.env['PATH'] ?? ''}`,
    CTX_MODEL: 'script:echo',
    ANTHROPIC_API_KEY: 'anthropic-test-credential',
    ANTHROPIC_BASE_URL: models.url,
    OLLAMA_HOST: models.url,
  };
  const place: Place = { cwd, home, env, instead: [[/http:\/\/127\.0\.0\.1:\d+\/v1/, `${models.url}/v1`]] };
  writeFiles(cwd, { 'package.json': '{"name":"project"}', 'src/a.js': 'export const a = 1;\n' });
  const git = (...words: string[]) => execFileSync('git', words, { cwd, env, stdio: 'ignore' });
  writeFiles(home, {
    '.gitconfig': '[user]\nname = You\nemail = you@example.com\n[init]\ndefaultBranch = main\n',
  });
  git('init');
  git('add', '.');
  git('commit', '-m', 'First');
  await preparations[page]?.(place, models.url);
  return place;
}

type Prepare = (place: Place, models: string) => void | Promise<void>;

const namedFiles = (page: string, ext = 'yaml') =>
  Object.fromEntries(
    blocksOf(page, ext).flatMap((text) => {
      const name = /^# (?!yaml-language)([\w./-]+\.ya?ml)$/m.exec(text.split('\n', 1)[0] ?? '')?.[1];
      return name === undefined || name.startsWith('~') ? [] : [[name, text]];
    }),
  );

const claudeSession: Prepare = ({ cwd, home }) => {
  const folder = `.claude/projects/${cwd.replace(/[^a-zA-Z0-9]/g, '-')}`;
  writeFiles(home, { [`${folder}/${pictured}.jsonl`]: picturedTranscript(cwd) });
};

const examples: Prepare = ({ cwd, instead }) => {
  cpSync(join(repository, 'examples'), join(cwd, 'examples'), { recursive: true, verbatimSymlinks: true });
  instead.push(['npm install && ', ''], ['npx ctx ', 'ctx ']);
};

const memory: Prepare = async ({ cwd, env }) => {
  await runCtx(['init'], { cwd, env });
};

/** A table of commands to audit, and changes since main that are committed. */
const repositoryToAudit: Prepare = async (place, models) => {
  await memory(place, models);
  const { cwd, env, instead } = place;
  cpSync(join(repository, 'schemas/commands.json'), join(cwd, 'schemas/commands.json'));
  writeFiles(cwd, { '.git/info/exclude': 'findings.md\n.context/audit\n' });
  const git = (...words: string[]) => execFileSync('git', words, { cwd, env, stdio: 'ignore' });
  git('add', '-A');
  git('commit', '-m', 'Second');
  git('checkout', '-b', 'work');
  instead.push([/^git commit -am/, 'echo "// more" >> src/a.js && git commit -am'], ['my-auditor', 'cat']);
};

const price = { input_usd_per_mtok: 1, output_usd_per_mtok: 1 };

async function session({ cwd, env }: Place, id: string, replies: readonly object[]): Promise<void> {
  writeFiles(cwd, { [`${id}.script.yaml`]: JSON.stringify({ model: 'script/1', price, replies }) });
  const argv = ['run', '--task', 'Look.', '--model', `script:${id}.script.yaml`, '--session-id', id];
  await runCtx(argv, { cwd, env });
}

/** A server of the docs ends by itself when nobody came. */
const untilIdle: Prepare = ({ instead }) => {
  instead.push([/^(ctx (?:ui|serve)(?! status).*)$/, '$1 --until-idle 1']);
};

const preparations: Readonly<Record<string, Prepare>> = {
  'README.md': async (place, models) => {
    await claudeSession(place, models);
    await examples(place, models);
  },
  'docs/agents.md': drivenAgents,
  'docs/audit-channel.md': repositoryToAudit,
  'docs/clean-host-contract.md': (place) =>
    packageToTest(place, blocksOf('docs/clean-host-contract.md', 'yaml')[0] ?? ''),
  'docs/editors.md': closedEditor,
  'docs/install.md': ctxOnNpm,
  'docs/teleport.md': farMachine,
  'docs/your-agents.md': async (place, models) => {
    await claudeSession(place, models);
    writeFiles(place.cwd, { 'rules.yaml': blocksOf('docs/your-agents.md', 'yaml')[0] ?? '' });
  },
  'docs/approvals.md': ({ cwd }) => writeFiles(cwd, { 'approve.sh': 'echo {}' }),
  'docs/catalog.md': (place) => {
    codeHost(place);
    const { cwd, home, instead } = place;
    const skill = '---\nname: pdf\ndescription: Reads PDF files.\nlicense: MIT\n---\nRead them.\n';
    writeFiles(home, { 'src/skills/pdf/SKILL.md': skill, 'src/skills/LICENSE': 'MIT' });
    const server = { name: 'com.example/tracker', description: 'Tracks issues.', version: '1.0.0' };
    const packages = [
      { registryType: 'npm', identifier: 'tracker-mcp', version: '1.0.0', transport: { type: 'stdio' } },
    ];
    writeFiles(cwd, {
      'servers.json': JSON.stringify({ servers: [{ server: { ...server, packages } }] }),
      '.claude/skills/notes/SKILL.md': skill.replace('name: pdf', 'name: notes'),
    });
    mkdirSync(join(home, '.claude'));
    // Without a terminal nobody can say yes.
    instead.push([/^(ctx catalog install .*)$/, '$1 --yes']);
    // It is the third way to the same place.
    instead.push([/^(?=ctx catalog install pdf --from)/, 'ctx catalog uninstall pdf && ']);
  },
  'docs/dashboard.md': untilIdle,
  'docs/dashboard-server.md': untilIdle,
  'docs/deep-links.md': async (place) => {
    desktop(place);
    await session(place, 'fix-the-test', [{ say: 'Done.' }]);
  },
  'docs/fleets.md': ({ cwd, home, env }, models) => {
    writeFiles(cwd, namedFiles('docs/fleets.md'));
    Object.assign(env, { OPENAI_API_KEY: 'openai-test-credential', OPENAI_BASE_URL: `${models}/v1` });
    const key = join(home, '.ssh/id_ed25519');
    mkdirSync(join(home, '.ssh'), { mode: 0o700 });
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
    writeFiles(cwd, { allowed_signers: `you@example.com ${readFileSync(`${key}.pub`, 'utf8')}` });
  },
  'docs/hooks.md': async (place, models) => {
    mkdirSync(join(place.home, '.claude'));
    await memory(place, models);
    hostToCheck(place);
  },
  'docs/local-models.md': async ({ instead }, models) => {
    const proxy = await connectProxy({ plain: Number(new URL(models).port) });
    instead.push(
      ['https://llm.example.com', models],
      ['http://proxy.example.com:3128', `http://${proxy.host}`],
    );
  },
  'docs/mcp.md': async (place) => {
    await serverToLogInTo(place);
    const { cwd, instead } = place;
    writeFiles(cwd, { '.mcp.json': blocksOf('docs/mcp.md', 'json')[1] ?? '' });
    // Without a terminal nobody can say yes.
    instead.push([/^ctx trust$/, 'ctx trust --yes']);
  },
  'docs/memory.md': (place) => {
    place.instead.push(['--to 4', '--to 2'], ['--clear', '--clear --yes']);
    branchesToMerge(place);
  },
  'docs/models.md': ({ instead }) => {
    instead.push(['openai-compatible/qwen3', 'openai-compatible/local']);
  },
  'docs/policies-to-copy.md': async (place, models) => {
    writeFiles(place.cwd, namedFiles('docs/policies-to-copy.md'));
    place.instead.push([/^(ctx run .*)$/, '$1 --model haiku']);
    mkdirSync(join(place.home, '.claude'));
    await memory(place, models);
    await runCtx(['init', '--hooks'], { cwd: place.cwd, env: place.env });
  },
  'docs/remote.md': async (place, models) => {
    const { cwd, home, env, instead } = place;
    const words = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=build.example'];
    execFileSync('openssl', ['req', ...words, '-keyout', 'key.pem', '-out', 'cert.pem'], {
      cwd,
      stdio: 'ignore',
    });
    mkdirSync(join(home, 'run/ctx'), { recursive: true, mode: 0o700 });
    env['XDG_RUNTIME_DIR'] = join(home, 'run');
    await untilIdle(place, models);
    // Ports of this machine may be taken, and files are looked for from where the test runs.
    instead.push(
      [/^ctx serve --until-idle/, 'ctx serve --port 0 --until-idle'],
      ['0.0.0.0:7433 --tls-cert cert', `127.0.0.1:0 --tls-cert ${cwd}/cert`],
      [' key.pem', ` ${cwd}/key.pem`],
    );
  },
  'docs/sandbox.md': async (place, models) => {
    await examples(place, models);
    await memory(place, models);
    writeFiles(place.cwd, { 'servers.json': '{"mcpServers":{"browser":{"command":"browse"}}}' });
    // The runs before would ask for trust; and without a terminal nobody can say yes.
    place.instead.push([/^(ctx trust --outside .*)$/, 'mv servers.json .mcp.json && $1 --yes']);
  },
  'docs/security.md': examples,
  'docs/scripted-model.md': ({ cwd }) => {
    const page = 'docs/scripted-model.md';
    const [skill = ''] = blocksOf(page, 'markdown');
    const [approve = ''] = blocksOf(page, 'python');
    writeFiles(cwd, {
      ...namedFiles(page),
      '.claude/skills/greet/SKILL.md': skill,
      'approve.py': approve,
      'sum.test.js': 'a failing test\n',
      'package.json': '{"scripts":{"test":"true"}}',
    });
    chmodSync(join(cwd, 'approve.py'), 0o755);
  },
  'docs/sessions.md': async (place) => {
    const failing = [{ fault: { status: 401 } }, { say: 'Done.' }];
    for (const id of ['failed-1', 'failed-2', 'failed-3']) await session(place, id, failing);
    place.instead.push(
      [/ID --max-usd/, 'failed-2 --max-usd'],
      [/ID --task/, 'failed-3 --model script:echo --task'],
      [/ID$/, 'failed-1'],
    );
  },
};
