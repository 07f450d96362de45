import { expect, it } from 'vitest';
import { runCtx } from '../../test/in-process.js';
import { jsonOf } from '../../test/scripted.js';

it('shows the stages in their order, each with its time in this process', async () => {
  const { data } = await jsonOf(['bootstrap-graph'], {});
  expect(data).toMatchObject({
    stages: ['node', 'kernel', 'resolve', 'load', 'parse'],
    note: expect.any(String),
    times: ['node', 'kernel', 'resolve', 'load', 'parse'].map((stage) => ({
      stage,
      took_ms: expect.any(Number),
    })),
  });
});

it('draws them for a person', async () => {
  expect((await runCtx(['bootstrap-graph'])).stdout).toMatch(/node .* ms.*→ parse .* ms/s);
});

it('is the same twice where nothing may depend on time', async () => {
  const graph = () => jsonOf(['bootstrap-graph'], { env: { CTX_DETERMINISTIC: '1' } });
  expect(await graph()).toEqual(await graph());
});
