// The six hosts on a model of the test's: what each needs to run without an account, a network or a question.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { trustHooks } from './codex-trusted.js';
import type { HostProject } from './host-project.js';
import type { HostPrograms } from './hosts-on-disk.js';
import type { ToolStep } from './scripted-model-server.js';

export interface DrivenHost {
  readonly name: string;
  readonly program: keyof HostPrograms;
  /** A shell command as this host's model asks for it. */
  shell(command: string): ToolStep;
  /** After the hooks are installed. */
  prepare(project: HostProject, url: string): void;
  argv(prompt: string): string[];
  /** Whether it writes its transcript as a file that grows. */
  readonly hasTranscript: boolean;
  /** It may write its transcript only after the hook of its end has run: what is seen and imported of it there is chance. */
  readonly writesLate?: true;
}

const described = (name: string) => (command: string) => ({
  name,
  input: { command, description: 'a file' },
});

export const drivenHosts: readonly DrivenHost[] = [
  {
    name: 'claude-code',
    program: 'claude',
    shell: described('Bash'),
    prepare: ({ env }, url) => {
      Object.assign(env, {
        ANTHROPIC_BASE_URL: url,
        ANTHROPIC_API_KEY: 'sk-nobody',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        DISABLE_AUTOUPDATER: '1',
      });
    },
    argv: (prompt) => ['-p', prompt, '--output-format', 'json', '--allowedTools', 'Bash'],
    hasTranscript: true,
  },
  {
    name: 'codex',
    program: 'codex',
    shell: (cmd) => ({ name: 'exec_command', input: { cmd } }),
    prepare: (project, url) => {
      project.env['NOBODYS_KEY'] = 'sk-nobody';
      const provider = `name = "script"\nbase_url = "${url}/v1"\nwire_api = "responses"\nenv_key = "NOBODYS_KEY"\n`;
      const trusted = `[projects."${project.root}"]\ntrust_level = "trusted"\n`;
      writeFileSync(
        join(project.home, '.codex/config.toml'),
        `model = "gpt-5"\nmodel_provider = "script"\n\n[model_providers.script]\n${provider}\n${trusted}`,
      );
      trustHooks(project);
    },
    argv: (prompt) => [
      'exec',
      '--json',
      '--skip-git-repo-check',
      '--dangerously-bypass-approvals-and-sandbox',
      prompt,
    ],
    hasTranscript: true,
  },
  {
    name: 'gemini',
    program: 'gemini',
    shell: (command) => ({ name: 'run_shell_command', input: { command } }),
    prepare: (project, url) => {
      const { env } = project;
      Object.assign(env, {
        GEMINI_API_KEY: 'x',
        GOOGLE_GEMINI_BASE_URL: url,
        GEMINI_CLI_TRUST_WORKSPACE: 'true',
      });
      addTo(project, '.gemini/settings.json', { security: { auth: { selectedType: 'gemini-api-key' } } });
    },
    argv: (prompt) => ['-m', 'gemini-2.5-flash', '--yolo', '--output-format', 'json', '-p', prompt],
    hasTranscript: true,
  },
  {
    name: 'copilot',
    program: 'copilot',
    shell: described('bash'),
    prepare: ({ env }, url) => {
      Object.assign(env, {
        COPILOT_OFFLINE: 'true',
        COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
        COPILOT_PROVIDER_API_KEY: 'nobodys-key',
        COPILOT_MODEL: 'gpt-5.5',
        COPILOT_ALLOW_ALL: 'true',
        COPILOT_AUTO_UPDATE: 'false',
      });
    },
    argv: (prompt) => ['--output-format', 'json', '-p', prompt],
    hasTranscript: true,
    writesLate: true,
  },
  {
    name: 'qwen',
    program: 'qwen',
    shell: (command) => ({ name: 'run_shell_command', input: { command, is_background: false } }),
    prepare: (project, url) => {
      Object.assign(project.env, { OPENAI_API_KEY: 'x', OPENAI_BASE_URL: `${url}/v1`, OPENAI_MODEL: 'm' });
      addTo(project, '.qwen/settings.json', { security: { auth: { selectedType: 'openai' } } });
    },
    argv: (prompt) => ['--yolo', '--output-format', 'json', '-p', prompt],
    hasTranscript: true,
  },
  {
    name: 'opencode',
    program: 'opencode',
    shell: described('bash'),
    prepare: (project, url) => {
      const { env } = project;
      Object.assign(env, { OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_AUTOUPDATE: '1' });
      const options = { baseURL: `${url}/v1`, apiKey: 'x' };
      const loop = { npm: '@ai-sdk/openai-compatible', options, models: { m: { name: 'm' } } };
      addTo(project, '.config/opencode/opencode.json', {
        model: 'loop/m',
        small_model: 'loop/m',
        provider: { loop },
        permission: { '*': 'allow' },
        autoupdate: false,
        share: 'disabled',
      });
    },
    argv: (prompt) => ['run', '--format', 'json', prompt],
    hasTranscript: false,
  },
];

/** As the host itself writes its settings: what is there stays. */
function addTo({ home }: HostProject, path: string, members: object): void {
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ ...settingsIn(file), ...members }, null, 2));
}

function settingsIn(file: string): object {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}
