// An export as files: for each run its data, its picture, and where the picture came from; and what checks the session without ctx.

import { hash } from 'node:crypto';
import { canonical } from '../../protocol/json.js';
import { runsToShow } from '../story/read-story.js';
import type { RunStory, SessionStory } from '../story/story.js';
import { decodePixels, pixelDigest } from '../tree/pixels.js';
import type { Draw } from './draw-png.js';
import { type ProvenanceDocument, provenanceSchema } from './export-document.js';
import { exportText } from './export-run.js';
import { timelineSvg } from './timeline-svg.js';

/** What comes with ctx. */
export interface Shipped {
  readonly draw: Draw;
  readonly verifier: ReadonlyMap<string, Uint8Array>;
}

export function exportFiles(
  session: SessionStory,
  { draw, verifier }: Shipped,
  run_id?: string,
): ReadonlyMap<string, string | Uint8Array> {
  const files = new Map<string, string | Uint8Array>(verifier);
  for (const run of runsToShow(session, run_id)) {
    const png = draw(timelineSvg(session, run));
    const filename = `${run.run_id}.timeline.png`;
    const pixel_digest = pixelDigest(decodePixels(png, filename));
    files.set(`${run.run_id}.export.json`, exportText(session, run, { filename, pixel_digest }));
    files.set(filename, png);
    files.set(`${filename}.provenance.json`, provenanceText(session, run, { filename, pixel_digest, png }));
  }
  return files;
}

interface Picture {
  readonly filename: string;
  readonly pixel_digest: string;
  readonly png: Buffer;
}

function provenanceText(
  { contract, session_id, head }: SessionStory,
  { run_id }: RunStory,
  { filename, pixel_digest, png }: Picture,
): string {
  const document: ProvenanceDocument = {
    schema: provenanceSchema,
    artifact_filename: filename,
    artifact_sha256: hash('sha256', png),
    pixel_digest,
    contract_id: contract,
    session_id,
    run_id,
    chain_head: head.hash,
    timestamp: head.at,
  };
  return `${canonical(document)}\n`;
}
