import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { builtFolder } from '../../test/built.js';
import { envelopeOf } from '../../test/envelope.js';
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
