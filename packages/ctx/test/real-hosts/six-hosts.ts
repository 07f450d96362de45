// The six hosts as `ctx hooks verify --live` drives them, and what a test must know of their transcripts.

import type { DrivenHost as Driven } from '../../src/live/driven-host.js';
import { drivenHosts as driven } from '../../src/live/driven-hosts.js';
import type { HostPrograms } from './hosts-on-disk.js';

export interface DrivenHost extends Driven {
  readonly program: keyof HostPrograms;
  /** Whether it writes its transcript as a file that grows. */
  readonly hasTranscript: boolean;
  /** It may write its transcript only after the hook of its end has run: what is seen and imported of it there is chance. */
  readonly writesLate: boolean;
}

const programs: Readonly<Record<string, keyof HostPrograms>> = {
  'claude-code': 'claude',
  codex: 'codex',
  gemini: 'gemini',
  copilot: 'copilot',
  qwen: 'qwen',
  opencode: 'opencode',
};

export const drivenHosts: readonly DrivenHost[] = driven.flatMap((host) => {
  const program = programs[host.name];
  const traits = { hasTranscript: host.name !== 'opencode', writesLate: host.name === 'copilot' };
  return program === undefined ? [] : [{ ...host, program, ...traits }];
});
