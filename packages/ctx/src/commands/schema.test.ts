import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { builtFolder } from '../../test/built.js';
import { envelopeOf } from '../../test/envelope.js';
import { temporaryFolder } from '../../test/folder.js';
import { runCtx } from '../../test/in-process.js';

const json = ['--output-format', 'json'];
const files = readdirSync(join(builtFolder(), 'schemas')).map((file) => file.slice(0, -'.json'.length));
const names = files.filter((name) => name !== 'commands').sort();

it('lists the schemas that ship', async () => {
  expect((await runCtx(['schema'])).stdout).toBe(`${names.join('\n')}\n`);
  expect(envelopeOf(await runCtx(['schema', ...json])).data).toEqual({ available: names });
});

it('prints any of them as JSON Schema, draft 2020-12', async () => {
  for (const name of names) {
    const { stdout } = await runCtx(['schema', name]);
    expect(JSON.parse(stdout)).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: `urn:ctx:schema:${name}`,
    });
  }
  expect(envelopeOf(await runCtx(['schema', 'sysinfo', ...json])).data).toMatchObject({
    name: 'sysinfo',
    schema: { title: 'ctx sysinfo' },
  });
});

it.each([['sysinof'], ['../package'], ['commands'], ['']])('has no schema %j', async (name) => {
  expect(envelopeOf(await runCtx(['schema', name, ...json]))).toMatchObject({
    error: { kind: 'schema_not_found', code: 'schema_unknown', target: name },
    found: false,
    name,
  });
});

describe('--out', () => {
  const written = async (cwd: string, ...words: string[]) =>
    envelopeOf(await runCtx(['schema', ...words, ...json], { cwd }));

  it('writes a schema that a validator takes, with the line that editors read', async () => {
    const cwd = temporaryFolder();
    const out = 'editor/session-config.json';
    const { data } = await written(cwd, 'session-config', '--out', out);
    expect(data).toEqual({
      available: names,
      name: 'session-config',
      path: join(cwd, out),
      editor_line: `# yaml-language-server: $schema=./${out}`,
    });
    const schema = JSON.parse(readFileSync(join(cwd, out), 'utf8'));
    const check = new Ajv2020({ strict: false }).compile(schema);
    const example = (text: string) => load(text);
    expect(check(example('model: script:./a.yaml\nruns: [{ run_id: r1, task: Go. }]\n'))).toBe(true);
    expect(check(example('modle: script:./a.yaml\nruns: [{ run_id: r1, task: Go. }]\n'))).toBe(false);
  });

  it('replaces an older schema of ctx, and nothing else without --force', async () => {
    const cwd = temporaryFolder({
      'notes.json': '{"mine": true}\n',
      'old.json': '{"$id":"urn:ctx:schema:x"}',
    });
    expect((await written(cwd, 'script', '--out', 'old.json')).data).toMatchObject({ name: 'script' });
    expect((await written(cwd, 'script', '--out', 'notes.json')).error).toMatchObject({
      code: 'file_exists',
    });
    expect(readFileSync(join(cwd, 'notes.json'), 'utf8')).toBe('{"mine": true}\n');
    expect((await written(cwd, 'script', '--out', 'notes.json', '--force')).exit_code).toBe(0);
  });

  it('says of a folder that a file in it is to be named, with --force as well', async () => {
    const cwd = temporaryFolder({ 'd/x': '' });
    for (const force of [[], ['--force']]) {
      const { error } = await written(cwd, 'script', '--out', 'd', ...force);
      expect(error?.message).toBe(`${join(cwd, 'd')} is a folder, not a file.`);
      expect(error?.hint).toContain(join(cwd, 'd/schema.json'));
    }
  });

  it('needs a name, and says where it cannot write', async () => {
    const cwd = temporaryFolder({ file: '' });
    expect((await written(cwd, '--out', 'a.json')).error).toMatchObject({ code: 'argument_missing' });
    expect((await written(cwd, 'script', '--out', 'file/a.json')).error).toMatchObject({
      kind: 'filesystem',
    });
  });
});
