// What a start loads, seen by the process itself: the built program, and one command's files of it.

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { commands } from '../src/commands/index.js';
import { temporaryFolder } from './folder.js';

const built = join(inject('builtPrograms'), 'ctx');

describe('a start', () => {
  it.each([
    ['--version', ['ctx.cjs', 'kernel.cjs', 'version.cjs']],
    ['sysinfo', ['ctx.cjs', 'kernel.cjs', 'sysinfo.cjs', 'machine-disk-space.cjs']],
    ['help', ['ctx.cjs', 'kernel.cjs', 'help.cjs', 'cli-shipped.cjs']],
  ])('with %s loads the program, that command and nothing of the others', (word, files) => {
    expect(loadedBy(word).map(withoutHash)).toEqual(files);
  });

  it('of a scan loads of the readers only those that the repository needs', () => {
    const files = { Dockerfile: 'FROM node:22\n', '.github/workflows/ci.yml': 'on: push\njobs: {}\n' };
    const plain = loadedBy('scan-repo', temporaryFolder(files)).map(withoutHash);
    expect(plain).toContain('scan-repo.cjs');
    const go = temporaryFolder({ ...files, 'go.mod': 'module a\n' });
    expect(loadedBy('scan-repo', go).map(withoutHash)).toEqual([...plain, 'go.cjs']);
  });

  it('of a recommendation loads what builds an index only where there is none', () => {
    const [home, project] = [temporaryFolder(), temporaryFolder({ Dockerfile: 'FROM node:22\n' })];
    const first = loadedBy('recommend', project, home).map(withoutHash);
    expect(first).toContain('catalog-entry.cjs');
    const second = loadedBy('recommend', project, home).map(withoutHash);
    expect(second).toContain('recommend.cjs');
    expect(second).not.toContain('catalog-entry.cjs');
  });

  it('with a word that is no command loads the words for it, and no command', () => {
    expect(loadedBy('sysinof').map(withoutHash)).toEqual(['ctx.cjs', 'kernel.cjs', 'command-line.cjs']);
  });

  it('leaves the costly parts of Node alone', () => {
    const source = readFileSync(join(built, 'kernel.cjs'), 'utf8');
    const modules = [...source.matchAll(/require\("(node:[^"]+)"\)/g)].map(([, name]) => name);
    expect(modules.toSorted()).toEqual(['node:fs', 'node:util']);
  });
});

describe('an event of a host', () => {
  const initialised = (config = '') => temporaryFolder({ '.context/config.yaml': config, '.git/HEAD': '' });
  const tool = { tool_name: 'Bash', tool_input: { command: 'ls' } };
  const silent = () => temporaryFolder({ '.config/ctx/config.yaml': 'capture: false\n' });
  const hook = (event: string, cwd: string, home: string = silent()) => {
    const input = JSON.stringify({ session_id: 'one', cwd, ...tool });
    return started('hook', ['claude-code', event], { cwd, home, input });
  };
  /** Node's own module for scripts is there for the compiled code that is remembered. */
  const bare = () => {
    const cwd = temporaryFolder({ 'bare.cjs': 'require("node:vm");' });
    return started('bare', [], { cwd, file: join(cwd, 'bare.cjs') }).ofNode;
  };
  const every = ['hook.cjs', 'start.cjs', 'answer.cjs'];

  it.each(['UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'Stop', 'AnythingElse'])(
    '%s loads what answers all events, and nothing of Node besides',
    (event) => {
      expect(hook(event, initialised())).toEqual({ files: every, ofNode: bare() });
    },
  );

  it('loads what seals it, in one file, where the session is captured', () => {
    const home = temporaryFolder();
    const cwd = initialised();
    hook('UserPromptSubmit', cwd, home);
    expect(hook('UserPromptSubmit', cwd, home).files).toEqual([...every, 'capture.cjs']);
  });

  it('loads the reader of shell commands where there are rules', () => {
    const ruled = initialised('hooks:\n  deny: [{ rule: "Bash(rm *)" }]\n');
    const home = silent();
    hook('PreToolUse', ruled, home);
    expect(hook('PreToolUse', ruled, home).files).toEqual([...every, 'policy.cjs']);
  });

  it('loads what looks for a project, and no more, where no project is initialised', () => {
    expect(hook('UserPromptSubmit', temporaryFolder()).files).toEqual(['hook.cjs', 'start.cjs']);
  });

  it('is answered by the line that older versions registered, too', () => {
    const cwd = initialised();
    const words = ['hook', 'claude-code', 'UserPromptSubmit', '--ctx-layout', '1'];
    expect(started('ctx', words, { cwd, input: '{}' }).files.map(withoutHash)).toContain('answer.cjs');
  });

  it('loads the relay where audit reports are relayed, and cryptography only for a report', () => {
    const cwd = initialised();
    const file = join(inject('builtPrograms'), 'ctxctl/relay.cjs');
    const { files, ofNode } = started('relay', [], { cwd, file, input: '{"prompt":"x"}' });
    expect(files).toEqual(['relay.cjs', 'answer.cjs']);
    expect(ofNode).toEqual(bare());
  });

  it.each(['ctx/hook/answer.cjs', 'ctxctl/relay/answer.cjs'])('finds no words for failures in %s', (path) => {
    const programs = inject('builtPrograms');
    const isWorded = (file: string) =>
      /\bfile_unreadable:\(/.test(readFileSync(join(programs, file), 'utf8'));
    expect(isWorded('ctxctl/relay/words.cjs')).toBe(true);
    expect(isWorded(path)).toBe(false);
  });
});

it('has a file for every command of the index', () => {
  const folder = join(built, 'commands');
  const files = readdirSync(folder).map((file) => join(folder, file));
  // What they share is the program itself, which starts as well: it ends after this.
  const tell = `${loadBuilt}; fs.writeSync(1, JSON.stringify(${JSON.stringify(files)}.map((file) => load(file).default?.name)) + '\\n')`;
  const { stdout } = spawnSync(process.execPath, ['-e', tell, 'ctx', '--version'], { encoding: 'utf8' });
  const declared: string[] = JSON.parse(stdout.split('\n')[0] ?? '');
  expect(declared).toEqual(expect.arrayContaining(Object.keys(commands)));
});

it('has every file that one of its files loads', () => {
  const files = codeFiles();
  const loaded = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/require\(["'`](\.[^"'`]+\.cjs)["'`]\)/g)].map(([, other = '']) =>
      join(dirname(file), other),
    ),
  );
  expect(new Set(loaded).size).toBeGreaterThan(20);
  expect([...new Set(loaded)].filter((file) => !files.includes(file))).toEqual([]);
});

it('declares no schema in a command’s code: they ship as files', () => {
  const files = codeFiles();
  expect(files).toContain(join(built, 'commands/pad-add.cjs'));
  const declaring = files.filter((file) => {
    const code = readFileSync(file, 'utf8');
    // zod, which the providers' packages bring along, has schemas of functions and what those return.
    return /\breturns:(?!void 0)/.test(code) && !code.includes('ZodFunction');
  });
  expect(declaring).toEqual([]);
});

function codeFiles(): string[] {
  const names = readdirSync(built, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.cjs')).map((name) => join(built, name));
}

function loadedBy(word: string, cwd = temporaryFolder(), home?: string): readonly string[] {
  return started('ctx', [word], { cwd, home }).files;
}

interface Loaded {
  /** Of the program. */
  readonly files: readonly string[];
  readonly ofNode: readonly string[];
}

interface Start {
  readonly cwd: string;
  readonly home?: string | undefined;
  readonly input?: string;
  readonly file?: string;
}

function started(
  program: string,
  words: readonly string[],
  { cwd, home, input = '', file = join(built, `${program}.cjs`) }: Start,
): Loaded {
  const folder = temporaryFolder({ 'list.cjs': listing });
  const out = join(folder, 'loaded');
  spawnSync(process.execPath, ['--require', join(folder, 'list.cjs'), file, ...words], {
    env: { HOME: home ?? folder, LOADED: out },
    cwd,
    input,
  });
  const { files, ofNode }: { files: string[]; ofNode: string[] } = JSON.parse(readFileSync(out, 'utf8'));
  const own = files.filter((path) => path.startsWith(dirname(file)) && path.endsWith('.cjs'));
  return { files: own.map((path) => basename(path)), ofNode: ofNode.toSorted() };
}

/** Node loads the first file, and that one opens the others. */
const listing = `
  const fs = require('node:fs');
  const { openSync } = fs;
  const opened = [];
  fs.openSync = (path, ...rest) => {
    opened.push(path);
    return openSync(path, ...rest);
  };
  process.on('exit', () => {
    const files = [...Object.keys(require.cache), ...opened];
    fs.writeFileSync(process.env.LOADED, JSON.stringify({ files, ofNode: process.moduleLoadList }));
  });
`;

/** Each file of a built program is a function of its exports and what it loads others with. */
const loadBuilt = `
  const fs = require('node:fs');
  const path = require('node:path');
  const loaded = new Map();
  const load = (file) => {
    if (loaded.has(file)) return loaded.get(file);
    const [exports, near] = [{}, path.dirname(file)];
    loaded.set(file, exports);
    eval(fs.readFileSync(file, 'utf8'))(exports, (id) => (id[0] === '.' ? load(path.join(near, id)) : require(id)), near);
    return exports;
  }
`;

function withoutHash(file: string): string {
  return file.replace(/-[\w-]{8}\.cjs$/, '.cjs');
}
