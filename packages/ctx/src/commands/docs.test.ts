import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtFolder, repository } from '../../test/built.js';
import { envelopeOf } from '../../test/envelope.js';
import { runCtx } from '../../test/in-process.js';
import { linksAsCommands, titleOf } from './docs/page-text.js';

const files = readdirSync(join(repository, 'docs')).filter((name) => name.endsWith('.md'));
const names = files.map((file) => file.slice(0, -'.md'.length)).filter((name) => name !== 'README');

it('lists the pages of the repository with their titles', async () => {
  const { data } = envelopeOf(await runCtx(['docs', '--json']), join(builtFolder(), 'schemas/docs.json'));
  const title = (name: string) => titleOf(readFileSync(join(repository, `docs/${name}.md`), 'utf8'));
  expect(data).toEqual({ pages: names.sort().map((name) => ({ name, title: title(name) })) });
  expect(names.map(title)).not.toContain('');
  expect((await runCtx(['docs'])).stdout).toMatch(/^policy {2,}\S/m);
});

it('prints every page, without a link to a file that is not installed', async () => {
  for (const name of names) {
    const { exitCode, stdout } = await runCtx(['docs', name]);
    expect({ name, exitCode }).toEqual({ name, exitCode: 0 });
    const local = [...stdout.matchAll(/\]\((?![a-z]+:)([^)]*)\)/g)].map(([, target]) => target);
    expect({ name, local }).toEqual({ name, local: [] });
    expect({ name, pictures: stdout.includes('<img') }).toEqual({ name, pictures: false });
  }
});

it('takes the name as texts write it, and leads a mistyped one to the page', async () => {
  expect((await runCtx(['docs', 'docs/policy.md'])).stdout).toBe((await runCtx(['docs', 'policy'])).stdout);
  expect((await runCtx(['docs', 'README'])).stdout).toContain('# Documentation');
  expect((await runCtx(['docs', 'polcy'])).stderr).toContain('Did you mean `ctx docs policy`?');
  expect(envelopeOf(await runCtx(['docs', '../package', '--json'])).error).toMatchObject({
    code: 'page_unknown',
  });
});

describe('a link', () => {
  it.each([
    ['[evidence](evidence.md)', 'evidence (`ctx docs evidence`)'],
    ['[evidence](evidence.md#signing)', 'evidence (`ctx docs evidence`)'],
    ['[`ctx run`](cli/run.md)', '`ctx run` (`ctx help run`)'],
    ['[SCHEMAS.md](../SCHEMAS.md)', 'SCHEMAS.md (`ctx schema`)'],
    ['[the contract](../contracts/protocol/v2/SPEC.md)', 'the contract'],
    ['<img src="images/a.png" alt="a" width="300"> <img src="images/b.png">\n', ''],
    ['[the draft](https://example.com/a)', '[the draft](https://example.com/a)'],
  ])('%s becomes %s', (link, text) => {
    expect(linksAsCommands(link, ['evidence'])).toBe(text);
  });
});
