import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Failure } from '../../../ctx/src/kit/failures.js';
import { emptyLog, logWith, signal } from '../../test/repository.js';
import { isDay, lastDayAt, onOneLine, parseDemandLog, withResolved, withSignal } from './demand-log.js';

const anySurface = () => true;
const rules = { isSurface: anySurface, lastDay: '2026-11-16' };
const parse = (text: string) => parseDemandLog(text, rules);

function problemOf(text: string, isSurface: (name: string) => boolean = anySurface) {
  try {
    parseDemandLog(text, { ...rules, isSurface });
  } catch (error) {
    if (error instanceof Failure) return { code: error.code, ...error.where };
    throw error;
  }
  throw new Error('it was accepted');
}

describe('reading', () => {
  it('takes every section below `## Signals` for a signal, and nothing outside of it', () => {
    const text = `${logWith(signal('tools', 'a'), signal('summary', 'b'))}\n## Decided\n\n### old: not a signal\n\n- Whatever\n`;
    expect(parse(text)).toEqual([signal('tools', 'a'), signal('summary', 'b')]);
  });

  it('lets people write around the fields: text, empty lines, trailing spaces, code', () => {
    const text = `## Signals

Some words about signals.
- a list before the first signal

### whatever people call it
They told us on the phone.

- Date:   2026-11-15\u0020\u0020
- Source: a: with a colon
- Use case: automate it
* a bullet of another kind
- Surface: tools
- Why the present output is not enough: columns move

\`\`\`
- not a field
## Signals
### not a signal
\`\`\`
`;
    expect(parse(text)).toEqual([{ ...signal('tools', 'a: with a colon') }]);
  });

  it('reads Windows line ends', () => {
    const text = logWith(signal('tools', 'a'), signal('tools', 'b'));
    expect(parse(text.replaceAll('\n', '\r\n'))).toEqual(parse(text));
  });

  it('finds none in an empty log', () => {
    expect(parse(emptyLog)).toEqual([]);
    expect(parse('## Signals')).toEqual([]);
  });
});

describe('a malformed log is refused with the line', () => {
  const good = logWith(signal('tools', 'a'));
  it.each([
    ['no heading', '# Log\n\nnothing\n', 4, 'there is no heading `## Signals`'],
    ['a field that is missing', good.replace('- Date: 2026-11-15\n', ''), 7, 'the signal has no `Date`'],
    ['a field that is empty', good.replace('automate it', ' '), 7, 'the signal has no `Use case`'],
    ['a field that stands there twice', `${good}- Date: 2026-11-15\n`, 14, '`Date` appears twice'],
    ['a field that does not exist', `${good}- Mood: good\n`, 14, 'a signal has only these fields: '],
    ['a list item that is no field', `${good}- hello\n`, 14, 'a signal has only these fields: '],
    ['a day that does not exist', good.replace('11-15', '02-30'), 7, '`2026-02-30` is not a date'],
    ['a day that is still to come', good.replace('11-15', '11-17'), 7, '`2026-11-17` is in the future'],
    ['a resolution without a day', `${good}- Resolved: promoted\n`, 7, '`Resolved` is a day and one of'],
    ['a resolution of no kind', `${good}- Resolved: 2026-11-15 done\n`, 7, '`Resolved` is a day and one of'],
    ['a section without fields', `${good}\n### empty\n`, 15, 'the signal has no `Source`'],
    ['a code block that never ends', `${good}\n\`\`\`\nx\n`, 15, 'a code block begins here and never ends'],
  ])('%s', (_, text, line, problem) => {
    const found = problemOf(text);
    expect(found).toMatchObject({ code: 'demand_log_malformed', operation: 'parse', line });
    expect(found).toMatchObject({ problem: expect.stringContaining(problem) });
  });

  it('a surface that does not exist, so that no signal is lost by a slip of the pen', () => {
    const found = problemOf(logWith(signal('tols', 'a')), (name) => name === 'tools');
    expect(found).toMatchObject({ line: 7, problem: 'there is no surface `tols`' });
  });
});

describe('writing', () => {
  it('adds a section at the end', () => {
    expect(withSignal(emptyLog, signal('tools', 'a'))).toBe(logWith(signal('tools', 'a')));
  });

  it.each([
    ['without a line end', '## Signals', ''],
    ['with spaces and empty lines at the end', '# Log  \n\n## Signals  \n\n\n\t\n\n\n', ''],
    ['with Windows line ends', emptyLog.replaceAll('\n', '\r\n'), ''],
    [
      'with sections behind the signals',
      `${logWith(signal('tools', 'x'))}\n\n\n`,
      '## Decided\n\n- tools: no  \n\n',
    ],
    ['with a code block that looks like a section', '## Signals\n\n```\n## Decided\n```\n', ''],
    ['with odd characters', '\ufeff# Lög 🦊\u2028\n\n## Signals\n\n<!-- note -->', ''],
  ])('keeps every byte of a log %s', (_, before, after) => {
    const changed = withSignal(before + after, signal('tools', 'new'));
    expect(changed.startsWith(before)).toBe(true);
    expect(changed.endsWith(after)).toBe(true);
    const added = changed.slice(before.length, changed.length - after.length);
    expect(added).toMatch(/^(\r?\n){0,2}### tools: new\r?\n(\r?\n- .*|\r?\n)+$/);
    expect(parse(changed)).toEqual([...parse(before + after), signal('tools', 'new')]);
  });

  it('uses the line ends that the log has', () => {
    const changed = withSignal(emptyLog.replaceAll('\n', '\r\n'), signal('tools', 'a'));
    expect(changed.replaceAll('\r\n', '')).not.toContain('\n');
  });

  it('reads back what it wrote, whatever people say', () => {
    const text = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .filter((value) => onOneLine(signal('x', value)).source !== '');
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text, text), { maxLength: 5 }), (said) => {
        const signals = said.map(([source, use_case, why]) =>
          onOneLine({ source, surface: 'tools', use_case, why, date: '2026-11-15' }),
        );
        expect(parse(signals.reduce(withSignal, emptyLog))).toEqual(signals);
      }),
    );
  });

  it('puts a text of many lines on one', () => {
    const given = { ...signal('tools', ' a\r\n b '), why: 'x\n- Date: 1999-01-01\n## Signals' };
    expect(onOneLine(given)).toMatchObject({ source: 'a b', why: 'x - Date: 1999-01-01 ## Signals' });
  });
});

it.each([
  ['2026-11-15', true],
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['2026-1-1', false],
  ['15.11.2026', false],
  ['2026-11-15T00:00', false],
  ['', false],
])('%j is a day: %s', (text, expected) => {
  expect(isDay(text)).toBe(expected);
});

describe('resolving', () => {
  const log = logWith(signal('tools', 'a'), signal('summary', 'b'), signal('tools', 'c'));
  const resolution = { date: '2026-11-16', outcome: 'declined' as const, note: 'tool-pool: has it' };

  it('writes one line behind the fields of each signal that is meant, and nothing else', () => {
    const { text, resolved } = withResolved(log, rules, ({ surface }) => surface === 'tools', resolution);
    const line = '- Resolved: 2026-11-16 declined: tool-pool: has it\n';
    expect(text.replaceAll(line, '')).toBe(log);
    expect(text.split(line)).toHaveLength(3);
    expect(resolved).toEqual([signal('tools', 'a'), signal('tools', 'c')]);
    expect(parse(text)).toEqual([
      { ...signal('tools', 'a'), resolved: resolution },
      signal('summary', 'b'),
      { ...signal('tools', 'c'), resolved: resolution },
    ]);
  });

  it('leaves a signal alone that is resolved, and keeps Windows line ends and a missing last one', () => {
    const all = () => true;
    const once = withResolved(log.replaceAll('\n', '\r\n').trimEnd(), rules, all, resolution).text;
    expect(once.replaceAll('\r\n', '')).not.toContain('\n');
    expect(parse(once).every((each) => each.resolved?.outcome === 'declined')).toBe(true);
    expect(withResolved(once, rules, all, resolution)).toEqual({ text: once, resolved: [] });
  });
});

it('the last day is the one that has begun in the farthest east', () => {
  expect(lastDayAt(Date.UTC(2026, 10, 15, 9, 59))).toBe('2026-11-15');
  expect(lastDayAt(Date.UTC(2026, 10, 15, 10))).toBe('2026-11-16');
});
