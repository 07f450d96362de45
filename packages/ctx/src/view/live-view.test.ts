import { expect, it, onTestFinished } from 'vitest';
import type { Screen } from '../cli/screen.js';
import { liveView } from './live-view.js';

/** Events as the loop gives them; only what the view looks at. */
const event = (type: string, members: object = {}) => ({ type, seq: 1, ...members });
const usage = { input_tokens: 1200, output_tokens: 34 };

function watched() {
  let time = 0;
  let tail: readonly string[] = [];
  let stays = '';
  const screen: Screen = {
    terminal: () => ({ interactive: true, colour: false, width: 60, redraws: true }),
    write: (text) => {
      stays += text;
    },
    tail: (lines) => {
      tail = lines;
    },
    command: () => {},
  };
  const view = liveView(screen, () => time);
  onTestFinished(() => view.end());
  return {
    view,
    take: (...events: object[]) => {
      for (const one of events) view.take(one);
    },
    after(milliseconds: number) {
      time += milliseconds;
    },
    tail: () => tail.map((line) => line.replace(/^[|/\\-] /, '~ ')),
    stays: () => stays,
  };
}

const opened = event('run.opened', {
  run_id: 'r1',
  settings: { model: 'anthropic/x', budget: { max_tokens: 50_000, max_microusd: 500_000 } },
});

it('shows text while it comes, and tokens and cost against the budget', () => {
  const { take, after, tail, stays } = watched();
  take(opened, event('turn.opened', { turn: 1, prompt: 'Fix\nit' }), event('model.requested', { call: 1 }));
  after(3_500);
  take({ type: 'text.delta', call: 1, text: 'I will **look' });
  expect(tail()).toEqual(['I will look', '~ 3s, 0 of 50,000 tokens, $0 of $0.5000']);
  take(
    event('model.responded', { call: 1, usage, cost_microusd: 12_345, content: [] }),
    event('model.requested'),
  );
  expect(stays()).toBe('\nr1  anthropic/x\n> Fix\n  it\nI will look\n');
  expect(tail()).toEqual(['~ 0s, 1,234 of 50,000 tokens, $0.0123 of $0.5000']);
});

it('says that a cost is unknown', () => {
  const { take, tail } = watched();
  take(
    opened,
    event('model.responded', { call: 1, usage, cost_microusd: null, content: [] }),
    event('model.requested'),
  );
  expect(tail()).toEqual(['~ 0s, 1,234 of 50,000 tokens, cost unknown of $0.5000']);
});

it('has a line for each call under way, the tail of what one prints, and what came of it', () => {
  const { take, after, tail, stays } = watched();
  take(event('tool.requested', { call_id: 'a', tool: 'read', input: { path: 'x' } }));
  take(event('tool.requested', { call_id: 'b', tool: 'bash', input: { command: 'npm test' } }));
  after(2_000);
  take({ type: 'tool.settled', call_id: 'a' });
  take({ type: 'tool.output', call_id: 'b', text: 'one\ntwo\nthree\n4\u001b[32m0%\r50%\r' });
  take({ type: 'tool.output', call_id: 'b', text: '60%\nfive\nsix\n' });
  after(63_000);
  take(event('model.requested'));
  expect(tail()).toEqual([
    '* read 2s  x',
    '~ bash 1m 05s  npm test',
    '  three',
    '  60%',
    '  five',
    '  six',
    '~ 0s, 0 tokens, $0',
  ]);
  take(
    event('tool.returned', { call_id: 'a', tool: 'read', output: '1\n2\n3\n4\n5\n6\n7\n8', is_error: false }),
  );
  take(event('workspace.changed', { call_id: 'b', by: 'call', paths: [{ path: 'f', change: 'added' }] }));
  take(event('tool.returned', { call_id: 'b', tool: 'bash', output: 'bad', is_error: true, exit_code: 2 }));
  expect(stays()).toBe(
    '* read x (2s)\n  1\n  2\n  3\n  4\n  5\n  6\n  … 2 more lines\n! bash npm test (1m 05s, exit code 2)\n  bad\n  1 file changed: f (added)\n',
  );
});

it('names the command and the rule of a denial', () => {
  const { take, stays } = watched();
  take(
    event('tool.denied', { tool: 'bash', input: { command: 'rm -rf /' }, rule: 'bash(rm:*)', reason: 'no' }),
  );
  expect(stays()).toBe('x bash rm -rf / denied by bash(rm:*): no\n');
});

it('names allow rules as what they are where none covers a call', () => {
  const { take, stays } = watched();
  const reason = 'no allow rule covers it';
  const input = { path: 'docs/a.md' };
  take(event('tool.denied', { tool: 'write', input, rule: 'read, edit(src/**)', reason }));
  take(event('tool.denied', { tool: 'write', input, rule: '', reason }));
  expect(stays().replaceAll('\n  ', ' ')).toBe(
    'x write docs/a.md denied: no allow rule covers it (there are read, edit(src/**))\n' +
      'x write docs/a.md denied: no allow rule covers it (there are none)\n',
  );
});

it('draws nothing while a person is asked', () => {
  const { take, tail } = watched();
  take(event('model.requested'), event('approval.requested', { tool: 'bash' }));
  take({ type: 'text.delta', call: 1, text: 'still here' });
  expect(tail()).toEqual([]);
  take(event('approval.given', { answer: 'allow' }));
  expect(tail()).toHaveLength(1);
  take({ type: 'person.asked' });
  expect(tail()).toEqual([]);
});

it('draws nothing while a person is asked about one call, whatever other calls do meanwhile', () => {
  const { take, tail, stays, view } = watched();
  take(event('tool.requested', { call_id: 'a', tool: 'bash', input: { command: 'rm x' } }));
  take(event('approval.requested', { call_id: 'a', tool: 'bash', input: { command: 'rm x' } }));
  const before = stays();
  take(event('tool.requested', { call_id: 'b', tool: 'read', input: { path: 'x' } }));
  take(event('tool.returned', { call_id: 'b', tool: 'read', output: 'read meanwhile', is_error: false }));
  take({ type: 'text.delta', call: 1, text: 'Said meanwhile.\n' });
  expect([tail(), stays()]).toEqual([[], before]);
  take(event('approval.given', { call_id: 'a', answer: 'allow' }));
  expect(stays()).toContain('read meanwhile');
  view.end();
  expect(stays()).toContain('Said meanwhile.');
});
