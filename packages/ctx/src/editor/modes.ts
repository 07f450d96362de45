// The modes that an editor offers: what ctx does where somebody can be asked, and the profiles, as far as the command line lets them.

import type { SessionMode, SessionModeState } from '@agentclientprotocol/sdk';
import { invalidParams } from '../acp/rpc-error.js';
import { type ProfileName, profileNames } from '../policy/profiles.js';
import type { Policy } from '../protocol/records.js';

export type ModeId = 'ask' | ProfileName;

const described: Readonly<Record<ModeId, SessionMode>> = {
  ask: {
    id: 'ask',
    name: 'Ask',
    description: 'Reads freely; asks before it writes, runs a command or calls an MCP tool',
  },
  'read-only': {
    id: 'read-only',
    name: 'Read only',
    description: 'Reads and searches files, and nothing else',
  },
  edit: {
    id: 'edit',
    name: 'Edit',
    description: 'Edits files and runs commands without asking, except what destroys work',
  },
  full: { id: 'full', name: 'Full', description: 'Uses every tool without asking' },
};

/** A profile of the command line is the widest that an editor may choose. */
export function modesWithin(profile: ProfileName | undefined): readonly ModeId[] {
  if (profile === undefined) return ['ask', ...profileNames];
  return profileNames.slice(0, profileNames.indexOf(profile) + 1);
}

export function modeState(current: ModeId, within: ProfileName | undefined): SessionModeState {
  return { currentModeId: current, availableModes: modesWithin(within).map((id) => described[id]) };
}

export function wantedMode(value: unknown, within: ProfileName | undefined): ModeId {
  const mode = modesWithin(within).find((id) => id === value);
  if (mode === undefined) throw invalidParams(`modeId must be one of ${modesWithin(within).join(', ')}`);
  return mode;
}

/** What a session that is loaded was last run with. */
export function modeOf({ profile, default: usual }: Policy, within: ProfileName | undefined): ModeId {
  const modes = modesWithin(within);
  const was = usual === 'asks' ? 'ask' : (profile ?? 'ask');
  return modes.includes(was) ? was : (modes.at(-1) ?? 'read-only');
}
