// Lists of Python packages beside a manifest that says itself what the project needs: they are for those who develop it.

import { isDevelopedWith } from './developed-with.js';
import type { Sighting } from './found-technology.js';
import { folderOf } from './packages.js';
import { development } from './reader.js';
import { ownRequirements } from './silent-signs.js';
import type { Technologies } from './technology.js';

const developerList =
  /^(?:(.*)\/)?(?:(?:environment|conda)\.ya?ml|[\w.-]*requirements?[\w.-]*\.(?:txt|in)|requirements\/[\w.-]+)$/;

/** What such a list names counts as a development dependency does: for tools alone. */
export function withDeveloperLists(sightings: readonly Sighting[], known: Technologies): Sighting[] {
  const declaring = new Set(
    sightings.flatMap(({ name, evidence: { file } }) => (name === ownRequirements ? [folderOf(file)] : [])),
  );
  if (declaring.size === 0) return [...sightings];
  return sightings.flatMap((sighting) => {
    const list = sighting.declared === true ? developerList.exec(sighting.evidence.file) : null;
    if (list === null || !declaring.has(list[1] ?? '')) return [sighting];
    return isDevelopedWith(sighting.name, known)
      ? [{ ...sighting, confidence: Math.min(sighting.confidence, development) }]
      : [];
  });
}
