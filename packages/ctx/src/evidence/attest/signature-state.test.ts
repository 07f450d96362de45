import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { jsonOf, task } from '../../../test/scripted.js';
import { recordedSession } from '../../../test/signed-session.js';
import { makeKey } from '../../../test/ssh-keys.js';
import { signatureState } from './signature-state.js';

it('tells a session that is signed from one that grew since, one that was tampered with and one that is not', async () => {
  const session = await recordedSession();
  const { path, head, statement } = session;
  const key = makeKey();
  expect(signatureState(path, head)).toBeUndefined();
  const { data } = await jsonOf(['sign', 's', '--key', key.file], session);
  expect(signatureState(path, head)).toMatchObject({ state: 'valid', key: data?.['key'], statement });
  await jsonOf(['run', ...task('More.'), '--run-id', 'r2', '--append', 's'], session);
  const grown = String((await jsonOf(['verify', 's'], session)).data?.['chain_head']);
  expect(signatureState(path, grown)).toMatchObject({ state: 'partial' });
  writeFileSync(statement, readFileSync(statement, 'utf8').replace('completed', 'cancelled'));
  expect(signatureState(path, head)).toMatchObject({ state: 'invalid' });
});
