// The second reader (verify.py of the contract), which somebody wrote from SPEC.md alone, and ctx verify say the same of every session.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  canonical,
  chained,
  contract,
  disagreements,
  type Json,
  type Judged,
  kept,
  logOf,
  mutated,
  numbers,
  runReader,
} from './second-reader-cases.js';

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'second-reader-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the second reader agrees with ctx verify', () => {
  test('on every golden session, and on every one of the corpus', async () => {
    const cases = kept();
    expect(cases.length).toBeGreaterThan(60);
    expect(await disagreements(cases, folder)).toEqual([]);
  });

  test('on 1,000 random sessions whose chain holds and whose records do not', async () => {
    const pick = numbers(29);
    const whole = kept().filter((one) => !one.name.includes('damaged'));
    const logs = whole.map((one) => ({ name: one.name, log: logOf(one.bytes) }));
    const any = () => logs[pick(logs.length)] ?? { name: '', log: [] };
    const cases = Array.from({ length: 1000 }, (_, number) => {
      const { name, log } = any();
      return { name: `${name} #${number}`, bytes: chained(mutated(log, any().log, pick)) };
    });
    expect(await disagreements(cases, folder)).toEqual([]);
  });

  test('on every changed byte of a small session, and wherever it is cut off', async () => {
    const small = kept().find((one) => one.name.endsWith('small.jsonl'))?.bytes ?? Buffer.alloc(0);
    expect(small.length).toBeGreaterThan(1000);
    const cases = Array.from(small, (byte, at) => {
      const bytes: Buffer = Buffer.from(small);
      bytes[at] = at % 8 === 7 ? 0x20 : byte ^ (1 << (at % 7));
      return { name: `byte ${at} was ${byte} and is ${bytes[at]}`, bytes };
    });
    for (let length = 0; length < small.length; length += 31)
      cases.push({ name: `the first ${length} bytes`, bytes: small.subarray(0, length) });
    expect(await disagreements(cases, folder)).toEqual([]);
  });

  test('on lines that are no canonical JSON: numbers, escapes, order, members that are there twice', async () => {
    const [first] = (kept().find((one) => one.name.endsWith('small.jsonl'))?.bytes ?? Buffer.alloc(0))
      .toString()
      .split('\n');
    const plan = JSON.parse(first ?? '{}');
    const text = (schema: string) => {
      plan.runs[0].settings.structured_output = '@';
      const line = canonical({ ...plan, hash: '#' }).replace('"@"', schema);
      return line.replace(
        '#',
        `sha256:${createHash('sha256').update(line.replace('"hash":"#",', '')).digest('hex')}`,
      );
    };
    const inputs = [
      '1e21',
      '1E21',
      '1e+21',
      '1e-7',
      '0.000001',
      '1.0',
      '-0',
      '5e-324',
      '1e400',
      '9007199254740993',
      '100000000000000000000',
      '0.1',
      '01',
    ];
    inputs.push(
      '"\\ud800"',
      '"\\u2028"',
      '"\u2028"',
      '"\\/"',
      '"\\u001f"',
      '"\\u001F"',
      '"\\u0008"',
      '"\u007f"',
      '"\ud83d\ude00"',
      'NaN',
      'nul',
      '[1,]',
    );
    inputs.push(
      '{"a":1,"a":1}',
      '{"b":1,"a":1}',
      '{"\ufb33":1,"\ud83d\ude00":2}',
      '{"\ud83d\ude00":2,"\ufb33":1}',
      '{"1":1,"10":2,"9":3}',
      '[ ]',
    );
    expect(
      await disagreements(
        inputs.map((one) => ({ name: one, bytes: Buffer.from(`${text(one)}\n`) })),
        folder,
      ),
    ).toEqual([]);
  });
});

test('the second reader knows every keyword of the schemas', () => {
  const known = [
    'type',
    'required',
    'properties',
    'additionalProperties',
    'items',
    'minItems',
    'pattern',
    'minimum',
    'maximum',
    'examples',
    'enum',
    'const',
    'anyOf',
  ];
  const schemas: Json = JSON.parse(readFileSync(join(contract, 'records.schema.json'), 'utf8')).anyOf;
  const used = new Set<string>();
  const walk = (schema: Json): void => {
    if (schema === null || typeof schema !== 'object' || Array.isArray(schema)) return;
    for (const name of Object.keys(schema)) used.add(name);
    if ('properties' in schema) expect(schema['additionalProperties']).toBe(false);
    const inner = [schema['items'] ?? null, schema['anyOf'] ?? null, schema['properties'] ?? null];
    for (const one of inner)
      for (const each of one === null || typeof one !== 'object'
        ? []
        : 'type' in one && typeof one['type'] === 'string'
          ? [one]
          : Object.values(one))
        walk(each);
  };
  for (const one of Array.isArray(schemas) ? schemas : []) walk(one);
  expect([...used].filter((name) => !known.includes(name))).toEqual([]);
});

describe('the second reader checks signatures with ssh-keygen', () => {
  const head = (bytes: Buffer) => logOf(bytes).at(-1)?.['hash'];

  function signed(
    name: string,
    session: Buffer,
    says: (predicate: { [name: string]: Json }) => void,
    change = (bytes: string) => bytes,
  ) {
    const here = join(folder, name);
    mkdirSync(here);
    const records = logOf(session).length;
    const caseId = logOf(session)[0]?.['session_id'] ?? '';
    const predicate = {
      bytes: session.length,
      caseId,
      ledgerHead: head(session) ?? '',
      range: { fromSeq: 0, prevHashBefore: `sha256:${'0'.repeat(64)}`, toSeq: records - 1 },
      records,
    };
    says(predicate);
    const statement = canonical({
      _type: 'https://in-toto.io/Statement/v1',
      predicate,
      predicateType: 'urn:ctx:predicate:session:v1',
      subject: [{ name: 's.jsonl', digest: { sha256: createHash('sha256').update(session).digest('hex') } }],
    });
    writeFileSync(join(here, 's.json'), `${statement}\n`);
    execFileSync(
      'ssh-keygen',
      ['-q', '-Y', 'sign', '-f', join(folder, 'key'), '-n', 'ctx-session', 's.json'],
      { cwd: here, stdio: 'ignore' },
    );
    writeFileSync(join(here, 's.json'), change(`${statement}\n`));
    return (log: Buffer) => {
      writeFileSync(join(here, 's.jsonl'), log);
      const flags = [
        '--statement',
        's.json',
        '--signature',
        's.json.sig',
        '--signers',
        join(folder, 'signers'),
        '--signer',
        'ada@example.org',
      ];
      const { verdict, findings }: Judged = JSON.parse(runReader(['--json', 's.jsonl', ...flags], here));
      return [verdict, ...findings.map((one) => one.code)];
    };
  }

  test('a good one passes; one of other bytes, another session, other records or a part does not', () => {
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', '', '-f', join(folder, 'key')]);
    writeFileSync(
      join(folder, 'signers'),
      `ada@example.org namespaces="ctx-session" ${readFileSync(join(folder, 'key.pub'), 'utf8')}`,
    );
    const session = kept().find((one) => one.name.endsWith('contract.jsonl'))?.bytes ?? Buffer.alloc(0);
    const longer = kept().find((one) => one.name.endsWith('appended.jsonl'))?.bytes ?? Buffer.alloc(0);
    const good = signed('good', session, () => {});
    expect(good(session)).toEqual(['pass']);
    expect(good(longer)).toEqual(['incomplete', 'signature_partial']);
    expect(good(session.subarray(0, session.lastIndexOf(10, -2) + 1))).toEqual([
      'fail',
      'run_open',
      'signed_head_missing',
    ]);
    const tampered = signed(
      'tampered',
      session,
      () => {},
      (bytes) => bytes.replace('contract', 'kontract'),
    );
    expect(tampered(session)).toEqual(['fail', 'signature_invalid']);
    const other = signed('other', session, (predicate) => Object.assign(predicate, { caseId: 'another' }));
    expect(other(session)).toEqual(['fail', 'signature_of_other']);
    const untrue = signed('untrue', session, (predicate) => Object.assign(predicate, { records: 3 }));
    expect(untrue(session)).toEqual(['fail', 'statement_untrue']);
  });

  test('a head that was kept elsewhere is compared', () => {
    const golden = join(contract, 'golden/contract.jsonl');
    expect(
      JSON.parse(runReader(['--json', golden, '--head', String(head(readFileSync(golden)))], folder)).verdict,
    ).toBe('pass');
    const other: Judged = JSON.parse(
      runReader(['--json', golden, '--head', `sha256:${'0'.repeat(64)}`], folder),
    );
    expect(other.findings.map((one) => one.code)).toEqual(['head_mismatch']);
  });
});
