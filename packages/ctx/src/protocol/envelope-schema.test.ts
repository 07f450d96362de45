import { Ajv2020 } from 'ajv/dist/2020.js';
import * as t from 'typebox';
import { expect, it } from 'vitest';
import { fail } from './codes.js';
import { failed, succeeded } from './envelope.js';
import { envelopeSchema } from './envelope-schema.js';

const words = { message: 'It failed.' };

it('without a command describes any envelope', () => {
  const valid = new Ajv2020().compile(envelopeSchema());
  expect(valid(succeeded('sysinfo', { any: 1 }, 0))).toBe(true);
  expect(valid(failed('x', fail('interrupted', { operation: 'run', target: '' }), words, 0))).toBe(true);
  expect(valid({ ...succeeded('sysinfo', {}, 0), error: {} })).toBe(false);
});

it('with a command fixes its name, its data and its details', () => {
  const data = t.Object({ said: t.String() });
  const valid = new Ajv2020().compile(envelopeSchema({ command: 'greet', data, details: data }));
  const broken = (details?: object) =>
    failed('greet', fail('interrupted', { operation: 'run', target: '', details }), words, 0);
  expect(valid(succeeded('greet', { said: 'x' }, 0))).toBe(true);
  expect(valid(succeeded('other', { said: 'x' }, 0))).toBe(false);
  expect(valid(succeeded('greet', {}, 0))).toBe(false);
  expect(valid(broken())).toBe(true);
  expect(valid(broken({ said: 'x' }))).toBe(true);
  expect(valid(broken({ said: 1 }))).toBe(false);
});
