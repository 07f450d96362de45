import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { repository } from '../../../ctx/test/built.js';
import { runCtxctl } from '../../test/repository.js';
import { ctxConfigFile } from '../contract/ctx/contract.js';
import { readContractConfig } from '../contract/package/read-config.js';

it('prints the JSON Schema of a contract’s file, which ctx’s own fits', async () => {
  const { stdout } = await runCtxctl(['schema', 'clean-host-config'], repository);
  const validate = new Ajv2020().compile(JSON.parse(stdout));
  const { config } = readContractConfig(join(repository, ctxConfigFile), ctxConfigFile);
  expect(validate(config)).toBe(true);
  expect(validate({ commands: [{ run: 'x', exti: 1 }] })).toBe(false);
});
