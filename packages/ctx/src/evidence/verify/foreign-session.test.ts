import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/folder.js';
import { writeForeignSession } from '../../session/fixtures/foreign-session.js';
import { listSessions } from '../../session/list.js';
import { readWhole } from '../../session/read-whole.js';
import { exportText } from '../export/export-run.js';
import { replaySession } from '../replay/replay-session.js';
import { reportFiles } from '../report/report-files.js';
import { readStory } from '../story/read-story.js';
import { sumOfRuns } from '../story/sum-of-runs.js';
import { verify } from '../verify-entry.js';
import { findingsOf, type Loose, recordsIn, writeResealed } from './resealed.fixture.js';

function written(): string {
  const path = join(temporaryFolder(), 's.jsonl');
  writeForeignSession(path);
  return path;
}

describe('a session of another agent, with a subagent', () => {
  it('passes, and verify says who acted, what is not sealed and what was noted', () => {
    expect(verify(written())).toMatchObject({
      verdict: 'pass',
      findings: [],
      runs: [
        { run_id: 'sub-1', stop_reason: 'completed', agent: 'claude-code' },
        { run_id: 'main', stop_reason: 'completed', agent: 'claude-code' },
      ],
      not_checked: [
        expect.stringMatching(
          /^what claude-code did before the import \(imported, unprotected before 20\d\d-.*Z\): the chain begins there$/,
        ),
        'that no record was cut off and that the file was not rewritten',
      ],
      noted: [{ code: 'claim_not_borne_out' }],
    });
  });

  it('has an unknown sum where one part is unknown, and never less than what is known', () => {
    const { runs } = readStory(written());
    expect(runs.map(({ totals }) => totals.cost_microusd)).toEqual([1200, null]);
    expect(sumOfRuns(runs)).toMatchObject({
      turns: 2,
      tool_calls: 2,
      input_tokens: null,
      cost_microusd: null,
    });
    expect(sumOfRuns([{ run_id: 'a', totals: runs[0]?.totals ?? never() }])).toMatchObject({
      cost_microusd: 1200,
    });
  });

  it('does not count a run that another one tells again', () => {
    const { runs } = readStory(written());
    const totals = runs[0]?.totals ?? never();
    const again = [
      { run_id: 'a', totals },
      { run_id: 'b', retells: 'a', totals: { ...totals, tool_calls: 3 } },
    ];
    expect(sumOfRuns(again)).toMatchObject({ turns: 1, tool_calls: 3, cost_microusd: 1200 });
  });

  it('is listed by its main run, with what its subagents took, whatever came after it', () => {
    const path = written();
    expect(listSessions(join(path, '..')).rows).toMatchObject([
      {
        readable: true,
        stop_reason: 'completed',
        prompt_count: 1,
        totals: { turns: 2, model_calls: 3, cost_microusd: null },
      },
    ]);
  });

  it('is told in the report: who acted, who allowed what, what changed, what was found', () => {
    const files = reportFiles(readStory(written()));
    const page = (name: string) => String(files.get(name));
    for (const words of [
      'claude-code 2.1.0',
      'instructions from AGENTS.md (120 tokens, clipped)',
      'Bash: by a hook, *: by nobody',
      'Allowed by ada, session (terminal, record 12)',
      'build/out.js (removed) and 3 more',
      '<code>build/out.js</code> removed',
      'from claude-code 2.1.0, session a-b-c; main.jsonl (120 B). The chain begins at the import',
    ])
      expect(page('run-main.html')).toContain(words);
    expect(page('run-sub-1.html')).toContain('started by main');
    expect(page('run-sub-1.html')).toContain('tokens unknown · cost unknown');
    for (const words of [
      '“The tests pass”, and no test was run (records 23)',
      '9 of 9 requests hold; 1 record of an unknown type away-summary',
      'To 4b825dc6, for an undo by ada.',
      'To big-machine by ada.',
      'By worker-2, epoch 2.',
      '<dd>unknown</dd>',
    ])
      expect(page('index.html')).toContain(words);
  });

  it('is told in the export, as data', () => {
    const story = readStory(written());
    const [main = never(), sub = never()] = story.runs;
    const of = (run: typeof main) =>
      JSON.parse(exportText(story, run, { filename: 't.png', pixel_digest: '0'.repeat(64) }));
    expect(of(main)).toMatchObject({
      run: { agent: { name: 'claude-code' }, context: [{ source: 'AGENTS.md' }] },
      calls: expect.arrayContaining([
        expect.objectContaining({
          call_id: 'c2',
          exit_code: 0,
          approval: expect.objectContaining({ by: 'ada' }),
        }),
      ]),
      provenance: { origin: { kind: 'imported' } },
      session_events: expect.arrayContaining([
        expect.objectContaining({ type: 'session.claimed', data: { epoch: 2, owner: 'worker-2' } }),
      ]),
    });
    expect(of(sub)).toMatchObject({
      run: { parent: { run_id: 'main', call_id: 'c1' } },
      calls: [{ usage: null, cost_microusd: null }],
      totals: { cost_microusd: null },
    });
  });

  it('is not replayed by a loop that did not write it', async () => {
    await expect(replaySession(readWhole(written()).records)).rejects.toThrow('agent_foreign');
  });
});

describe('what no honest program writes of another agent', () => {
  const at = (records: readonly Loose[], type: string, nth = 0) =>
    records.filter((record) => record.type === type)[nth] ?? never();
  const set =
    (type: string, members: object, nth = 0) =>
    (records: Loose[]) => {
      Object.assign(at(records, type, nth), members);
    };
  const without =
    (type: string, nth = 0) =>
    (records: Loose[]) => {
      records.splice(records.indexOf(at(records, type, nth)), 1);
    };

  it.each<[string, (records: Loose[]) => void, string]>([
    ['our own name on it', set('run.opened', { agent: { name: 'ctx' } }), 'capture_untrue'],
    [
      'its answers said to be live',
      set('run.opened', { capture: { model: 'live', tools: 'live', clock: 'live', ids: 'live' } }),
      'capture_untrue',
    ],
    [
      'an import from no file',
      set('session.opened', { origin: { kind: 'imported', agent: { name: 'x' }, sources: [] } }),
      'capture_untrue',
    ],
    ['a subagent of nobody', set('run.opened', { parent: { run_id: 'nobody' } }, 1), 'parent_unknown'],
    ['a subagent closed under another parent', set('run.closed', { parent: 'nobody' }), 'parent_unknown'],
    ['a run that tells nothing again', set('run.opened', { retells: 'nobody' }), 'retells_unknown'],
    [
      'an answer of a subagent that is not open',
      set('model.responded', { run_id: 'nobody' }, 1),
      'run_not_open',
    ],
    ['an approval that nobody was asked for', without('approval.requested'), 'approval_untrue'],
    ['a call that was refused and made', set('approval.given', { answer: 'deny' }), 'approval_untrue'],
    ['a call that nobody answered for and was made', without('approval.given'), 'approval_untrue'],
    [
      'a question about a call that was not asked for',
      set('approval.requested', { call_id: 'c9' }),
      'approval_untrue',
    ],
    ['a change by a call that was not made', set('workspace.changed', { call_id: 'c9' }), 'change_untrue'],
    [
      'a change by a call without its name',
      set('workspace.changed', { call_id: undefined }),
      'change_untrue',
    ],
    ['a tree that was never kept', set('workspace.restored', { tree: 'ffff' }), 'restored_unknown'],
    ['a source read with a gap', set('source.observed', { from: 130 }), 'source_untrue'],
    [
      'more that holds than there was',
      set('source.observed', { checked: [{ what: 'x', of: 1, held: 2 }] }),
      'source_untrue',
    ],
    ['a finding about what comes later', set('finding', { records: [99] }), 'finding_untrue'],
    [
      'work after the session had left',
      (records) => records.splice(-2, 2, structuredClone(at(records, 'finding'))),
      'moved_untrue',
    ],
    ['a return without a way out', without('session.moved'), 'moved_untrue'],
    ['an epoch that does not rise', set('session.claimed', { epoch: 1 }, 1), 'claim_untrue'],
    [
      'unknown tokens summed up as none',
      set('run.closed', {
        totals: {
          turns: 1,
          model_calls: 1,
          tool_calls: 0,
          input_tokens: 0,
          output_tokens: 0,
          cost_microusd: 0,
        },
      }),
      'totals_untrue',
    ],
  ])('is found: %s', (_, change, code) => {
    const path = written();
    const records = recordsIn(path);
    change(records);
    writeResealed(path, records);
    const codes = findingsOf(path).map(([found]) => found);
    expect(codes).toContain(code);
  });
});

function never(): never {
  throw new TypeError('the session has it');
}
