import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { builtFolder, cleanEnvironment } from '../../test/built.js';
import { temporaryFolder } from '../../test/folder.js';
import { completionScript, shells } from './completion.js';
import { readTable } from './shipped.js';
import type { CommandTable } from './table.js';

const about = readTable(builtFolder()).commands.map(({ name }) => name);
const firstWords = [...new Set(about.map((name) => name.split(' ')[0]))].sort();
const ctx = readTable(builtFolder());
const ctxctl = readTable(builtFolder('ctxctl'));

/** The words that the shell offers behind this line; the last word may be half typed. */
type Completer = (table: CommandTable, ...line: string[]) => string[];

/** Where the shell is: with the built `ctx` on its PATH, and in a project that has one of everything. */
let place: { readonly cwd: string; readonly env: Record<string, string> };

beforeEach(() => {
  const cwd = temporaryFolder({
    '.git/HEAD': 'ref: refs/heads/main\n',
    '.context/sessions/first-run.jsonl': '',
    '.context/sessions/other.jsonl': '',
    '.context/fleets/nightly.fleet.jsonl': '',
    '.context/TASKS.md': '- [ ] Fix it <!-- ctx 1 2026-11-15T23:18:49.349Z -->\n',
    '.claude/commands/ship.md': 'Ship it.\n',
    'session config.yaml': '',
    'work/inside.txt': '',
    'bin/ctx': `#!/bin/sh\nexec ${process.execPath} ${join(builtFolder(), 'ctx.cjs')} "$@"\n`,
  });
  chmodSync(join(cwd, 'bin/ctx'), 0o755);
  const path = `${join(cwd, 'bin')}:${process.env['PATH']}`;
  place = { cwd, env: cleanEnvironment(temporaryFolder(), { PATH: path }) };
});

const bash: Completer = (table, ...line) => {
  const words = [table.program, ...line];
  const script = `${completionScript('bash', table)}
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_${table.program}_completion
printf '%s\\n' "\${COMPREPLY[@]}"`;
  return lines(shell('bash', ['--norc', '-c', script, 'bash', ...words]));
};

/** Types the line into a real zsh and reads what its completion system adds. */
const zsh: Completer = (table, ...line) => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'functions'));
  writeFileSync(join(folder, 'functions', `_${table.program}`), completionScript('zsh', table));
  const script = `
zmodload zsh/zpty
zpty -b box zsh -f -i
send() { zpty -w box "$1" }
send "PROMPT= RPROMPT= ; fpath=(${join(folder, 'functions')} \\$fpath); autoload -Uz compinit; compinit -u -D; stty -echo"
send "compadd() { builtin compadd -O offered \\"\\$@\\"; print -rl -- \\"\\\${offered[@]}\\" >> ${folder}/offered; builtin compadd \\"\\$@\\" }"
send "null-line() { BUFFER=; print done >> ${folder}/finished; zle accept-line }; zle -N null-line; bindkey '^X' null-line; bindkey '^I' complete-word"
zpty -w -n box ${JSON.stringify([table.program, ...line].join(' '))}$'\\t\\x18'
until [[ -e ${folder}/finished ]]; do zpty -r -t box ignored; read -t 0.02 -u 1 2>/dev/null; done
zpty -d box
[[ -e ${folder}/offered ]] && cat ${folder}/offered; true`;
  return lines(shell('zsh', ['-f', '-c', script]));
};

const fish: Completer = (table, ...line) => {
  // The script is longer than one argument of a program may be.
  const file = join(temporaryFolder(), 'script.fish');
  const typed = `complete -C ${JSON.stringify([table.program, ...line].join(' '))}`;
  writeFileSync(file, `${completionScript('fish', table)}\n${typed}\n`);
  return lines(shell('fish', ['--no-config', file])).map((row) => row.split('\t')[0] ?? '');
};

function lines(text: string): string[] {
  return [...new Set(text.split('\n').filter((line) => line !== ''))].sort();
}

function shell(program: string, words: readonly string[]): string {
  try {
    return execFileSync(program, words, { ...place, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      throw new Error(`${program} is not on this machine; install it: apt-get install -y zsh fish`);
    }
    throw error;
  }
}

describe.each(shells)('the script for %s', (name) => {
  it.each([ctx, ctxctl])('is one that the shell itself can read', (table) => {
    const file = join(temporaryFolder(), 'script');
    writeFileSync(file, completionScript(name, table));
    expect(shell(name, ['-n', file])).toBe('');
  });

  it('quotes what the table says, whatever is in it', () => {
    const nasty: CommandTable = {
      ...ctx,
      commands: ctx.commands.map((entry) => ({ ...entry, summary: `it's "$(touch x)" [a:b] \\ \`y\`` })),
    };
    const file = join(temporaryFolder(), 'script');
    writeFileSync(file, completionScript(name, nasty));
    expect(shell(name, ['-n', file])).toBe('');
  });
});

describe.each([
  ['bash', bash],
  ['zsh', zsh],
  ['fish', fish],
] as const)('%s completes', (name, complete) => {
  it('a command', () => {
    const offered = complete(ctx, '');
    expect(offered).toEqual(expect.arrayContaining(firstWords));
    expect(complete(ctx, 'sysi')).toContain('sysinfo');
    if (name !== 'zsh') expect(complete(ctx, 'sysi')).toEqual(['sysinfo']);
  });

  it('the second word of a command', () => {
    expect(complete(ctxctl, 'demand', '')).toEqual(expect.arrayContaining(['add', 'audit', 'list']));
    expect(complete(ctxctl, 'demand', 'au')).toContain('audit');
  });

  it('the flags of one command and of no other', () => {
    const offered = complete(ctx, 'commands', '--');
    expect(offered.join(' ')).toMatch(/--query.*/);
    expect(offered.join(' ')).toContain('--no-skill-commands');
    expect(complete(ctx, 'sysinfo', '--').join(' ')).not.toContain('--query');
    expect(complete(ctxctl, 'demand', 'add', '--').join(' ')).toContain('--use-case');
  });

  it('the choices of a flag and of an argument', () => {
    expect(complete(ctx, 'sysinfo', '--output-format', '')).toEqual(
      expect.arrayContaining(['json', 'stream-json', 'text']),
    );
    expect(complete(ctx, 'completion', '')).toEqual(expect.arrayContaining(['bash', 'fish', 'zsh']));
  });

  it.each([
    [
      ['verify', ''],
      ['first-run', 'other'],
    ],
    [['report', 'fir'], ['first-run']],
    [['delete-session', ''], ['first-run']],
    [['run', '--append', ''], ['first-run']],
    [['fleet', 'status', ''], ['nightly']],
    [['run', '--model', 'anthropic/'], ['anthropic/claude-sonnet-4-5']],
    [
      ['run', '--agent', ''],
      ['claude-code', 'codex'],
    ],
    [['import', ''], ['claude-code']],
    [
      ['init', '--host', ''],
      ['claude-code', 'cursor'],
    ],
    [['run', '--profile', ''], ['read-only']],
    [['schema', 'session'], ['session-config']],
    [['help', 'list'], ['list-sessions']],
    [['run', '--model', 'hai'], ['haiku']],
    [
      ['help', 'pad', ''],
      ['add', 'undo'],
    ],
    [
      ['show-tool', ''],
      ['bash', 'read'],
    ],
    [['exec-command', ''], ['ship']],
    [['catalog', 'show', 'skill\\:anthropics/p'], ['skill:anthropics/pdf']],
    [['task', 'done', ''], ['1']],
  ] as const)('the names of what there is: %j', (line, names) => {
    expect(complete(ctx, ...line)).toEqual(expect.arrayContaining([...names]));
  });

  it('paths where paths belong, and folders alone where only a folder will do', () => {
    const plain = (words: string[]) => words.map((word) => word.replace(/\/$|\\/g, ''));
    expect(plain(complete(ctx, 'run', ''))).toEqual(expect.arrayContaining(['session config.yaml', 'work']));
    expect(plain(complete(ctx, 'replay', '--policy', ''))).toContain('session config.yaml');
    const folders = plain(complete(ctx, 'run', '--workspace', ''));
    expect(folders).toContain('work');
    expect(folders).not.toContain('session config.yaml');
  });

  it('behind the group that help explains its members, and no other command', () => {
    expect(complete(ctx, 'help', 'pad', '')).not.toContain('doctor');
  });

  it('no path where none belongs', () => {
    for (const line of [
      ['run', '--max-turns', ''],
      ['run', '--model', ''],
      ['delete-session', ''],
      ['task', 'add', ''],
    ])
      expect(complete(ctx, ...line).join('\n')).not.toMatch(/config\.yaml|^work/m);
  });

  it('no output format for a command that has none', () => {
    expect(complete(ctx, 'summary', '--').join(' ')).not.toContain('--output-format');
  });
});

describe('bash', () => {
  it('completes --flag=value, which it takes for three words', () => {
    expect(bash(ctx, 'sysinfo', '--output-format', '=')).toEqual(['json', 'stream-json', 'text']);
    expect(bash(ctx, 'sysinfo', '--output-format', '=', 'st')).toEqual(['stream-json']);
  });

  it('completes behind a colon, where it begins a new word, and leaves what stands before it', () => {
    const script = `${completionScript('bash', ctx)}
COMP_LINE='ctx catalog show skill:anthropics/pd' COMP_POINT=36 COMP_CWORD=5
COMP_WORDS=(ctx catalog show skill : anthropics/pd)
_ctx_completion
printf '%s\\n' "\${COMPREPLY[@]}"`;
    expect(lines(shell('bash', ['--norc', '-c', script]))).toEqual(['anthropics/pdf']);
  });

  it('offers flags behind a dash, or where there is nothing else, so that they do not bury ids', () => {
    expect(bash(ctx, 'report', '')).toEqual(['first-run', 'other']);
    expect(bash(ctx, 'report', '-')).toContain('--open');
    expect(bash(ctx, 'sysinfo', '')).toContain('--json');
  });

  it('sees the command behind flags and before arguments', () => {
    expect(bash(ctx, '--output-format', 'json', 'commands', '--q')).toEqual(['--query']);
    expect(bash(ctx, 'help', 'sysinfo', '--he')).toEqual(['--help']);
    expect(bash(ctxctl, 'demand', '--')).toEqual(['--help']);
    expect(bash(ctx, '--ver')).toEqual(['--version']);
  });
});
