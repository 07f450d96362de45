// What must hold of hostile input, whatever it is. `fuzz.test.ts` tries each some times, `npm run fuzz` as long as you like.

import fc from 'fast-check';
import { hosts } from '../../src/hosts/known.js';
import { globMatches } from '../../src/policy/glob.js';
import { plainCommands } from '../../src/policy/plain-script.js';
import { judgeCall, judgeTool } from '../../src/policy/policy.js';
import { hole } from '../../src/policy/shell-words.js';
import { membersOf } from '../../src/protocol/members.js';
import { parseCommand } from '../../src/registry/command-text.js';
import { dentedTrick, nearlyPlainScript, shapelessScript } from './scripts.js';
import { StandIns } from './stand-ins.js';

export interface Fuzzed {
  readonly name: string;
  /** How often the gate tries it. */
  readonly runs: number;
  /** Throws what it found. */
  fuzz(parameters: fc.Parameters<unknown>): void;
}

const bash = { name: 'bash', subject: { field: 'command', kind: 'command' } } as const;
const denyRemoval = { allow: [], deny: ['bash(rm *)'], on_deny: 'tell' } as const;
const allowGit = { allow: ['bash(git *)'], deny: [], on_deny: 'tell' } as const;
const allows = (
  policy: { allow: readonly string[]; deny: readonly string[]; on_deny: 'tell' },
  command: string,
) => judgeCall({ ...policy, allow: [...policy.allow], deny: [...policy.deny] }, bash, { command }).allowed;

export const properties: readonly Fuzzed[] = [
  {
    name: 'a script that a deny rule lets through does not run what the rule denies',
    runs: 3_000,
    fuzz: (parameters) => {
      const standIns = new StandIns(['rm'], ['cat', 'sh', 'bash', 'env', 'xargs'], { x: 'y' });
      const script = fc.oneof(shapelessScript, dentedTrick, dentedTrick);
      check(parameters, standIns, script, (source) => {
        if (!/r.*m/s.test(source) || !allows(denyRemoval, source)) return true;
        return standIns.run(source).calls.every(([name]) => name !== 'rm');
      });
    },
  },
  {
    name: 'a script that an allow rule covers runs the words that were read, and makes no file',
    runs: 1_500,
    fuzz: (parameters) => {
      const standIns = new StandIns(['git', 'rm', 'touch', 'log', 'if', 'time', 'E'], [], {
        x: 'a  b*',
        y: '-c',
      });
      const script = fc.oneof(nearlyPlainScript, nearlyPlainScript, shapelessScript);
      check(parameters, standIns, script, (source) => {
        if (!allows(allowGit, source)) return true;
        const read = (plainCommands(source) ?? []).map(textOf);
        const { calls, files } = standIns.run(source);
        const isRead = (call: readonly string[]) => read.some((text) => globMatches(text, textOf(call)));
        return files.length === 0 && calls.every(isRead);
      });
    },
  },
  {
    name: 'a rule and a call, whatever they are, get an answer, and a broken rule allows nothing',
    runs: 2_000,
    fuzz: (parameters) => {
      const text = fc.string({ unit: fc.constantFrom(...'bash(rm *){}[]?!/.,:~\0\n\\é'), maxLength: 20 });
      const kind = fc.constantFrom('command' as const, 'path' as const, 'tree' as const, 'text' as const);
      check(
        parameters,
        undefined,
        fc.tuple(text, text, kind, fc.anything()),
        ([rule, subject, kind, anything]) => {
          const tool = { name: 'bash', subject: { field: 'it', kind } };
          for (const input of [{ it: subject }, { it: anything }, anything]) {
            judgeCall({ allow: [], deny: [rule], on_deny: 'tell' }, tool, input);
            const allowed = judgeCall({ allow: [rule], deny: [], on_deny: 'tell' }, tool, input).allowed;
            if (allowed && !judgeTool({ allow: [rule], deny: [], on_deny: 'tell' }, 'bash').allowed)
              return false;
          }
          return true;
        },
      );
    },
  },
  {
    name: 'an event of a host, whatever its fields, is decoded',
    runs: 1_000,
    fuzz: (parameters) => {
      const speech = fc.constantFrom(...hosts);
      const names =
        'tool_name tool_input tool_response prompt session_id cwd transcript_path command file_path toolName toolArgs toolResult sessionId session args workspace_roots'.split(
          ' ',
        );
      const input = fc.dictionary(fc.constantFrom(...names), fc.anything());
      check(parameters, undefined, fc.tuple(speech, input), ([host, fields]) => {
        for (const kind of Object.values(host.events)) host.decode(kind, membersOf(fields), {});
        return true;
      });
    },
  },
  {
    name: 'front matter, whatever it holds, is read or called unreadable',
    runs: 1_000,
    fuzz: (parameters) => {
      const line = fc.string({ unit: fc.constantFrom(...'a:-&*!|>{}[]"\'#%@ \n\t,?é\0'), maxLength: 60 });
      check(parameters, undefined, line, (text) => {
        const { fields, body } = parseCommand(`---\n${text}\n---\nbody`);
        return typeof fields === 'object' && typeof body === 'string';
      });
    },
  },
];

/** A variable's value may be anything; a blank inside a word is one that no rule's blank stands for. */
function textOf(words: readonly string[]): string {
  return words.map((word) => word.replaceAll(' ', '\x01').replaceAll(hole, '*')).join(' ');
}

function check<T>(
  parameters: fc.Parameters<unknown>,
  standIns: StandIns | undefined,
  input: fc.Arbitrary<T>,
  holds: (value: T) => boolean,
): void {
  try {
    fc.assert(fc.property(input, holds), { ...parameters, examples: [] });
  } finally {
    standIns?.remove();
  }
}
