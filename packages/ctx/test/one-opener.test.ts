// Files of a project are a stranger's: they are opened in disk/plain-file.ts, which follows no link out, waits for nobody and
// reads no more than it is told. Whatever else opens a file is listed here, with what makes it safe.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repository } from './built.js';

const own = 'opens without blocking, does not follow links, and checks what it opened';
const system = 'a file of the system, not of a project';
const shipped = 'a file of the program itself';
const writes = 'makes a new file, and fails where there is one';

const others: Readonly<Record<string, string>> = {
  'ctx/src/agent/tools/edit.ts': own,
  'ctx/src/agent/tools/hide-credentials.ts': system,
  'ctx/src/agent/tools/leftover-processes.ts': system,
  'ctx/src/agent/tools/replace-file.ts': writes,
  'ctx/src/agent/tools/workspace-files.ts': own,
  'ctx/src/agent/tools/workspace.ts': own,
  'ctx/src/capture/agents-sessions.ts': 'a note in the user’s own state folder',
  'ctx/src/capture/captured-log.ts': 'a log in the user’s own state folder, and follows no link',
  'ctx/src/capture/ended-sessions.ts': 'a note in the user’s own state folder',
  'ctx/src/capture/late.ts': 'a file beside that log',
  'ctx/src/capture/wanted.ts': 'the user’s own config',
  'ctx/src/catalog/installing/own-skill.ts': shipped,
  'ctx/src/catalog/installing/put-folder.ts': writes,
  'ctx/src/cli/fresh-line.ts': 'the terminal that a person types at',
  'ctx/src/cli/never-waits.ts': 'the pipe or the terminal that a stream is, once more',
  'ctx/src/cli/shipped.ts': shipped,
  'ctx/src/cli/spool.ts': writes,
  'ctx/src/commands/ui/downloads.ts':
    'what a command wrote a moment ago, in a folder of ours that is thrown away',
  'ctx/src/commands/fleet/shared/export-shared.ts':
    'a copy of what a store has, in a folder of ours that is thrown away',
  'ctx/src/commands/ui/resume.ts': 'an answer in a folder of ours that is thrown away',
  'ctx/src/context/system-prompt.ts': shipped,
  'ctx/src/dashboard/page-files.ts': shipped,
  'ctx/src/disk/atomic.ts': writes,
  'ctx/src/disk/kept-list.ts': 'a note in the user’s own state folder',
  'ctx/src/disk/lock.ts': writes,
  'ctx/src/disk/plain-file.ts': own,
  'ctx/src/disk/process-identity.ts': system,
  'ctx/src/disk/write-over.ts': 'a file of ours beside a log, and follows no link',
  'ctx/src/drive/names-in-settings.ts': 'settings of a host in the user’s own home',
  'ctx/src/drive/prepare-agents.ts': 'the package of an installed host',
  'ctx/src/evidence/export/draw-png.ts': shipped,
  'ctx/src/evidence/export/verifier.ts': shipped,
  'ctx/src/evidence/output-folder.ts': writes,
  'ctx/src/foreign/open-source.ts': writes,
  'ctx/src/foreign/unpack.ts': 'reads what disk/read.ts opened',
  'ctx/src/hooks/settings.ts': 'a note in the user’s own cache, and whose it is is looked at',
  'ctx/src/hosts/settings/record.ts': 'a note in the user’s own state folder',
  'ctx/src/live/judge.ts': 'the log of a home that ctx made and throws away',
  'ctx/src/live/settings-file.ts': 'a host’s settings in a home that ctx made and throws away',
  'ctx/src/machine/memory-pressure.ts': system,
  'ctx/src/pages/meeting-place.ts': 'the folder of sockets in the user’s own state folder',
  'ctx/src/sandbox/bwrap/backend.ts': 'a filter that was written a moment ago, in a folder of our own',
  'ctx/src/sandbox/bwrap/diagnose.ts': system,
  'ctx/src/sandbox/inherited.ts': system,
  'ctx/src/sandbox/sockets.ts': system,
  'ctx/src/memory/create-once.ts': writes,
  'ctx/src/disk/stdin.ts': 'the pipe that stdin is, once more',
  'ctx/src/session/open.ts': writes,
  'ctx/src/session/set-aside.ts': writes,
  'ctx/src/session/spare-copy.ts': writes,
  'ctx/src/session/tampering.ts': writes,
  'ctx/src/store/fleet-log.ts': writes,
  'ctx/src/teleport/arriving-log.ts':
    'a log in a folder of ours, or our own file beside its place, under its lock',
  'ctx/src/teleport/fetch-log.ts': writes,
  'ctx/src/teleport/packed-tree.ts':
    'commits that git wrote a moment ago, in a folder of ours that is thrown away',
  'ctx/src/teleport/stage-arrival.ts': 'files in the user’s own state folder, where what arrives waits',
  'ctx/src/teleport/staging.ts': 'files in the user’s own state folder, where what arrives waits',
  'ctx/src/traces/send-traces.ts': writes,
};

/** Opens by a path; `readFileSync(descriptor)` reads what is open already. */
const opens =
  /\bopenSync\b|\breadFileSync\((?!descriptor\b)|\bcreateReadStream\b|\bappendFileSync\b|\b(?:open|readFile|promises)\b.*'node:fs/;

it('nothing but disk/plain-file.ts opens a file of a project', () => {
  const folder = join(repository, 'packages/ctx/src');
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !/fixture/.test(path),
  );
  const opening = sources.filter((path) => opens.test(readFileSync(join(folder, path), 'utf8')));
  expect(opening.map((path) => `ctx/src/${path}`).sort()).toEqual(Object.keys(others).sort());
});
