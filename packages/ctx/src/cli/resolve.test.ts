import { describe, expect, it } from 'vitest';
import { resolveCommand } from './resolve.js';

const names = ['help', 'version', 'sysinfo', 'pad', 'pad undo', 'pad add', 'demand add', 'demand list'];

function resolved(...argv: string[]) {
  const found = resolveCommand(argv, names);
  if (!('failure' in found)) return found;
  const { code, where } = found.failure;
  return { name: found.name, code, ...where };
}

describe('a command is found', () => {
  it.each<[string[], string, string[]]>([
    [['sysinfo'], 'sysinfo', []],
    [['sysinfo', 'x', '--y'], 'sysinfo', ['x', '--y']],
    [['pad', 'undo', '3'], 'pad undo', ['3']],
    [['pad'], 'pad', []],
    [['pad', '--all'], 'pad', ['--all']],
    [['pad', 'something-else'], 'pad', ['something-else']],
    [['demand', 'list', 'add'], 'demand list', ['add']],
    [['--output-format', 'json', 'pad', 'undo'], 'pad undo', ['--output-format', 'json']],
    [['--envelope-version=1.0', 'sysinfo'], 'sysinfo', ['--envelope-version=1.0']],
    [['--version'], 'version', []],
    [['-V', '--output-format=json'], 'version', ['--output-format=json']],
    [['--output-format=json', '--version', 'extra'], 'version', ['--output-format=json', 'extra']],
    [['--help'], 'help', []],
    [['-h', 'pad', 'undo'], 'help', ['pad', 'undo']],
    [['demand', '--help'], 'help', ['demand']],
    [['--output-format=json', 'demand', '-h', '--x'], 'help', ['--output-format=json', 'demand', '--x']],
  ])('%j is %s', (argv, name, rest) => {
    expect(resolved(...argv)).toEqual({ name, rest });
  });
});

describe('no command is guessed', () => {
  it.each<[string[], object]>([
    [[], { name: '<missing>', code: 'command_missing' }],
    [[''], { name: '<missing>', code: 'command_missing' }],
    [['--'], { name: '<missing>', code: 'command_missing' }],
    [['--', 'sysinfo'], { name: '<missing>', code: 'command_missing' }],
    [['--output-format', 'json'], { name: '<missing>', code: 'command_missing' }],
    [['--output-format'], { name: '<missing>', code: 'command_missing' }],
    [['--bogus=1', 'sysinfo'], { name: '<missing>', code: 'flag_unknown', target: '--bogus' }],
    [['--verison'], { code: 'flag_unknown', known: expect.arrayContaining(['--version']) }],
    [['sysinof'], { name: 'sysinof', code: 'command_unknown', nearest: 'sysinfo' }],
    [['SYSINFO'], { name: 'SYSINFO', code: 'command_unknown', nearest: 'sysinfo' }],
    [['sys'], { code: 'command_unknown', nearest: 'sysinfo' }],
    [['tell me about this project'], { code: 'command_unknown', nearest: undefined }],
    [['demand'], { name: 'demand', code: 'command_missing', choices: ['demand add', 'demand list'] }],
    [['demand', 'ad'], { name: 'demand ad', code: 'command_unknown', nearest: 'demand add' }],
    [['pad', 'udno'], { name: 'pad udno', code: 'command_unknown', nearest: 'pad undo' }],
    [['demnad', 'lsit'], { name: 'demnad', code: 'command_unknown', nearest: 'demand list' }],
    [['demand', 'fish'], { code: 'command_unknown', nearest: undefined, members: ['add', 'list'] }],
    [['toString'], { name: 'toString', code: 'command_unknown' }],
  ])('%j', (argv, expected) => {
    expect(resolved(...argv)).toMatchObject({ operation: 'argparse', ...expected });
  });
});
