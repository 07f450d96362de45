// One pass through a lifecycle: every step, every failure, what must hold of each, and the answers.

import { chownSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from '../../../ctx/src/kit/trees.js';
import { broken, compare } from './comparisons.js';
import type { Lifecycle, LifecycleCall, Preparation } from './lifecycle.js';
import { call, type Ongoing, type ProgramUnderTest } from './program-under-test.js';
import { writeReportData } from './report-data.js';
import type { Version } from './versions.js';

/** The envelope of a pass, where the contract says which. */
export type EnvelopeName = NonNullable<Lifecycle['answers']>['envelopes'][number];

/** The exit code of a call that was sent SIGTERM. */
const calledOff = 143;

export interface Answered {
  readonly envelope: EnvelopeName;
  readonly command: string;
  /** The golden's name. */
  readonly name: string;
  readonly exitCode: number;
  readonly varies: readonly string[];
  /** Without the folder that it was made in. */
  readonly answer: unknown;
}

export class Running {
  readonly problems: string[] = [];
  readonly answers: Answered[] = [];
  readonly #version: Version;
  readonly #place: string;
  readonly #given: ProgramUnderTest;
  readonly #envelope: EnvelopeName | undefined;
  readonly #folders = new Set<string>();

  constructor(version: Version, place: string, given: ProgramUnderTest, envelope?: EnvelopeName) {
    this.#version = version;
    this.#place = place;
    this.#given = given;
    this.#envelope = envelope;
    mkdirSync(join(place, 'home'), { recursive: true });
    this.#hand(join(place, 'home'));
  }

  async all({ steps, failures }: Lifecycle): Promise<void> {
    for (const step of steps) if (!(await this.#tried(step, () => this.#step(step)))) return;
    for (const failure of failures) if (!(await this.#tried(failure, () => this.#failure(failure)))) return;
  }

  /** What follows builds on it: after one that cannot be checked at all, nothing is tried. */
  async #tried(one: LifecycleCall, check: () => Promise<void>): Promise<boolean> {
    try {
      await check();
      return true;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.#problem(one, `${why}; what comes after it was not tried`);
      return false;
    }
  }

  async #step(step: Lifecycle['steps'][number]): Promise<void> {
    const cwd = this.#prepare(step);
    await this.#beside(step, cwd, () => this.#call(step, cwd));
    const [report, into] = (step.report_data ?? []).map((path) => join(this.#place, path));
    if (report !== undefined && into !== undefined) writeReportData(report, into);
    for (const comparison of step.holds ?? []) {
      const problem = compare(this.#place, comparison);
      if (problem !== undefined) this.problems.push(`${step.does}: ${problem}`);
    }
  }

  async #failure(failure: Lifecycle['failures'][number]): Promise<void> {
    const cwd = this.#prepare(failure);
    await this.#beside(failure, cwd, async () => {
      const before = stateOf(cwd);
      const message = messageIn(await this.#call(failure, cwd));
      if (!message.includes(failure.says)) this.#problem(failure, `the message is “${message}”`);
      if (stateOf(cwd) !== before) this.#problem(failure, 'something on disk was changed');
    });
  }

  async #beside({ does, beside }: LifecycleCall, cwd: string, act: () => Promise<unknown>): Promise<void> {
    if (beside === undefined) {
      await act();
      return;
    }
    const other = this.#start(beside.argv, cwd);
    try {
      if (await other.reaches(beside.once)) await act();
    } catch (error) {
      other.send('SIGTERM');
      // However it ends: what is wrong is known.
      await other.answer.catch(() => {});
      throw error;
    }
    other.send('SIGTERM');
    const { exitCode, stdout, stderr } = await other.answer;
    if (exitCode !== calledOff)
      this.problems.push(`${does}: the call beside it ended with exit code ${exitCode}: ${stdout}${stderr}`);
  }

  #start(argv: readonly string[], cwd: string): Ongoing {
    return call(argv, cwd, join(this.#place, 'home'), this.#given);
  }

  async #call(one: LifecycleCall, cwd: string): Promise<unknown> {
    const envelope = this.#envelope;
    const argv = envelope === undefined ? one.argv : ['--envelope-version', envelope, ...one.argv];
    const going = this.#start(argv, cwd);
    if (one.signal !== undefined && (await going.reaches(one.signal.once))) going.send(one.signal.name);
    const { exitCode, stdout, stderr } = await going.answer;
    if (exitCode !== one.exit_code) this.#problem(one, `exit code ${exitCode}: ${stdout}${stderr}`);
    const answer = stdout === '' ? null : jsonIn(stdout);
    if (envelope !== undefined && one.answer !== undefined) {
      const portable = jsonIn(stdout.replaceAll(JSON.stringify(this.#place).slice(1, -1), '/place'));
      const [command = ''] = one.argv;
      this.answers.push({
        envelope,
        command,
        name: one.answer,
        exitCode,
        varies: one.varies ?? [],
        answer: portable,
      });
    }
    const { data, error } = one;
    const wrong = broken(
      { ...(data !== undefined && { data }), ...(error !== undefined && { error }) },
      answer,
    );
    if (wrong !== undefined) this.#problem(one, wrong);
    return answer;
  }

  #prepare({ in: name, prepare = [] }: LifecycleCall): string {
    const cwd = join(this.#place, name);
    if (!this.#folders.has(name)) {
      this.#folders.add(name);
      cpSync(join(this.#version.folder, 'configs'), cwd, { recursive: true });
      mkdirSync(join(cwd, 'out'));
    }
    for (const one of prepare) prepared(cwd, one);
    this.#hand(cwd);
    return cwd;
  }

  /** To whom it runs as. */
  #hand(folder: string): void {
    const { uid } = this.#given;
    if (uid === undefined) return;
    for (const name of ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })])
      chownSync(join(folder, name), uid, uid);
  }

  #problem({ does }: LifecycleCall, what: string): void {
    const where = this.#envelope === undefined ? '' : ` (envelope ${this.#envelope})`;
    this.problems.push(`${does}${where}: ${what}`);
  }
}

function jsonIn(stdout: string): unknown {
  try {
    return JSON.parse(stdout);
  } catch {
    throw new Error(stdout === '' ? 'it answered nothing' : `it answered no JSON: ${stdout.slice(0, 200)}`);
  }
}

/** Of either envelope. */
function messageIn(envelope: unknown): string {
  const error: unknown = Reflect.get(Object(envelope), 'error');
  return String(typeof error === 'string' ? error : Reflect.get(Object(error), 'message'));
}

function prepared(cwd: string, one: Preparation): void {
  if ('copy' in one) {
    const [from = '', to = ''] = one.copy;
    cpSync(join(cwd, from), join(cwd, to), { recursive: true });
  } else if ('write' in one) {
    const [file = '', text = ''] = one.write;
    writeFileSync(join(cwd, file), text);
  } else {
    const [file = '', search = '', instead = ''] = one.replace;
    const text = readFileSync(join(cwd, file), 'utf8');
    if (!text.includes(search)) throw new TypeError(`${file} does not hold ${search}`);
    writeFileSync(
      join(cwd, file),
      text.replace(search, () => instead),
    );
  }
}

/** All that is on disk, but for what ctx keeps of its own. */
function stateOf(folder: string): string {
  const files = filesBelow(folder).map(
    (path) => `${path} ${readFileSync(join(folder, path)).toString('base64')}`,
  );
  return [...files, ...readdirSync(folder)].join('\n');
}
