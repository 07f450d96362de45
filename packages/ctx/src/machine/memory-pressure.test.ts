import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { memoryPressure } from './memory-pressure.js';

const noSysctl = () => {
  throw new Error('not here');
};

function fromPsi(content: string) {
  const psiFile = join(temporaryFolder({ psi: content }), 'psi');
  return { psiFile, found: memoryPressure({ platform: 'linux', psiFile, sysctl: noSysctl }) };
}

function psi(some: string, full: string): string {
  return `some avg10=${some} avg60=99.00 avg300=99.00 total=1\nfull avg10=${full} avg60=99.00 avg300=99.00 total=1\n`;
}

describe('on Linux', () => {
  it.each([
    ['0.00', '0.00', 'ok'],
    ['9.99', '9.99', 'ok'],
    ['10.00', '0.00', 'warning'],
    ['99.00', '9.99', 'warning'],
    ['10.00', '10.00', 'danger'],
    ['0.00', '10.00', 'danger'],
  ])('some %s and full %s over ten seconds are %s', (some, full, level) => {
    const { psiFile, found } = fromPsi(psi(some, full));
    const facts = { some_avg10: Number(some), full_avg10: Number(full) };
    expect(found).toEqual({ supported: true, source: psiFile, level, facts });
  });

  it.each(['', 'nonsense', 'some avg10=1.00 avg60=0.00\n', 'full avg10=1.00 x\n', psi('-1', '0.00')])(
    'says that it is not supported where the file holds %j',
    (content) => {
      expect(fromPsi(content).found).toEqual({
        supported: false,
        reason: expect.stringMatching(/is not in the form that the kernel documents$/),
      });
    },
  );

  it('says that it is not supported where the kernel has no such file', () => {
    const psiFile = join(temporaryFolder(), 'nothing');
    const found = memoryPressure({ platform: 'linux', psiFile, sysctl: noSysctl });
    expect(found).toEqual({ supported: false, reason: expect.stringContaining('switched off') });
  });

  it('reads the file of the machine that the test runs on', () => {
    const psiFile = '/proc/pressure/memory';
    const found = memoryPressure({ platform: process.platform, psiFile, sysctl: noSysctl });
    let readable = existsSync(psiFile);
    try {
      readFileSync(psiFile);
    } catch {
      readable = false;
    }
    expect(found.supported).toBe(readable);
  });
});

describe('on macOS', () => {
  const asked: string[] = [];
  const answering = (answer: string) => (name: string) => {
    asked.push(name);
    return execFileSync('printf', ['%s\\n', answer], { encoding: 'utf8' });
  };
  it.each([
    ['1', 'ok'],
    ['2', 'warning'],
    ['4', 'danger'],
  ])('the kernel’s level %s is %s', (answer, level) => {
    expect(memoryPressure({ platform: 'darwin', psiFile: '', sysctl: answering(answer) })).toEqual({
      supported: true,
      source: 'sysctl kern.memorystatus_vm_pressure_level',
      level,
      facts: { pressure_level: Number(answer) },
    });
    expect(asked.at(-1)).toBe('kern.memorystatus_vm_pressure_level');
  });

  it.each(['3', '', 'toString'])('another answer (%j) is not taken for one of them', (answer) => {
    const found = memoryPressure({ platform: 'darwin', psiFile: '', sysctl: answering(answer) });
    expect(found.supported).toBe(false);
  });

  it('says that it is not supported where sysctl does not answer', () => {
    const found = memoryPressure({ platform: 'darwin', psiFile: '', sysctl: noSysctl });
    expect(found).toMatchObject({ supported: false, reason: expect.stringContaining('did not answer') });
  });
});

describe('on Windows', () => {
  const found = (available: number, total: number) =>
    memoryPressure({
      platform: 'win32',
      psiFile: '',
      sysctl: noSysctl,
      memory: () => ({ available, total }),
    });

  it.each([
    [8, 16, 'ok', 50],
    [101, 1000, 'ok', 10.1],
    [100, 1000, 'warning', 10],
    [51, 1000, 'warning', 5.1],
    [50, 1000, 'danger', 5],
    [0, 1000, 'danger', 0],
  ])('%d of %d bytes available are %s', (available, total, level, available_percent) => {
    expect(found(available, total)).toEqual({
      supported: true,
      source: 'os.freemem()',
      level,
      facts: { available_percent },
    });
  });

  it.each([
    [1, 0],
    [-1, 10],
    [11, 10],
    [Number.NaN, 10],
  ])('%d of %d bytes is no answer', (available, total) => {
    expect(found(available, total)).toMatchObject({ supported: false });
  });

  it('asks the system itself where nobody else is named', () => {
    expect(memoryPressure({ platform: 'win32', psiFile: '', sysctl: noSysctl })).toMatchObject({
      supported: true,
      facts: { available_percent: expect.any(Number) },
    });
  });
});

it('has no signal elsewhere, and names the platform', () => {
  const found = memoryPressure({ platform: 'aix', psiFile: '', sysctl: noSysctl });
  expect(found).toEqual({ supported: false, reason: 'there is no memory pressure signal for aix' });
});
