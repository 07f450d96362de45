import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { callTold, optionsTold, updateTold } from './session-update.js';

it('knows every update of the protocol’s own schema', () => {
  const schema = JSON.parse(
    readFileSync(
      createRequire(import.meta.url).resolve('@agentclientprotocol/sdk/schema/v1/schema.json'),
      'utf8',
    ),
  );
  const names: string[] = schema.$defs.SessionUpdate.oneOf.map(
    (one: { properties: { sessionUpdate: { const: string } } }) => one.properties.sessionUpdate.const,
  );
  expect(names.length).toBeGreaterThan(10);
  const whole = { toolCallId: 'c', used: 1, size: 2, currentModeId: 'm' };
  for (const sessionUpdate of names)
    expect(updateTold({ ...whole, sessionUpdate }).tells).not.toBe('unknown');
});

it.each([
  [undefined],
  [null],
  [7],
  [[]],
  [{}],
  [{ sessionUpdate: 7 }],
  [{ sessionUpdate: 'nothing' }],
  [{ sessionUpdate: 'tool_call' }],
  [{ sessionUpdate: 'tool_call', toolCallId: {} }],
  [{ sessionUpdate: 'usage_update', used: -1, size: 'x' }],
  [{ sessionUpdate: 'current_mode_update' }],
])('says of %j that it is unknown', (update) => {
  expect(updateTold(update).tells).toBe('unknown');
});

it('leaves out what of a call has no known shape', () => {
  expect(
    callTold({
      toolCallId: 'c1',
      title: 7,
      kind: 'conquer',
      status: 'failed',
      content: [
        { type: 'content', content: { type: 'text', text: 'out' } },
        { type: 'diff', path: '/a' },
        null,
      ],
      locations: [{ path: '/a', line: -4 }, 'x'],
      rawInput: { command: 'ls' },
    }),
  ).toEqual({
    id: 'c1',
    status: 'failed',
    content: [
      { type: 'text', text: 'out' },
      { type: 'other', what: 'diff' },
      { type: 'other', what: 'unknown' },
    ],
    locations: [{ path: '/a' }],
    rawInput: { command: 'ls' },
  });
});

it('takes only options that say what they mean', () => {
  const options = [
    { optionId: 'a', kind: 'allow_once' },
    { optionId: 'b', kind: 'maybe' },
    { kind: 'reject_once' },
    3,
  ];
  expect(optionsTold(options)).toEqual([{ optionId: 'a', name: '', kind: 'allow_once' }]);
});
