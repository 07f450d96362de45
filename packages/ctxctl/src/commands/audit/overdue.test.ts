import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { auditedRepository, findings, reportFiles } from '../../../test/audited.js';
import { relay } from '../../../test/relay.js';
import { runCtxctl } from '../../../test/repository.js';

/** A report of a commit that HEAD has left. */
function stale(kind = 'surface') {
  const made = auditedRepository();
  const old = made.git('rev-parse', 'HEAD');
  made.write(
    reportFiles(findings(kind, { commitRange: `${old}..${old}`, generatedAt: '2026-11-01T08:00:00Z' })),
  );
  made.commit({ more: 'x' });
  /** One prompt on a day of this November. */
  const prompt = (day: number) => relay(made.root, '{}', clockOn(day));
  /** As if so many prompts had been told on one day before. */
  const toldBefore = (prompts: number, days = 1) =>
    writeFileSync(
      join(made.root, '.git/ctx/audit-stale.json'),
      JSON.stringify([[`${kind} 2026-11-01T08:00:00Z`, { days, prompts, last: '2026-11-02' }]]),
    );
  return { ...made, prompt, toldBefore };
}

function clockOn(day: number) {
  return { CTX_DETERMINISTIC: '1', SOURCE_DATE_EPOCH: String(Date.UTC(2026, 10, day, 9) / 1000) };
}

const headOf = (text: string) => text.split('\n').slice(0, 2).join('\n');

describe('a report that stays STALE', () => {
  it('is told in its own line, after three days of work at the head of the box, after seven first of all to the user', async () => {
    const { prompt } = stale();
    for (const day of [2, 2, 3]) {
      const { context, message } = await prompt(day);
      expect(context).toContain('surface · findings · STALE');
      expect(message).toBe(context);
      expect(context).not.toContain('OVERDUE');
    }
    // Days without a prompt do not count.
    for (const day of [9, 10, 11, 12]) {
      const { context, message } = await prompt(day);
      expect(message).toBe(context);
      expect(headOf(context)).toMatch(
        /OVERDUE: surface has been STALE for \d days of work .* Next: ctxctl audit surface\./,
      );
      expect(context).not.toContain('Tell the user');
    }
    const { context, message, exitCode } = await prompt(13);
    expect(exitCode).toBe(0);
    expect(message).toMatch(/^ctxctl: surface: not run for a long time.* Next: ctxctl audit surface\.\n┌─/);
    expect(headOf(context)).toContain('for 7 days of work and 8 prompts');
    expect(context).toContain('Tell the user so first of all in your answer.');
    expect(message.endsWith(context)).toBe(true);
  });

  it('is told louder also after many prompts of one day', async () => {
    const { prompt, toldBefore } = stale();
    await prompt(2);
    toldBefore(48);
    expect((await prompt(2)).context).not.toContain('OVERDUE');
    expect((await prompt(2)).context).toContain('OVERDUE');
    toldBefore(199);
    expect((await prompt(2)).message).toMatch(/^ctxctl: surface: not run/);
  });

  it('starts anew once the audit was run again, and says no more once it is fresh or dismissed', async () => {
    const { prompt, toldBefore, root, write, git } = stale();
    await prompt(2);
    toldBefore(300, 9);
    const head = git('rev-parse', 'HEAD');
    write(
      reportFiles(
        findings('surface', { commitRange: `${head}..${head}`, generatedAt: '2026-11-02T10:00:00Z' }),
      ),
    );
    const fresh = await prompt(3);
    expect(fresh.context).not.toMatch(/OVERDUE|STALE/);
    git('commit', '--quiet', '--allow-empty', '--message', 'another');
    expect((await prompt(3)).context).toMatch(/STALE/);
    expect((await prompt(3)).context).not.toMatch(/OVERDUE/);
    await runCtxctl(['audit', 'dismiss', 'surface'], root);
    expect((await prompt(4)).stdout).toBe('');
  });

  it('is not counted where the clock was set back, and told all the same where nothing can be counted', async () => {
    const { prompt, root } = stale('by-hand');
    for (const day of [5, 4, 3, 2]) await prompt(day);
    const kept = join(root, '.git/ctx/audit-stale.json');
    expect(JSON.parse(readFileSync(kept, 'utf8'))[0][1]).toMatchObject({ days: 1, prompts: 4 });
    for (const text of ['{', '[[1,2]]', '[["by-hand 2026-11-01T08:00:00Z",{"days":"x"}]]', 'null']) {
      writeFileSync(kept, text);
      const { context, exitCode } = await prompt(6);
      expect([exitCode, context.includes('by-hand · findings · STALE')]).toEqual([0, true]);
    }
  });

  it('is listed with how often it was told', async () => {
    const { prompt, root } = stale();
    await prompt(2);
    await prompt(3);
    const { stdout } = await runCtxctl(['audit', 'list'], root);
    expect(stdout).toContain('open, STALE (told on 2 days, 2 prompts)');
  });

  it('names the auditor where the audit is none of ctxctl’s own', async () => {
    const { prompt, toldBefore } = stale('by-hand');
    await prompt(2);
    toldBefore(60);
    expect((await prompt(2)).context).toContain(
      'Next: have its auditor look again, or ctxctl audit dismiss by-hand.',
    );
  });
});
