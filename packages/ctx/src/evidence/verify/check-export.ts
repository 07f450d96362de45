// The files of an export, held against each other and against the digests that they carry.

import { hash } from 'node:crypto';
import { Failure } from '../../protocol/failure.js';
import { type ExportDocument, exportDocument, provenanceDocument } from '../export/export-document.js';
import { contentDigest } from '../export/export-run.js';
import { verifierFiles } from '../export/verifier.js';
import { decodePixels, pixelDigest } from '../tree/pixels.js';
import type { CheckedRun } from './check-session.js';
import { checkVerifier } from './check-verifier.js';
import type { Findings } from './findings.js';
import type { FolderFiles } from './folder-files.js';
import { sealedJson } from './sealed-json.js';

const endings = ['.timeline.png.provenance.json', '.timeline.png', '.export.json'];

export function looksLikeExport(names: readonly string[]): boolean {
  return names.some((name) => runOf(name) !== undefined);
}

function runOf(name: string): string | undefined {
  const ending = endings.find((each) => name.endsWith(each));
  return ending === undefined ? undefined : name.slice(0, -ending.length);
}

export interface CheckedFolder {
  readonly session_id: string;
  readonly chain_head: string | undefined;
  readonly runs: readonly CheckedRun[];
}

export function checkExport(files: FolderFiles, findings: Findings): CheckedFolder {
  const runs: CheckedRun[] = [];
  let first: ExportDocument['provenance'] | undefined;
  const run_ids = new Set<string>();
  if (files.size > 0) checkVerifier((name) => files.get(name), findings);
  for (const name of files.keys()) {
    if (verifierFiles.has(name)) continue;
    const run_id = runOf(name);
    if (run_id === undefined) findings.add('file_unexpected', name, 'it does not belong to an export');
    else run_ids.add(run_id);
  }
  for (const run_id of run_ids) {
    const document = checkRun(run_id, files, findings);
    if (document === undefined) continue;
    const { provenance, run } = document;
    runs.push({ run_id, stop_reason: run.stop_reason });
    first ??= provenance;
    if (first.session_id !== provenance.session_id || first.chain_head !== provenance.chain_head)
      findings.add(
        'export_untrue',
        `${run_id}.export.json`,
        'it belongs to another session, or to another state of the session, than the other files',
      );
  }
  return { session_id: first?.session_id ?? '', chain_head: first?.chain_head, runs };
}

/** The document of a run, if it holds. */
function checkRun(run_id: string, files: FolderFiles, findings: Findings): ExportDocument | undefined {
  const names = {
    document: `${run_id}.export.json`,
    png: `${run_id}.timeline.png`,
    sidecar: `${run_id}.timeline.png.provenance.json`,
  };
  const [document, png, sidecar] = [
    files.get(names.document),
    files.get(names.png),
    files.get(names.sidecar),
  ];
  if (document === undefined) findings.add('export_missing', names.document, 'it is missing');
  if (png === undefined) findings.add('png_missing', names.png, 'it is missing');
  if (sidecar === undefined) findings.add('sidecar_missing', names.sidecar, 'it is missing');
  const before = findings.list.length + findings.leftOut;
  const data = document === undefined ? undefined : checkDocument(run_id, names.document, document, findings);
  if (sidecar !== undefined) checkSidecar(names, sidecar, png, data, findings);
  // Decoding costs the most, and shows nothing more of what does not hold anyway.
  const holds = findings.list.length + findings.leftOut === before;
  if (holds && png !== undefined && data !== undefined) checkPixels(names.png, png, data, findings);
  return data;
}

function checkDocument(run_id: string, name: string, bytes: Buffer, findings: Findings) {
  const sealed = sealedJson(exportDocument, bytes);
  if ('problem' in sealed) {
    findings.add(`export_${sealed.problem}`, name, sealed.why);
    return undefined;
  }
  const { value } = sealed;
  if (contentDigest(value) !== value.provenance.content_sha256) {
    findings.add('export_digest_mismatch', name, 'its content does not match its digest');
    return undefined;
  }
  const isOwn = value.run.run_id === run_id && value.provenance.run_id === run_id;
  if (!isOwn || value.provenance.timeline.filename !== `${run_id}.timeline.png`)
    findings.add('export_untrue', name, 'it is not about the run in its name');
  return value;
}

function checkSidecar(
  names: { readonly png: string; readonly sidecar: string },
  bytes: Buffer,
  png: Buffer | undefined,
  data: ExportDocument | undefined,
  findings: Findings,
): void {
  const sealed = sealedJson(provenanceDocument, bytes);
  if ('problem' in sealed) {
    findings.add(`sidecar_${sealed.problem}`, names.sidecar, sealed.why);
    return;
  }
  const { value } = sealed;
  if (png !== undefined && hash('sha256', png) !== value.artifact_sha256) {
    // With the pixels that the export names, it is the sidecar that was changed.
    const isOwn = data !== undefined && pixelsOf(names.png, png) === data.provenance.timeline.pixel_digest;
    if (isOwn)
      findings.add('sidecar_mismatch', names.sidecar, 'it does not have the digest of the picture’s bytes');
    else findings.add('sidecar_mismatch', names.png, 'its bytes do not match the digest in its sidecar');
  }
  if (value.artifact_filename !== names.png)
    findings.add('sidecar_untrue', names.sidecar, 'it names another file');
  if (data === undefined) return;
  const { contract_id, session_id, run_id, chain_head, timestamp, timeline } = data.provenance;
  const expected = {
    contract_id,
    session_id,
    run_id,
    chain_head,
    timestamp,
    pixel_digest: timeline.pixel_digest,
  };
  for (const [member, said] of Object.entries(expected))
    if (Reflect.get(value, member) !== said)
      findings.add('sidecar_untrue', names.sidecar, `its ${member} differs from the export’s`);
}

function checkPixels(name: string, png: Buffer, data: ExportDocument, findings: Findings): void {
  const digest = pixelsOf(name, png);
  if (digest === undefined) findings.add('png_invalid', name, 'it is not a PNG that can be decoded');
  else if (digest !== data.provenance.timeline.pixel_digest)
    findings.add('pixels_mismatch', name, 'its pixels are not those that the export was generated with');
}

/** The digest of a picture's pixels; nothing where it is no picture. */
function pixelsOf(name: string, png: Buffer): string | undefined {
  try {
    return pixelDigest(decodePixels(png, name));
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}
