// The hosts as npm has them, each in a folder of its own.

import { join } from 'node:path';
import { provedOn } from '../../src/hosts/proved-on.js';
import { installedFromNpm } from './installed-from-npm.js';

export interface HostPrograms {
  /** The words that start each host. */
  readonly claude: readonly string[];
  readonly codex: readonly string[];
  readonly gemini: readonly string[];
  readonly copilot: readonly string[];
  readonly qwen: readonly string[];
  readonly opencode: readonly string[];
}

export async function hostPrograms(): Promise<HostPrograms> {
  const modules: Record<string, string> = {};
  // One after the other: each is some hundred megabytes.
  for (const [name, version] of Object.entries(provedOn))
    modules[name] = await installedFromNpm([`${name}@${version}`]);
  const file = (name: keyof typeof provedOn, path: string) => join(modules[name] ?? '', path);
  return {
    // Its launcher for those who do not run install scripts.
    claude: [
      process.execPath,
      file('@anthropic-ai/claude-code', '@anthropic-ai/claude-code/cli-wrapper.cjs'),
    ],
    codex: [process.execPath, file('@openai/codex', '@openai/codex/bin/codex.js')],
    gemini: [process.execPath, file('@google/gemini-cli', '@google/gemini-cli/bundle/gemini.js')],
    copilot: [process.execPath, file('@github/copilot', '@github/copilot/npm-loader.js')],
    qwen: [process.execPath, file('@qwen-code/qwen-code', '@qwen-code/qwen-code/cli.js')],
    // A program of its own, which an install script would link.
    opencode: [file('opencode-ai', `opencode-${process.platform}-${process.arch}/bin/opencode`)],
  };
}
