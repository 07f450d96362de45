import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/folder.js';
import { recordSession } from '../../../test/recorded-session.js';
import { jsonOf } from '../../../test/scripted.js';
import { sessionKinds } from '../../../test/sessions-of-every-kind.js';
import { canonical } from '../../protocol/json.js';
import { contentDigest } from '../export/export-run.js';
import { verifierFiles } from '../export/verifier.js';
import { verify } from '../verify-entry.js';
import { checkExport } from './check-export.js';
import { checkReport } from './check-report.js';
import { newFindings } from './findings.js';
import { filesOfFolder } from './folder-files.js';

async function made(
  command: 'report' | 'export',
  record = () => recordSession({ replies: [{ say: 'Grüße.' }] }),
) {
  const { cwd } = await record();
  const { data } = await jsonOf([command, 's', '--out', 'out'], { cwd });
  return { cwd, out: join(cwd, 'out'), head: String(data?.['chain_head']) };
}

const found = (path: string) => verify(path).findings.map(({ code, file }) => [code, file]);
const twoRuns = () =>
  (sessionKinds['two runs and a third appended'] ?? recordSession.bind(undefined, { replies: [] }))();

describe.each(['report', 'export'] as const)('a folder that %s made', (command) => {
  it('is held against the head that was kept elsewhere', async () => {
    const { out, head } = await made(command);
    expect(verify(out, { head })).toMatchObject({ verdict: 'pass', head_checked: true, chain_head: head });
    const other = `sha256:${'0'.repeat(64)}`;
    expect(verify(out, { head: other })).toMatchObject({
      verdict: 'fail',
      findings: [{ code: 'head_mismatch' }],
    });
  });

  // Every byte of what is JSON; of pages, pictures and the second reader, which one digest covers whole, every so many.
  it('is found out and the file named, wherever one bit of any of its files is changed', async () => {
    const { out } = await made(command);
    const files = filesOfFolder(out, newFindings());
    for (const [name, bytes] of files) {
      const step = verifierFiles.has(name)
        ? 997
        : name.endsWith('.json')
          ? 1
          : name.endsWith('.html')
            ? 5
            : 37;
      for (let offset = 0; offset < bytes.length; offset += step) {
        const changed = Buffer.from(bytes);
        changed[offset] = (bytes[offset] ?? 0) ^ (1 << (offset % 8));
        const findings = newFindings();
        const all = new Map([...files, [name, changed]]);
        if (command === 'export') checkExport(all, findings);
        else checkReport(all, findings, false);
        if (findings.verdict !== 'fail' || !findings.list.some(({ file }) => file === name))
          expect.fail(`byte ${offset} of ${name}: ${JSON.stringify(findings.list)}`);
      }
    }
  });

  it('is incomplete, never a pass, where any of its files is missing', async () => {
    const { out, cwd } = await made(command, twoRuns);
    for (const name of readdirSync(out)) {
      const copy = join(cwd, `without-${name}`);
      cpSync(out, copy, { recursive: true });
      rmSync(join(copy, name));
      expect(verify(copy).verdict, name).toBe('incomplete');
      expect(verify(copy).findings[0]).toMatchObject({ file: name });
    }
  });

  it('may hold nothing else', async () => {
    const { out } = await made(command);
    writeFileSync(join(out, 'extra.txt'), '');
    mkdirSync(join(out, 'folder'));
    symlinkSync('extra.txt', join(out, 'link'));
    expect(found(out)).toEqual([
      ['entry_irregular', 'folder'],
      ['entry_irregular', 'link'],
      ['file_unexpected', 'extra.txt'],
    ]);
  });
});

describe('an export', () => {
  it.each(Object.entries(sessionKinds))('passes: %s', async (_, record) => {
    const { out } = await made('export', record);
    expect(verify(out)).toMatchObject({ kind: 'export', verdict: 'pass', session_id: 's', findings: [] });
  });

  const rewrite = (file: string, change: (document: Record<string, Record<string, unknown>>) => void) => {
    const document = JSON.parse(readFileSync(file, 'utf8'));
    change(document);
    if (document.provenance !== undefined) document.provenance.content_sha256 = contentDigest(document);
    writeFileSync(file, `${canonical(document)}\n`);
  };

  it('is found out where somebody who can compute digests changed it', async () => {
    const { out } = await made('export');
    rewrite(join(out, 'r1.export.json'), ({ provenance }) => {
      Object.assign(provenance ?? {}, { session_id: 'other' });
    });
    expect(found(out)).toEqual([['sidecar_untrue', 'r1.timeline.png.provenance.json']]);
  });

  it('is found out where it has another run’s name', async () => {
    const { out, cwd } = await made('export');
    const other = join(cwd, 'other');
    mkdirSync(other);
    for (const name of readdirSync(out)) cpSync(join(out, name), join(other, name.replace('r1', 'r2')));
    expect(found(other)).toEqual([
      ['export_untrue', 'r2.export.json'],
      ['sidecar_untrue', 'r2.timeline.png.provenance.json'],
    ]);
  });

  it('is found out where runs of two sessions are mixed', async () => {
    const [a, b] = [await made('export', twoRuns), await made('export')];
    for (const name of readdirSync(b.out)) cpSync(join(b.out, name), join(a.out, name));
    expect(found(a.out)[0]?.[0]).toBe('export_untrue');
  });

  it('gives findings for hostile files, never a crash', async () => {
    const { out } = await made('export');
    const name = join(out, 'r1.export.json');
    const before = readFileSync(name, 'utf8');
    const deep = `{"schema":${'['.repeat(200_000)}${']'.repeat(200_000)}}\n`;
    for (const [content, code] of [
      ['', 'export_malformed'],
      ['null\n', 'export_malformed'],
      [deep, 'export_malformed'],
      [Buffer.from([0xff, 0xfe]), 'export_malformed'],
      [before.replace('{', '{"__proto__":{"x":1},'), 'export_malformed'],
      [before.replace('"calls"', ' "calls"'), 'export_not_canonical'],
      [`\ufeff${before}`, 'export_malformed'],
      [before.trimEnd(), 'export_not_canonical'],
      [
        before.replace('"structured_output"', '"x"').replace('"workspace":"."', '"workspace":".."'),
        'export_digest_mismatch',
      ],
    ] as const) {
      writeFileSync(name, content);
      expect(found(out)[0], String(content).slice(0, 60)).toEqual([code, 'r1.export.json']);
    }
  });

  it('takes a picture that would unpack to gigabytes for no picture', async () => {
    const { out } = await made('export');
    const { createHash } = await import('node:crypto');
    const bomb = Buffer.concat([
      Buffer.from('89504e470d0a1a0a0000000d49484452000186a0000186a00806000000', 'hex'),
      deflateSync(Buffer.alloc(1_000_000)),
    ]);
    writeFileSync(join(out, 'r1.timeline.png'), bomb);
    rewrite(join(out, 'r1.timeline.png.provenance.json'), (sidecar) => {
      Object.assign(sidecar, { artifact_sha256: createHash('sha256').update(bomb).digest('hex') });
    });
    expect(found(out)).toEqual([['png_invalid', 'r1.timeline.png']]);
  });
});

describe('a report', () => {
  it('vouches for one page by itself, by its file', async () => {
    const { out } = await made('report');
    expect(verify(join(out, 'run-r1.html'))).toMatchObject({ kind: 'report', verdict: 'pass', files: 1 });
    expect(() => verify(join(out, 'run-r2.html'))).toThrow('file_not_found');
  });

  it('is found out where a page is of another session, has another name, or is not in the index', async () => {
    const [a, b] = [await made('report'), await made('report', twoRuns)];
    cpSync(join(b.out, 'run-r1.html'), join(a.out, 'run-r1.html'));
    expect(found(a.out)).toEqual([
      ['page_untrue', 'run-r1.html'],
      ['page_untrue', 'run-r1.html'],
    ]);
    const { out } = await made('report');
    cpSync(join(out, 'run-r1.html'), join(out, 'run-r2.html'));
    expect(found(out)).toEqual([
      ['page_untrue', 'run-r2.html'],
      ['page_untrue', 'run-r2.html'],
    ]);
    writeFileSync(join(out, 'run-r3.html'), '<!doctype html>');
    expect(found(out)[1]).toEqual(['page_malformed', 'run-r3.html']);
  });
});

it('an empty folder is incomplete, never a pass', () => {
  expect(verify(temporaryFolder())).toMatchObject({
    verdict: 'incomplete',
    findings: [{ code: 'folder_empty' }],
  });
});
