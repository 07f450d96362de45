// What the commands that check and sign evidence are given: a session by its id or file, a folder, a page, and where those come from.

import { join, resolve } from 'node:path';
import type { Services } from '../cli/command.js';
import { isThere } from '../disk/is-there.js';
import { evidenceAt } from '../evidence/verify/evidence-at.js';
import { folderKind } from '../evidence/verify/folder-kind.js';
import type { SourceSession } from '../evidence/verify/source-session.js';
import { verifyPath } from '../evidence/verify/verify-path.js';
import { fail } from '../protocol/codes.js';
import { isSessionId } from '../session/id.js';
import { findSession, sessionPath, sessionsFolder } from '../session/sessions-folder.js';
import { fleetPath, fleetsFolder, isFleetId } from '../store/fleets-folder.js';

/** A session or a fleet may also be named by its id. */
export function whatIsMeant(path: string, sessionsDir: string | undefined, services: Services): string {
  const here = resolve(services.cwd, path);
  if (evidenceAt(here) === 'folder' && isThere(join(here, 'contract.statement.json')))
    throw fail('evidence_of_contract', { operation: 'verify', target: path });
  if (evidenceAt(here) !== 'session') return here;
  const fleet = fleetNamed(path, services);
  if (fleet !== undefined) return fleet;
  return findSession(path, services, sessionsDir);
}

/** A fleet by its whole id, where no session is called that. */
function fleetNamed(word: string, services: Services): string | undefined {
  if (!isFleetId(word) || (isSessionId(word) && isThere(sessionPath(sessionsFolder(services), word))))
    return undefined;
  const path = fleetPath(fleetsFolder(services), word);
  return isThere(path) ? path : undefined;
}

/** What the session gives is made again only where it is a report or an export that is looked at. */
export async function sourceOf(
  session: string,
  path: string,
  flags: { readonly head?: string | undefined; readonly 'sessions-dir'?: string | undefined },
  services: Services,
): Promise<SourceSession & { readonly file: string }> {
  const isSession = evidenceAt(path) === 'session';
  if (isSession || isOverview(path)) {
    const wanted = isSession
      ? 'nothing here: it goes with a report or an export'
      : 'one report at a time: ctx verify REPORTS/ID --session ID';
    throw fail('flag_value_invalid', { operation: 'argparse', target: '--session', value: session, wanted });
  }
  const file = findSession(session, services, flags['sessions-dir']);
  const head = flags.head === undefined ? undefined : headFrom(flags.head);
  const [
    { drawingWith },
    { exportFiles },
    { shippedVerifier },
    { pageLimits, reportFiles },
    { storyForReport },
    { tellsOfSignature },
    { readStory },
    { looseDigests },
  ] = await Promise.all([
    import('../evidence/export/draw-png.js'),
    import('../evidence/export/export-files.js'),
    import('../evidence/export/verifier.js'),
    import('../evidence/report/report-files.js'),
    import('../evidence/report/signed-story.js'),
    import('../evidence/verify/tells-of-signature.js'),
    import('../evidence/story/read-story.js'),
    import('../evidence/verify/loose-digests.js'),
  ]);
  // A session may have been signed only after its report was made.
  const told = () => (tellsOfSignature(path) ? storyForReport(file) : readStory(file, pageLimits));
  const { shippedFolder } = services.program;
  const draw = await drawingWith(shippedFolder);
  return {
    file,
    verification: verifyPath(file, { head }),
    report: () => reportFiles(told()),
    export: () => exportFiles(readStory(file), { draw, verifier: shippedVerifier(shippedFolder) }),
    loose: (kind, made) => looseDigests(file, kind, made),
  };
}

function isOverview(path: string): boolean {
  return evidenceAt(path) === 'folder' && folderKind(path) === 'reports';
}

export function headFrom(text: string): string {
  const digits = /^(?:sha256:)?([0-9a-f]{64})$/.exec(text)?.[1];
  if (digits !== undefined) return `sha256:${digits}`;
  const wanted = 'sha256: and 64 lowercase hex digits, as run and load-session print it';
  throw fail('flag_value_invalid', { operation: 'argparse', target: '--head', value: text, wanted });
}
