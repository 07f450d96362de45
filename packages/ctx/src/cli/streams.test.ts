import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { Failure } from '../protocol/failure.js';
import { processStreams } from './streams.js';

function open(path: string, flags: number | string): number {
  const fd = openSync(path, flags);
  onTestFinished(() => closeSync(fd));
  return fd;
}

function pipe(): string {
  const path = join(temporaryFolder(), 'pipe');
  execFileSync('mkfifo', [path]);
  return path;
}

it('writes each stream whole, at once', () => {
  const folder = temporaryFolder();
  const stdout = open(join(folder, 'out'), 'w');
  const stderr = open(join(folder, 'err'), 'w');
  const streams = processStreams({}, () => {}, { stdout, stderr });
  streams.out('ä'.repeat(100_000));
  streams.err('oh');
  expect(readFileSync(join(folder, 'out'), 'utf8')).toBe('ä'.repeat(100_000));
  expect(readFileSync(join(folder, 'err'), 'utf8')).toBe('oh');
});

it('says when the reader of stdout has gone, once, and stays quiet from then on', () => {
  const path = pipe();
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const stdout = open(path, 'w');
  closeSync(reader);
  let closed = 0;
  const streams = processStreams({}, () => closed++, { stdout, stderr: stdout });
  streams.out('one');
  streams.out('two');
  streams.err('nobody reads this either');
  expect(closed).toBe(1);
});

it('waits where a pipe that does not block is full', () => {
  const path = pipe();
  const reader = open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const stdout = open(path, constants.O_WRONLY | constants.O_NONBLOCK);
  const text = `${'x'.repeat(300_000)}\n`;
  const drain = `exec 0<${path}; exec 3<&0; head -c ${text.length} <&3 | wc -c > ${path}.count`;
  const slow = process
    .getBuiltinModule('node:child_process')
    .spawn('bash', ['-c', drain], { stdio: 'ignore' });
  processStreams({}, () => {}, { stdout, stderr: 2 }).out(text);
  expect(reader).toBeGreaterThan(0);
  return new Promise<void>((resolve) => {
    slow.on('exit', () => {
      expect(readFileSync(`${path}.count`, 'utf8').trim()).toBe(`${text.length}`);
      resolve();
    });
  });
});

it('fails with a reason where the device is full or the descriptor is not for writing', () => {
  const full = processStreams({}, () => {}, { stdout: open('/dev/full', 'w'), stderr: 2 });
  const unwritable = processStreams({}, () => {}, { stdout: open('/dev/null', 'r'), stderr: 2 });
  const failure = (write: () => void) => {
    try {
      write();
    } catch (error) {
      return error instanceof Failure ? { code: error.code, ...error.where } : error;
    }
    return undefined;
  };
  expect(failure(() => full.out('x'))).toMatchObject({
    code: 'output_undeliverable',
    reason: 'the device is full',
  });
  expect(failure(() => unwritable.out('x'))).toMatchObject({
    code: 'output_undeliverable',
    target: 'stdout',
  });
});

it('takes a file for no terminal: no colour, a hundred columns', () => {
  const file = open(join(temporaryFolder(), 'out'), 'w');
  const streams = processStreams({}, () => {}, { stdout: file, stderr: file });
  const plain = {
    interactive: false,
    colour: false,
    width: 100,
    columns: 100,
    redraws: false,
    obeysLines: false,
  };
  expect(streams.outTerminal()).toEqual(plain);
  expect(streams.errTerminal()).toEqual(plain);
});
