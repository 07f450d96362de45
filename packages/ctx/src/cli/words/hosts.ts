// Words for hosts that hooks are put into.

import type { Codes } from '../../protocol/codes.js';
import type { WordsFor } from '../wording.js';
import { didYouMean } from './phrases.js';

const installed = (program: string) => `\`${program} init --hooks\` installs and renews them.`;

const unsound = {
  none: { message: 'No hooks of ctx are installed.', hint: installed },
  hooks: { message: 'Not every hook works.', hint: installed },
  untrusted: {
    message: 'The agent skips hooks that you have not trusted yet.',
    hint: () => 'Start the agent and trust them there: in Codex with /hooks.',
  },
  rules: {
    message: 'The hooks work, but a rule of this project does not.',
    hint: () => 'Fix it in .context/config.yaml (`ctx docs policy`).',
  },
} as const;

export const hostWords = {
  hooks_unsound: ({ trouble }, program) => ({
    message: unsound[trouble].message,
    hint: `${unsound[trouble].hint(program)} --exit-zero always exits 0.`,
  }),
  host_unknown: ({ target, known, nearest }) => ({
    message: `There is no agent \`${target}\`.`,
    hint: didYouMean(nearest, `Agents: ${known.join(', ')}.`),
  }),
  host_missing: ({ known }) => ({
    message: 'No agent was found on this machine.',
    hint: `Name it: --host ${known.join(' or --host ')}.`,
  }),
  host_program_missing: ({ target, known, named }) => ({
    message: named
      ? `${target} cannot be started as a program.`
      : known.length === 1
        ? `${target} is not installed: ${known.join()} is not on your PATH.`
        : `No agent is installed: none of ${known.join(', ')} is on your PATH.`,
    hint: 'Install it, or name its program: ctx hooks verify --live --host HOST --program FILE.',
  }),
  hook_program_missing: ({ target }) => ({
    message: `${target} is not on your PATH, and a project’s hooks call it by name.`,
    hint: 'Run `npm install -g ctx-cli`, or check the hooks of your own settings: --scope user.',
  }),
  host_not_driven: ({ target, known }) => ({
    message: `${target} cannot be started for a live check.`,
    hint: `Agents that can: ${known.join(', ')}.`,
  }),
  live_check_failed: ({ broken, first }) => ({
    message: `The live check failed for ${broken.join(', ')}: ${first}.`,
    hint: 'ctx hooks list shows each result; ctx hooks verify checks the hooks that are installed.',
  }),
  agent_unknown: ({ target, known, nearest }) => ({
    message: `There is no agent \`${target}\`.`,
    hint: didYouMean(nearest, `Agents: ${known.join(', ')}. Any other that speaks ACP goes into a config.`),
  }),
  agent_missing: ({ target, program, install }) => ({
    message: `${target} is not installed: ${program} is not on your PATH.`,
    hint:
      install === undefined ? 'Correct the command in the config.' : `Run \`${install}\`, and log in once.`,
  }),
  agent_too_old: ({ target, version, oldest, install }) => ({
    message: `${target} ${version} is too old to be driven: ${oldest} is the oldest that works.`,
    hint: `Run \`${install}\`.`,
  }),
  agent_not_strict: ({ target, unasked }) => ({
    message: `${target} runs ${unasked.join(', ')} without asking ctx, and \`strict\` takes only agents that ask about every call.`,
    hint: 'Leave `strict` out, or choose an agent that asks: `ctx docs agents` has the table.',
  }),
  agent_unmeasured: ({ target, limit }) => ({
    message: `${target} does not report its usage while it works, so ctx cannot enforce ${limit}.`,
    hint: 'Set timeout_seconds or max_tool_calls, or choose another agent: `ctx docs agents` has the table.',
  }),
  host_scope_missing: ({ host, scope }) => ({
    message: `${host} has no ${scope} settings.`,
    hint: 'Choose another --scope: user or project.',
  }),
} satisfies Partial<WordsFor<Codes>>;
