// What is tried under faults: a command each, and what must hold afterwards, whatever happened to it.

import { existsSync, readFileSync } from 'node:fs';
import type { Answer, Envelope, Place } from './place.js';

/** Something that was there or was acknowledged is gone; an answer that says nothing or too much; a state that is neither. */
export interface Loss {
  readonly kind: 'lost' | 'silent' | 'wrong';
  readonly why: string;
}

export interface Scenario {
  readonly name: string;
  readonly argv: readonly string[];
  prepare(place: Place): Promise<void>;
  judge(place: Place, said: Said): Promise<Loss | undefined>;
}

/** `killed`: it said nothing, and need not have done anything. */
export type Said = 'killed' | Envelope;

const lost = (why: string): Loss => ({ kind: 'lost', why });
const wrong = (why: string): Loss => ({ kind: 'wrong', why });

/** The last line is one envelope with the exit code; anything else is silence. */
export function saidIn({ exitCode, stdout, stderr }: Answer): Said | Loss {
  if (exitCode === null) return 'killed';
  try {
    const envelope: Envelope = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');
    if (envelope.exit_code === exitCode && (exitCode === 0) === (envelope.data !== undefined)) {
      return envelope.error?.code === 'internal_error' ? wrong(`a bug: ${stackOf(envelope)}`) : envelope;
    }
  } catch {
    // Told below.
  }
  return { kind: 'silent', why: `exit ${exitCode}, ${JSON.stringify(stdout)} ${JSON.stringify(stderr)}` };
}

/** The file that the hint names is gone when somebody reads this. */
function stackOf({ error }: Envelope): string {
  const file = /\/\S+\.log/.exec(error?.hint ?? '')?.[0];
  return file !== undefined && existsSync(file) ? readFileSync(file, 'utf8') : (error?.message ?? '');
}

/** Adding to a list: what was there stays, what was acknowledged is there, what was refused is not. */
function adding(
  name: string,
  argv: readonly string[],
  list: readonly string[],
  before: readonly (readonly string[])[],
): Scenario {
  const texts = async (place: Place) => {
    const { data, error } = await place.ask(...list);
    return error === undefined ? JSON.stringify(data) : error;
  };
  return {
    name,
    argv: [...argv, 'the-new-one', '--output-format', 'json'],
    async prepare(place) {
      for (const words of [['init'], ...before]) await expectDone(place, words);
      for (let i = 1; i <= 6; i++) await expectDone(place, [...argv, `an-old-one-${i}`]);
    },
    async judge(place, said) {
      const now = await texts(place);
      if (typeof now !== 'string') return lost(`it cannot be read: ${now.message}`);
      for (let i = 1; i <= 6; i++) if (!now.includes(`an-old-one-${i}`)) return lost(`entry ${i}: ${now}`);
      const isThere = now.includes('the-new-one');
      if (said === 'killed') return undefined;
      if (said.error === undefined) return isThere ? undefined : lost('what was acknowledged');
      return isThere && said.error.code !== 'not_durable'
        ? wrong(`it is there, and was refused: ${said.error.code}: ${said.error.message}`)
        : undefined;
    },
  };
}

const padForms: Scenario = {
  name: 'pad encrypt',
  argv: ['pad', 'encrypt', '--output-format', 'json'],
  async prepare(place) {
    for (const words of [['init'], ['pad', 'decrypt'], ['pad', 'add', 'kept']])
      await expectDone(place, words);
  },
  async judge(place, said) {
    const { data, error } = await place.ask('pad');
    if (error !== undefined) return lost(`it cannot be read: ${error.message}`);
    if (!JSON.stringify(data).includes('kept')) return lost(JSON.stringify(data));
    if (said === 'killed' || said.error !== undefined) return undefined;
    return data?.['form'] === 'encrypted' ? undefined : wrong('it says encrypted, and is not');
  },
};

const settings = '{ "model" : "x",\n  "hooks": {"Stop": []} }\n';

const hooks: Scenario = {
  name: 'init --hooks',
  argv: ['init', '--hooks', '--host', 'claude-code', '--scope', 'user', '--output-format', 'json'],
  async prepare(place) {
    place.write('home/.claude/settings.json', settings);
  },
  async judge(place, said) {
    const file = place.path('home/.claude/settings.json');
    const isChanged = readFileSync(file, 'utf8') !== settings;
    if (said !== 'killed' && said.error === undefined && !isChanged) return lost('the hooks');
    const { error } = await place.ask('hooks', 'remove', '--host', 'claude-code', '--scope', 'user');
    if (error !== undefined) return wrong(error.message);
    const left = readFileSync(file, 'utf8');
    return left === settings ? undefined : lost(`other bytes are left: ${left}`);
  },
};

const script = {
  model: 'script/1',
  replies: [
    { call: [{ tool: 'bash', input: { command: 'echo once >> effects.txt' } }] },
    { call: [{ tool: 'write', input: { path: 'made.txt', content: 'made\n' } }] },
    { say: 'Done.' },
  ],
};

const run: Scenario = {
  name: 'run, then resume',
  argv: 'run --task Go. --model script:s.yaml --no-sandbox --session-id s --output-format json'.split(' '),
  async prepare(place) {
    place.write('project/s.yaml', JSON.stringify(script));
    await expectDone(place, ['init']);
  },
  async judge(place, said) {
    const isDone = said !== 'killed' && said.error === undefined;
    // Where it could not be noted that this machine wrote the log, resume asks; that is no loss.
    const resumed = await place.ask('resume', 's', '--trust-log');
    const code = resumed.error?.code;
    if (isDone && code !== 'session_finished') return lost(`the end of the run: ${JSON.stringify(resumed)}`);
    if (code === 'session_unknown' || code === 'session_empty') {
      // Nothing was begun; then it can be.
      const again = await place.ask(...this.argv.slice(0, -2));
      return again.error === undefined ? undefined : wrong(`it cannot be run again: ${again.error.message}`);
    }
    // A run that ended by a fault is closed as failed, or goes on.
    const isClosed = code === undefined || code === 'session_finished' || code === 'model_error';
    if (!isClosed) return wrong(`resume: ${resumed.error?.code}: ${resumed.error?.message}`);
    const verified = await place.ask('verify', 's');
    if (verified.error !== undefined) return wrong(`verify: ${verified.error.message}`);
    const effects = existsSync(place.path('project/effects.txt'))
      ? readFileSync(place.path('project/effects.txt'), 'utf8')
      : '';
    return effects === '' || effects === 'once\n' ? undefined : wrong(`a tool ran twice: ${effects}`);
  },
};

export const scenarios: readonly Scenario[] = [
  adding('pad add (encrypted)', ['pad', 'add'], ['pad'], []),
  adding('pad add (plain)', ['pad', 'add'], ['pad'], [['pad', 'decrypt']]),
  adding('task add', ['task', 'add'], ['task', 'list'], []),
  adding('remind', ['remind'], ['remind', 'list'], []),
  padForms,
  hooks,
  run,
];

async function expectDone(place: Place, argv: readonly string[]): Promise<void> {
  const { error } = await place.ask(...argv);
  if (error !== undefined) throw new Error(`${argv.join(' ')}: ${error.message}`);
}
