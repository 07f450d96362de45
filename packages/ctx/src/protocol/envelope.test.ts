import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repository } from '../../test/built.js';
import { envelopeSchemaPath, problems } from '../../test/envelope.js';
import { codes, fail } from './codes.js';
import { type Envelope, failed, succeeded } from './envelope.js';
import { toVersion1 } from './envelope-v1.js';
import { code, errorKinds, failuresOf } from './failure.js';

const at = Date.UTC(2026, 10, 15, 20, 0, 0, 999);
const words = { message: 'It failed.' };

describe('envelope 2.0', () => {
  it('says when the command completed, in UTC, to the second', () => {
    expect(succeeded('sysinfo', {}, at).timestamp).toBe('2026-11-15T20:00:00Z');
  });

  it('leaves out a hint and details that are not there, and never says null', () => {
    const failure = fail('flag_repeated', { operation: 'argparse', target: '--x' });
    const envelope = failed('sysinfo', failure, words, at);
    expect(envelope).toEqual({
      timestamp: '2026-11-15T20:00:00Z',
      command: 'sysinfo',
      exit_code: 1,
      output_format: 'json',
      schema_version: '2.0',
      error: {
        kind: 'parse',
        code: 'flag_repeated',
        operation: 'argparse',
        target: '--x',
        retryable: false,
        message: 'It failed.',
      },
    });
    expect(Object.keys(failed('x', failure, { ...words, hint: undefined }, at))).not.toContain('name');
  });

  it.each(Object.keys(codes()))('is valid for a failure with the code %s', (name) => {
    const failure = failuresOf<Readonly<Record<string, ReturnType<typeof code>>>>(codes)(name, {
      operation: 'run',
      target: 'x',
      details: { a: 1 },
    });
    const envelope = failed('x', failure, { ...words, hint: 'Do this.' }, at);
    expect(problems(envelopeSchemaPath, JSON.parse(JSON.stringify(envelope)))).toEqual([]);
    expect('found' in envelope).toBe(failure.row.kind.endsWith('_not_found'));
  });

  it.each<[string, (envelope: Record<string, unknown>) => void]>([
    ['neither data nor error', (e) => delete e['data']],
    ['data and error', (e) => Object.assign(e, { error: {} })],
    ['success with another exit code', (e) => Object.assign(e, { exit_code: 1 })],
    ['a field that nobody declared', (e) => Object.assign(e, { extra: 1 })],
    ['milliseconds', (e) => Object.assign(e, { timestamp: '2026-11-15T20:00:00.000Z' })],
    ['no command', (e) => Object.assign(e, { command: '' })],
    ['another version', (e) => Object.assign(e, { schema_version: '2.1' })],
  ])('is not valid with %s', (_, spoil) => {
    const envelope = { ...succeeded('sysinfo', {}, at) };
    expect(problems(envelopeSchemaPath, envelope)).toEqual([]);
    spoil(envelope);
    expect(problems(envelopeSchemaPath, envelope)).not.toEqual([]);
  });

  it('of one command fixes the command and the shape of its data', () => {
    const schema = join(repository, 'schemas/version.json');
    const data = { program: 'ctx', version: '0.1.0' };
    expect(problems(schema, succeeded('version', data, at))).toEqual([]);
    expect(problems(schema, succeeded('sysinfo', data, at))).not.toEqual([]);
    expect(problems(schema, succeeded('version', { ...data, extra: 1 }, at))).not.toEqual([]);
    expect(problems(schema, succeeded('version', { program: 'ctx' }, at))).not.toEqual([]);
  });
});

describe('envelope 1.0', () => {
  it('is the data, flat, with the verb as its kind', () => {
    expect(toVersion1(succeeded('sysinfo', { level: 'ok' }, at))).toEqual({
      type: 'success',
      kind: 'sysinfo',
      level: 'ok',
    });
  });

  it('loses nothing of data that has a kind or a type of its own', () => {
    expect(toVersion1(succeeded('scan', { kind: 'other', type: 'x' }, at))).toEqual({
      type: 'success',
      kind: 'scan',
      data_kind: 'other',
      data_type: 'x',
    });
  });

  it('has room for the data of every command: none has a member of the names that these get', () => {
    for (const name of readdirSync(join(repository, 'schemas'), { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.json')) continue;
      expect(readFileSync(join(repository, 'schemas', name), 'utf8')).not.toMatch(/"data_(kind|type)"/);
    }
  });

  it('is an error with its text, its kind and its hint', () => {
    const failure = fail('flag_repeated', { operation: 'argparse', target: '--x' });
    expect(toVersion1(failed('sysinfo', failure, words, at))).toEqual({
      type: 'error',
      error: 'It failed.',
      kind: 'parse',
      code: 'flag_repeated',
      operation: 'argparse',
      target: '--x',
      retryable: false,
    });
    expect(toVersion1(failed('sysinfo', failure, { ...words, hint: 'Do this.' }, at))).toMatchObject({
      hint: 'Do this.',
    });
  });

  it('keeps what is missing by name, and what a failure had got so far', () => {
    const failure = fail('schema_unknown', {
      operation: 'read',
      target: 'x',
      details: { so_far: 1, type: 'no' },
    });
    const made: Envelope = failed('schema', failure, words, at);
    expect(toVersion1(made)).toMatchObject({
      type: 'error',
      error: 'It failed.',
      kind: 'schema_not_found',
      details: { so_far: 1, type: 'no' },
      name: 'x',
      found: false,
    });
  });
});

describe('a failure', () => {
  it('has a kind of the protocol, a known exit code, and is retryable only if its code says so', () => {
    for (const row of Object.values(codes())) {
      expect(errorKinds).toContain(row.kind);
      expect([1, 2, 130, 143]).toContain(row.exitCode);
    }
    expect(code('session', { retryable: true })).toEqual({ kind: 'session', retryable: true, exitCode: 1 });
  });

  it('carries its cause and no English', () => {
    const cause = new Error('deep');
    const failure = fail('interrupted', { operation: 'run', target: 'x', cause });
    expect(failure).toMatchObject({ name: 'Failure', message: 'interrupted', code: 'interrupted', cause });
  });

  it('cannot be made of a code that does not exist', () => {
    const make: (name: string, where: { operation: string; target: string }) => unknown = failuresOf<
      Record<string, ReturnType<typeof code>>
    >(() => ({}));
    expect(() => make('nonsense', { operation: 'x', target: 'y' })).toThrow('no such code: nonsense');
  });
});
