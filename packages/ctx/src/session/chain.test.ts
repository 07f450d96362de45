import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digestOf } from '../disk/digest.js';
import type { Line } from '../disk/lines.js';
import { canonical } from '../protocol/json.js';
import { genesis } from '../protocol/records.js';
import { seal } from './chain.js';
import { hashHolds } from './line-hash.js';

const linked = { at: '2026-01-01T00:00:00.000Z', prev: genesis, seq: 0, type: 'turn.opened' };

describe('a sealed record', () => {
  it('is the canonical record, with the hash of the canonical record without it', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()), (body) => {
        const { hash: _, ...rest } = body;
        const record = { ...JSON.parse(JSON.stringify(rest)), ...linked };
        const { hash, line } = seal(record);
        expect(hash).toBe(digestOf(canonical(record)));
        expect(line).toBe(`${canonical({ ...record, hash })}\n`);
        expect(holds(line)).toBe(true);
      }),
    );
  });

  it('shows every change of its bytes', () => {
    const { line } = seal({ ...linked, prompt: 'grüße', output: { hash: 'sha256:x' } });
    for (let i = 0; i < line.length - 1; i++) {
      const other = line[i] === '1' ? '2' : '1';
      expect(holds(`${line.slice(0, i)}${other}${line.slice(i + 1)}`), `changed at ${i}`).toBe(false);
    }
  });

  it('is not mistaken when it quotes or nests the hash of another', () => {
    const { hash } = seal(linked);
    const member = `"hash":"${hash}",`;
    const { line } = seal({ ...linked, content: [{ hash, zebra: 1 }, member], input: { hash } });
    expect(holds(line)).toBe(true);
    expect(holds(line.replace('"zebra":1', '"zebra":2'))).toBe(false);
  });

  it('that claims a hash which stands nowhere does not hold', () => {
    expect(hashHolds(lineOf('{"a":1}'), genesis)).toBe(false);
    const escaped = seal(linked).line.replace('"hash"', '"\\u0068ash"');
    expect(holds(escaped)).toBe(false);
  });
});

function holds(line: string): boolean {
  const text = line.trimEnd();
  try {
    return hashHolds(lineOf(text), JSON.parse(text).hash);
  } catch {
    return false;
  }
}

function lineOf(text: string): Line {
  const chunk = Buffer.from(text);
  return { text, chunk, start: 0, length: chunk.length, offset: 0, fault: undefined, ended: true };
}
