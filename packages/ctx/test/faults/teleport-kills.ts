// Teleports there and back, with one of the two sides killed at a moment of its own writing, or its disk full from there
// on. Afterwards never both sides may go on with the session, one of them holds all of it, and the same command finishes
// the move or --cancel calls it off.

import { execFile } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workspaceFiles } from '../../src/teleport/workspace-files.js';
import { diesAtMoment } from '../dies-at-moment.js';
import { git } from '../git.js';
import { isLive } from '../moved-session.js';
import { randomFrom } from './random.js';

export interface KillsResult {
  readonly tries: number;
  /** Tries that did not come to their end because of the fault. */
  readonly cut: number;
  /** How each try ended, counted. */
  readonly endings: ReadonlyMap<string, number>;
  readonly found: readonly string[];
}

interface Extent {
  readonly program: string;
  readonly seed: number;
  readonly tries: number;
}

type Way = 'there' | 'back';
type Victim = 'near' | 'far';
type Fault = 'killed' | 'full';

interface Cut {
  readonly victim: Victim;
  readonly moment: number;
  readonly how: Fault;
}

const beyond = String(Number.MAX_SAFE_INTEGER);

export async function teleportKills({ program, seed, tries }: Extent): Promise<KillsResult> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ctx-teleports-')));
  const random = randomFrom(seed);
  const found: string[] = [];
  const endings = new Map<string, number>();
  let cut = 0;
  try {
    // A copy: somebody may build meanwhile.
    cpSync(program, join(folder, 'program'), { recursive: true, preserveTimestamps: true });
    const sides = new TwoSides(folder, join(folder, 'program/ctx.cjs'));
    await sides.prepare();
    const counts = await sides.counts();
    for (let i = 0; i < tries; i++) {
      const way: Way = i % 2 === 0 ? 'there' : 'back';
      const victim: Victim = i % 4 < 2 ? 'near' : 'far';
      const moment = 1 + Math.floor(random() * counts[way][victim]);
      const ends = random() < 0.5 ? 'again' : 'cancel';
      // Every fourth of either way has a disk that is full from then on, in the place of a kill.
      const how: Fault = i % 8 >= 6 ? 'full' : 'killed';
      const what = `${way}, the ${victim} side ${how} at ${moment} of ${counts[way][victim]}, then ${ends}`;
      const outcome = await sides.attempt(way, { victim, moment, how }, ends);
      if (outcome.wasCut) cut += 1;
      for (const wrong of outcome.wrong) found.push(`${what}: ${wrong}`);
      endings.set(outcome.ending, (endings.get(outcome.ending) ?? 0) + 1);
    }
    return { tries, cut, endings, found };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
  }
}

type Dies = Partial<Record<Victim, string>> & { readonly how?: Fault };

interface Called {
  readonly code: number | string | null;
  readonly stderr: string;
}

class TwoSides {
  readonly #folder: string;
  readonly #program: string;
  #whole = '';

  constructor(folder: string, program: string) {
    this.#folder = folder;
    this.#program = program;
  }

  get #near() {
    return join(this.#folder, 'now/near');
  }

  get #far() {
    return join(this.#folder, 'now/far');
  }

  get #logs() {
    const log = '.context/sessions/s.jsonl';
    return { near: join(this.#near, 'app', log), far: join(this.#far, 'work/app', log) };
  }

  /** A project with changes of every kind, and a machine that has its first commit. */
  async prepare(): Promise<void> {
    const [app, work] = [join(this.#near, 'app'), join(this.#far, 'work')];
    mkdirSync(join(this.#folder, 'bin'));
    writeFileSync(join(this.#folder, 'moments.cjs'), diesAtMoment);
    const ssh = join(this.#folder, 'bin/ssh');
    writeFileSync(
      ssh,
      `#!/bin/sh\nexec env -i HOME="$FAR_HOME" TMPDIR="$TMPDIR" PATH="$PATH" NODE_OPTIONS="$FAR_OPTIONS" DIE_AT_MOMENT="$FAR_DIES" FULL_FROM_MOMENT="$FAR_FULL" TELL_MOMENTS="$FAR_TELLS" "${process.execPath}" "${this.#program}" acp --accept-teleports "$FAR_HOME/work" --trust-teleports\n`,
    );
    chmodSync(ssh, 0o755);
    mkdirSync(app, { recursive: true });
    mkdirSync(work, { recursive: true });
    git(app, 'init', '-q');
    for (const name of ['a', 'b', 'c']) writeFileSync(join(app, name), `${name}\n`.repeat(500));
    git(app, 'add', '.');
    git(app, 'commit', '-q', '-m', 'one');
    git(work, 'clone', '-q', app, 'app');
    writeFileSync(join(app, 'd'), 'd\n');
    git(app, 'add', 'd');
    git(app, 'commit', '-q', '-m', 'two');
    writeFileSync(join(app, 'a'), 'changed\n');
    writeFileSync(join(app, 'b'), 'staged\n');
    git(app, 'add', 'b');
    rmSync(join(app, 'c'));
    writeFileSync(join(app, 'new'), 'new\n');
    await this.#call(['run', 'Say it.', '--model', 'script:echo', '--session-id', 's', '--no-stdin']);
    this.#whole = readFileSync(this.#logs.near, 'utf8');
    cpSync(join(this.#folder, 'now'), join(this.#folder, 'at-home'), {
      recursive: true,
      preserveTimestamps: true,
    });
    const gone = await this.#move('there', {});
    if (gone.code !== 0) throw new Error(`the session does not move at all: ${gone.stderr}`);
    cpSync(join(this.#folder, 'now'), join(this.#folder, 'away'), {
      recursive: true,
      preserveTimestamps: true,
    });
  }

  async counts(): Promise<Record<Way, Record<Victim, number>>> {
    const count = async (way: Way) => {
      this.#begin(way);
      await this.#move(way, { near: beyond, far: beyond });
      const told = (side: Victim) => Number(readFileSync(join(this.#folder, `${side}-moments`), 'utf8'));
      return { near: told('near'), far: told('far') };
    };
    return { there: await count('there'), back: await count('back') };
  }

  async attempt(way: Way, { victim, moment, how }: Cut, ends: 'again' | 'cancel') {
    this.#begin(way);
    const { code } = await this.#move(way, { [victim]: String(moment), how });
    const wasCut = code !== 0;
    const wrong = this.#check('after the fault');
    const last =
      ends === 'again' || way === 'back'
        ? await this.#move(way, {})
        : await this.#call(['teleport-mode', '--cancel', 's', 'me@far']);
    wrong.push(...this.#check('at the end'));
    const { near, far } = this.#live();
    const target = way === 'there' ? far : near;
    // What was finished before the kill cannot be done again, and says so.
    if (last.code !== 0 && !/was moved to|was not moved|has arrived/.test(last.stderr))
      wrong.push(`it does not end: ${last.stderr.trim()}`);
    if (near === far) wrong.push(near ? 'both sides go on' : 'no side goes on');
    if ((ends === 'again' || way === 'back') && !target) wrong.push('it did not arrive');
    if (target && near !== far) wrong.push(...(await this.#compareWorkspaces()));
    return { wasCut, wrong, ending: `${way}: ${near ? 'goes on here' : 'goes on there'}` };
  }

  #begin(way: Way): void {
    rmSync(join(this.#folder, 'now'), { recursive: true, force: true });
    cpSync(join(this.#folder, way === 'there' ? 'at-home' : 'away'), join(this.#folder, 'now'), {
      recursive: true,
      preserveTimestamps: true,
    });
  }

  #live(): Record<Victim, boolean> {
    return { near: isLive(this.#logs.near), far: isLive(this.#logs.far) };
  }

  #check(when: string): string[] {
    const { near, far } = this.#live();
    const holds = [this.#logs.near, this.#logs.far].some(
      (path) => existsSync(path) && readFileSync(path, 'utf8').startsWith(this.#whole),
    );
    return [
      ...(near && far ? [`both sides go on ${when}`] : []),
      ...(holds ? [] : [`no side has all of it ${when}`]),
    ];
  }

  async #compareWorkspaces(): Promise<string[]> {
    const [near, far] = await Promise.all(
      [join(this.#near, 'app'), join(this.#far, 'work/app')].map((top) => workspaceFiles(top, undefined)),
    );
    const status = (top: string) => git(top, 'status', '--porcelain') + git(top, 'log', '--format=%H');
    const isSame =
      near?.digest === far?.digest && status(join(this.#near, 'app')) === status(join(this.#far, 'work/app'));
    return isSame ? [] : ['the workspaces are not the same'];
  }

  #move(way: Way, dies: Dies): Promise<Called> {
    return this.#call(
      way === 'there' ? ['teleport-mode', 'me@far', 's'] : ['teleport-mode', '--back', 's'],
      dies,
    );
  }

  #call(words: readonly string[], dies: Dies = {}): Promise<Called> {
    const options = `--require=${join(this.#folder, 'moments.cjs')}`;
    const tells = (side: Victim) => join(this.#folder, `${side}-moments`);
    const env = {
      PATH: `${join(this.#folder, 'bin')}:${process.env['PATH']}`,
      HOME: this.#near,
      // A killed program leaves its temporary folders.
      TMPDIR: this.#folder,
      FAR_HOME: this.#far,
      ...(dies.near !== undefined && {
        NODE_OPTIONS: options,
        DIE_AT_MOMENT: dies.how === 'full' ? beyond : dies.near,
        FULL_FROM_MOMENT: dies.how === 'full' ? dies.near : beyond,
        TELL_MOMENTS: tells('near'),
      }),
      FAR_OPTIONS: dies.far === undefined ? '' : options,
      FAR_DIES: dies.how === 'full' ? beyond : (dies.far ?? beyond),
      FAR_FULL: dies.how === 'full' ? (dies.far ?? beyond) : beyond,
      FAR_TELLS: tells('far'),
    };
    return new Promise((resolve) => {
      const child = execFile(
        process.execPath,
        [this.#program, ...words],
        { cwd: join(this.#near, 'app'), env },
        (error, _, stderr) =>
          resolve({ code: error === null ? 0 : (error.code ?? error.signal ?? 1), stderr }),
      );
      child.stdin?.end();
    });
  }
}
