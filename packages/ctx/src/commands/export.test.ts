import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtFolder, repository, runBuilt } from '../../test/built.js';
import { envelopeOf, problems } from '../../test/envelope.js';
import { temporaryFolder } from '../../test/folder.js';
import { runCtx } from '../../test/in-process.js';
import { latestContract } from '../../test/latest-contract.js';
import { recordSession } from '../../test/recorded-session.js';
import { jsonOf } from '../../test/scripted.js';
import { sessionKinds } from '../../test/sessions-of-every-kind.js';
import { drawingWith } from '../evidence/export/draw-png.js';
import { verifierFiles } from '../evidence/export/verifier.js';
import { decodePixels, pixelDigest } from '../evidence/tree/pixels.js';
import { treeHash } from '../evidence/tree/tree-hash.js';

const replies = [
  {
    say: 'Looking.',
    call: [
      { tool: 'read', input: { path: 'a.txt' } },
      { tool: 'bash', input: { command: 'rm x' } },
    ],
    usage: { input_tokens: 100, output_tokens: 10 },
  },
  { say: 'Done.' },
];

const recorded = () => recordSession({ replies, flags: ['--deny-tool', 'bash(rm *)'] });
const verifier = ['records.schema.json', 'verify.py'];
const schema = (name: string) => join(repository, 'schemas', `${name}.json`);
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');

describe('an export', () => {
  it('is the run as data, its picture, and where the picture came from', async () => {
    const { cwd } = await recorded();
    const { data } = await jsonOf(['export', 's', '--out', 'out'], { cwd });
    const files = ['r1.export.json', 'r1.timeline.png', 'r1.timeline.png.provenance.json', ...verifier];
    expect(data).toMatchObject({ session_id: 's', runs: ['r1'], files });
    expect(readdirSync(join(cwd, 'out')).sort()).toEqual(files);

    const text = readFileSync(join(cwd, 'out/r1.export.json'), 'utf8');
    const document = JSON.parse(text);
    expect(problems(schema('export-document'), document)).toEqual([]);
    expect(document).toMatchObject({
      schema: 'ctx.export/1',
      run: { run_id: 'r1', stop_reason: 'completed', settings: { model: 'script:s.yaml' } },
      turns: [{ turn: 1, prompt: { text: 'Do it.', whole: true }, output: { text: 'Done.' }, denials: 1 }],
      calls: [
        { kind: 'model', call: 1, text: { text: 'Looking.' }, usage: { input_tokens: 100 } },
        { kind: 'tool', tool: 'read', decision: 'allowed', output: { text: 'alpha\n', bytes: 6 } },
        { kind: 'tool', tool: 'bash', decision: 'denied', rule: 'bash(rm *)' },
        { kind: 'model', call: 2, text: { text: 'Done.' } },
      ],
      totals: { turns: 1, model_calls: 2, tool_calls: 1, input_tokens: 100 },
      provenance: { session_id: 's', run_id: 'r1', chain_head: data?.['chain_head'] },
    });

    const png = readFileSync(join(cwd, 'out/r1.timeline.png'));
    const sidecar = JSON.parse(readFileSync(join(cwd, 'out/r1.timeline.png.provenance.json'), 'utf8'));
    expect(problems(schema('provenance'), sidecar)).toEqual([]);
    const pixels = pixelDigest(decodePixels(png, ''));
    expect(sidecar).toEqual({
      schema: 'ctx.provenance/1',
      artifact_filename: 'r1.timeline.png',
      artifact_sha256: sha256(png),
      pixel_digest: pixels,
      contract_id: 'session/v1',
      session_id: 's',
      run_id: 'r1',
      chain_head: data?.['chain_head'],
      timestamp: document.provenance.timestamp,
    });
    expect(document.provenance.timeline).toEqual({ filename: 'r1.timeline.png', pixel_digest: pixels });
    const { content_sha256 } = document.provenance;
    expect(sha256(text.trimEnd().replace(`"content_sha256":"${content_sha256}",`, ''))).toBe(content_sha256);
  });

  it('is the same tree each time, and one run’s files alone are those of the whole', async () => {
    const { cwd } = (await sessionKinds['two runs and a third appended']?.()) ?? (await recorded());
    for (const [out, ...flags] of [['a'], ['b'], ['one', '--run-id', 'r1']] as const)
      await jsonOf(['export', 's', '--out', out, ...flags], { cwd });
    const [a, b, one] = ['a', 'b', 'one'].map((out) => treeHash(join(cwd, out)));
    expect(a?.tree_hash).toBe(b?.tree_hash);
    expect(one?.digests.size).toBe(3 + verifier.length);
    for (const [path, digest] of one?.digests ?? []) expect(a?.digests.get(path)).toBe(digest);
  });

  it('is refused like a report, and leaves nothing', async () => {
    const { cwd, path } = await recorded();
    const refused = async (...argv: readonly string[]) =>
      (await jsonOf(['export', ...argv], { cwd })).error?.code;
    expect(await refused('s', '--out', 'none/out')).toBe('out_parent_missing');
    expect(await refused('s', '--out', '.')).toBe('out_not_empty');
    expect(await refused('s', '--out', 'out', '--run-id', 'r9')).toBe('run_unknown');
    writeFileSync(path, readFileSync(path, 'utf8').replace('Done.', 'Gone.'));
    expect(await refused('s', '--out', 'out')).toBe('session_broken');
    expect(existsSync(join(cwd, 'out'))).toBe(false);
  });

  it('brings along what checks its session without ctx, the bytes of the contract', async () => {
    const { cwd, path } = await recorded();
    const { data } = await jsonOf(['export', 's', '--out', 'out'], { cwd });
    for (const name of verifier) {
      const bytes = readFileSync(join(latestContract('session'), name));
      expect(sha256(bytes), `${name} is not the one in evidence/export/verifier.ts`).toBe(
        verifierFiles.get(name),
      );
      expect(readFileSync(join(cwd, 'out', name))).toEqual(bytes);
    }
    const check = (...words: readonly string[]) =>
      spawnSync('python3', [join(cwd, 'out/verify.py'), path, ...words]).status;
    expect(check('--head', String(data?.['chain_head']))).toBe(0);
    expect(check('--head', `sha256:${'0'.repeat(64)}`)).toBe(1);
  });

  it('is not evidence with another verifier in it, or none', async () => {
    const { cwd } = await recorded();
    await jsonOf(['export', 's', '--out', 'out'], { cwd });
    const findings = async () => (await jsonOf(['verify', 'out'], { cwd })).error?.['details'];
    appendFileSync(join(cwd, 'out/verify.py'), '\nprint("pass")\n');
    expect(await findings()).toMatchObject({ findings: [{ code: 'export_untrue', file: 'verify.py' }] });
    rmSync(join(cwd, 'out/verify.py'));
    expect(await findings()).toMatchObject({ findings: [{ code: 'export_missing', file: 'verify.py' }] });
  });

  it('is in the built program', async () => {
    const { cwd } = await recorded();
    const answer = await runBuilt('ctx', ['export', 's', '--out', 'out', '--output-format', 'json'], { cwd });
    expect(envelopeOf(answer).data).toMatchObject({ runs: ['r1'] });
    expect((await runCtx(['export', 's', '--out', 'out2'], { cwd })).stdout).toContain(
      'out2/r1.timeline.png',
    );
    expect(treeHash(join(cwd, 'out')).tree_hash).toBe(treeHash(join(cwd, 'out2')).tree_hash);
  });
});

describe('the picture', () => {
  it('is drawn with our own font: text leaves pixels, whatever fonts the machine has', async () => {
    const draw = await drawingWith(builtFolder());
    const svg = (text: string) =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="30"><text x="4" y="20" font-family="IBM Plex Sans">${text}</text></svg>`;
    const digestOf = (text: string) => pixelDigest(decodePixels(draw(svg(text)), ''));
    expect(digestOf('model')).not.toBe(digestOf(''));
    expect(digestOf('model')).toBe('e38b4d44420aa3b7ea793e6eb27167963b83397ec30442faa2a08188e60f9a0b');
  });

  it('needs the files that ship with ctx, and says so', async () => {
    const folder = temporaryFolder();
    await expect(drawingWith(folder)).rejects.toThrow('package_incomplete');
    rmSync(folder, { recursive: true });
  });
});
