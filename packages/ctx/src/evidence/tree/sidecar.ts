// The provenance sidecar of a PNG: it must name the PNG's bytes, and is hashed as if it named its pixels.

import { sha256 } from '../../disk/digest.js';
import { fail } from '../../protocol/codes.js';
import { canonical } from '../../protocol/json.js';

export const sidecarEnding = '.png.provenance.json';

export function sidecarDigest(
  bytes: Buffer,
  path: string,
  png: { readonly sha256: string; readonly pixels: string },
): string {
  const members = membersOf(bytes, path);
  const claimed = members.get('artifact_sha256');
  // Some bundles write their digests with the name of the algorithm in front.
  if (claimed !== png.sha256 && claimed !== `sha256:${png.sha256}`) {
    throw fail('tree_sidecar_mismatch', {
      operation: 'hash',
      target: path,
      claimed: typeof claimed === 'string' && claimed !== '' ? claimed : 'no digest',
      actual: png.sha256,
    });
  }
  members.set('artifact_sha256', `sha256_pixels:${png.pixels}`);
  try {
    return sha256(canonical(Object.fromEntries(members)));
  } catch (cause) {
    throw fail('tree_sidecar_malformed', { operation: 'hash', target: path, cause });
  }
}

function membersOf(bytes: Buffer, path: string): Map<string, unknown> {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return new Map(Object.entries(value));
  } catch (cause) {
    throw fail('tree_sidecar_malformed', { operation: 'hash', target: path, cause });
  }
  throw fail('tree_sidecar_malformed', { operation: 'hash', target: path });
}
