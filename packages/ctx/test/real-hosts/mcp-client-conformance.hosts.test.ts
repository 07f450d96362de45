import { join } from 'node:path';
import { expect, it } from 'vitest';
import { builtFolder } from '../built.js';
import { temporaryFolder } from '../folder.js';
import { conformance } from './mcp-conformance.js';

const client = join(import.meta.dirname, 'conformance-client.mjs');

/** The other scenarios are listed with the reason in docs/mcp.md. */
it.each([
  'initialize',
  'tools_call',
  'auth/metadata-default',
  'auth/metadata-var1',
  'auth/metadata-var2',
  'auth/metadata-var3',
  'auth/basic-cimd',
  'auth/scope-from-www-authenticate',
  'auth/scope-from-scopes-supported',
  'auth/scope-omitted-when-undefined',
  'auth/scope-step-up',
  'auth/scope-retry-limit',
  'auth/token-endpoint-auth-basic',
  'auth/token-endpoint-auth-post',
  'auth/token-endpoint-auth-none',
  'auth/pre-registration',
  'auth/2025-03-26-oauth-endpoint-fallback',
  'auth/resource-mismatch',
  'auth/offline-access-scope',
  'auth/offline-access-not-supported',
  'auth/client-credentials-basic',
  'auth/client-credentials-jwt',
])('ctx as a client passes the official scenario %s', async (scenario) => {
  const command = `${process.execPath} ${client} ${join(builtFolder(), 'ctx.cjs')}`;
  const { passed, said } = await conformance(
    ['client', '--command', command, '--scenario', scenario, '--timeout', '120000'],
    { HOME: temporaryFolder() },
  );
  expect(passed, said).toBe(true);
});
