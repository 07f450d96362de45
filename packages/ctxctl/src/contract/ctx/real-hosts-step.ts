// The real hosts, without an account: Claude Code and Codex from npm, in the clean home, against a scripted model on
// loopback. What ctx registered must reach the model; hooks that are injected beside them write down that they ran.

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { provedOn } from '../../../../ctx/src/kit/hosts.js';
import { succeeded } from '../clean-host/host.js';
import { expectNone, expectThat } from '../clean-host/step.js';
import { writeTree } from '../package/command-steps.js';
import { settingsFiles } from './hook-steps.js';
import { sentinelHooks, sentinelRecords } from './live-claude.js';
import { type CtxStep, type CtxSubject, ctxData } from './subject.js';

const prompt = 'Please make the file of the clean host';
const reminder = 'the clean host was here';
const events = ['UserPromptSubmit', 'PostToolUse', 'Stop'];

/** The contract drives these two; the tests of ctx drive all of them. */
const driven = ['@anthropic-ai/claude-code', '@openai/codex'] as const;

export const realHostsStep: CtxStep = {
  name: 'real-hosts',
  proves: 'Claude Code and Codex themselves run the installed hooks, and what ctx says reaches the model',
  triage:
    'with --keep-temp look at work/hosts/*.requests.jsonl and *.hooks.jsonl under the temporary root; the hosts must be in npm’s cache or reachable',
  slow: true,
  needs: ['hooks'],
  async run(subject) {
    const folder = join(subject.places.work, 'hosts');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"private": true}\n');
    const wanted = driven.map((name) => `${name}@${provedOn[name]}`);
    const network = subject.offline ? '--offline' : '--prefer-offline';
    const words = ['install', '--ignore-scripts', '--no-package-lock', network, ...wanted];
    await succeeded('npm install of the hosts', subject.fetch(words, { cwd: folder }));
    await ctxData(subject, ['remind', reminder]);
    const versions = Object.fromEntries(driven.map((name) => [name, provedOn[name]]));
    return { ...versions, claude: await claudeCode(subject, folder), codex: await codex(subject, folder) };
  },
};

async function claudeCode(subject: CtxSubject, folder: string) {
  const project = subject.project;
  const sentinel = join(folder, 'claude.hooks.jsonl');
  writeTree(project, {
    '.claude/settings.local.json': JSON.stringify({ hooks: sentinelHooks(sentinel, events) }),
  });
  const tool = { name: 'Bash', input: { command: 'touch by-claude.txt', description: 'make it' } };
  return withModel(subject, join(folder, 'claude.requests.jsonl'), tool, async (url) => {
    const launcher = join(folder, 'node_modules/@anthropic-ai/claude-code/cli-wrapper.cjs');
    const env = {
      ...subject.env,
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: 'sk-nobody',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
    };
    const words = [launcher, '-p', prompt, '--output-format', 'json', '--allowedTools', 'Bash'];
    await succeeded(
      'claude -p',
      subject.run(process.execPath, words, { env, network: true, timeoutMs: 120_000 }),
    );
    rmSync(join(project, '.claude'), { recursive: true });
    return outcome(project, sentinel, 'by-claude.txt');
  });
}

async function codex(subject: CtxSubject, folder: string) {
  const { project, places } = subject;
  const sentinel = join(folder, 'codex.hooks.jsonl');
  const settings = join(places.home, settingsFiles.codex);
  const own = readFileSync(settings, 'utf8');
  const tool = { name: 'exec_command', input: { cmd: 'touch by-codex.txt' } };
  return withModel(subject, join(folder, 'codex.requests.jsonl'), tool, async (url) => {
    writeTree(join(places.home, '.codex'), { 'config.toml': codexConfig(url, project) });
    writeTree(project, { '.codex/hooks.json': JSON.stringify({ hooks: sentinelHooks(sentinel, events) }) });
    const env = { ...subject.env, NOBODYS_KEY: 'sk-nobody' };
    const program = join(folder, 'node_modules/@openai/codex/bin/codex.js');
    const unattended = ['--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', ...trustFlag];
    const words = [program, 'exec', '--json', ...unattended, prompt];
    await succeeded(
      'codex exec',
      subject.run(process.execPath, words, { env, network: true, timeoutMs: 120_000 }),
    );
    rmSync(join(project, '.codex'), { recursive: true });
    expectThat(readFileSync(settings, 'utf8') === own, 'codex changed its hooks.json');
    return outcome(project, sentinel, 'by-codex.txt');
  });
}

/** Nobody is there to look at the hooks and trust them. */
const trustFlag = ['--dangerously-bypass-hook-trust'];

function codexConfig(url: string, project: string): string {
  return `model = "gpt-5"
model_provider = "script"

[model_providers.script]
name = "script"
base_url = "${url}/v1"
wire_api = "responses"
env_key = "NOBODYS_KEY"

[projects."${project}"]
trust_level = "trusted"
`;
}

function outcome(project: string, sentinel: string, made: string) {
  const ran = sentinelRecords(sentinel).filter(({ cwd }) => cwd === project);
  expectNone([
    ...events
      .filter((event) => !ran.some((record) => record.event === event))
      .map((event) => `no ${event} hook ran in ${project}`),
    ...(existsSync(join(project, made)) ? [] : [`the tool that the model asked for did not make ${made}`]),
    ...(existsSync(join(project, '.context/state/hook-errors.log'))
      ? ['a hook of ctx wrote an error of its own']
      : []),
  ]);
  return ran.map(({ event }) => event);
}

/** A model server while `use` runs, which must have been told what ctx has to say. */
async function withModel<T>(
  { checkout, places }: CtxSubject,
  requests: string,
  tool: { readonly name: string; readonly input: object },
  use: (url: string) => Promise<T>,
): Promise<T> {
  const script = join(checkout, 'scripts', 'scripted-model-server.mjs');
  const server = spawn(process.execPath, [script, prompt, tool.name, JSON.stringify(tool.input), requests], {
    cwd: places.root,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  try {
    const url = await new Promise<string>((resolve, reject) => {
      createInterface({ input: server.stdout }).once('line', resolve);
      server.once('exit', () => reject(new Error('the scripted model did not start')));
    });
    const result = await use(url);
    const heard = existsSync(requests) ? readFileSync(requests, 'utf8') : '';
    expectThat(heard.includes(reminder), `what ctx says did not reach the model: see ${requests}`);
    return result;
  } finally {
    server.kill('SIGKILL');
  }
}
