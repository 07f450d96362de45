import { resolve } from 'node:path';
import * as t from 'typebox';
import { clawable, type Services } from '../cli/command.js';
import { contradiction } from '../cli/contradiction.js';
import { argument, flag } from '../cli/inputs.js';
import { columns, counted, neutral, styled } from '../cli/terminal.js';
import { isThere } from '../disk/is-there.js';
import { type FilesToImport, hostsTranscripts, transcriptsAt } from '../foreign/files-to-import.js';
import { importFiles } from '../foreign/import-files.js';
import { isTranscriptHost, transcriptHosts } from '../foreign/known-hosts.js';
import { closed } from '../protocol/closed.js';
import { fail } from '../protocol/codes.js';
import { nearest } from '../text/nearest.js';
import { folderFlags, folderFrom } from './session-flags.js';
import { sinceDay } from './since-day.js';

const imported = t.Object(
  {
    session_id: t.String(),
    agent: t.String(),
    /** The session's log. */
    path: t.String(),
    /** The transcript. */
    source: t.String(),
    /** `updated`: something was added to a session that was there. */
    state: t.Enum(['new', 'updated', 'unchanged', 'rewritten']),
    runs: t.Array(t.String()),
    turns: t.Integer(),
    answers: t.Integer(),
    calls: t.Integer(),
    /** Bytes of the transcript that were read and are told in the log now. */
    bytes: t.Integer(),
    /** Bytes that wait for the next import: an answer that is under way, a line that is not whole. */
    pending_bytes: t.Integer(),
    /** Records of types that ctx does not know; the log has their number and digest. */
    unknown_records: t.Integer(),
  },
  closed,
);

const answer = t.Object(
  {
    imported: t.Array(imported),
    /** Transcripts in which nothing was said or done. */
    empty: t.Integer(),
    failed: t.Array(t.Object({ source: t.String(), code: t.String() }, closed)),
  },
  closed,
);

export default clawable({
  name: 'import',
  group: 'sessions',
  summary: 'Import sessions of Claude Code, Codex, Gemini CLI, Copilot CLI, Qwen Code or opencode',
  description:
    'Turns transcripts of other agents into sessions, so that list-sessions, load-session, search, stats, verify, report and replay --policy work on them. Name an agent to import its transcripts of this project, add --all for every project, or name a file or folder; a file is recognised by its content. Transcripts are read and never changed, and importing again adds only what is new. The log names each file with its size and SHA-256. Its chain starts at the import and proves nothing about the time before. Unknown record types are counted and kept by their digest. Sessions are stored in your own state folder (~/.local/state/ctx), outside of the project, unless --directory names another.',
  examples: [
    { line: 'ctx import claude-code', says: 'this project’s sessions of Claude Code' },
    { line: 'ctx import codex --all --since 2026-11-01', says: 'everything of Codex since then' },
    { line: 'ctx import ./rollout.jsonl', says: 'one file, whoever wrote it' },
  ],
  arguments: {
    what: argument.one(`an agent (${transcriptHosts.join(', ')}) or a transcript`),
    path: argument.optional('a transcript of that agent, or a folder with some'),
  },
  flags: {
    all: flag.switch('the transcripts of every project'),
    since: flag.text('only transcripts that changed on this day or later', 'DATE'),
    ...folderFlags,
  },
  returns: answer,
  details: answer,
  async run({ args, flags }, services) {
    const files = whatToImport(args.what, args.path, flags, services);
    const { failed: failures, ...result } = await importFiles(files, folderFrom(flags), services);
    const [first] = failures;
    if (first === undefined) return { ...result, failed: [] };
    if (files.transcripts.length === 1 && result.imported.length === 0) throw first.failure;
    const failed = failures.map(({ source, code }) => ({ source, code }));
    throw fail('import_incomplete', {
      operation: 'import',
      target: args.what,
      failed: failed.length,
      imported: result.imported.length,
      first: `${first.source} (${first.code})`,
      details: { ...result, failed },
    });
  },
  render({ imported: sessions, empty }, terminal) {
    if (sessions.length === 0) return `Nothing to import: ${counted(empty, 'transcript')} without a word.`;
    const rows = sessions.map(({ session_id, agent, state, turns, calls, pending_bytes }) => [
      neutral(session_id),
      neutral(agent),
      styled(terminal, state === 'rewritten' ? 'yellow' : state === 'unchanged' ? 'dim' : 'green', state),
      state === 'unchanged' ? '' : `${counted(turns, 'turn')}, ${counted(calls, 'call')}`,
      pending_bytes > 0 ? 'still under way: import again later' : '',
    ]);
    const told = sessions.some(({ state }) => state === 'rewritten')
      ? '\nA rewritten transcript is not what was imported any more; the session keeps what it was, and notes it.\n'
      : '';
    const [last] = sessions.slice(-1);
    return `${columns(rows)}${told}\nImported. ctx detects any change from now on, not before.\nNext: ctx report ${neutral(last?.session_id ?? 'ID')} --open\n`;
  },
});

function whatToImport(
  what: string,
  path: string | undefined,
  { all, since }: { readonly all: boolean; readonly since?: string | undefined },
  { cwd, env }: Services,
): FilesToImport {
  const host = isTranscriptHost(what) ? what : undefined;
  const given = host === undefined ? what : path;
  if (host === undefined && path !== undefined)
    throw fail('flag_value_invalid', {
      operation: 'argparse',
      target: 'what',
      value: what,
      wanted: transcriptHosts.join(', '),
    });
  if (given !== undefined && all) throw contradiction('--all', given);
  const from = since === undefined ? undefined : Date.parse(sinceDay(since));
  if (host === undefined) refuseMistyped(what, cwd);
  if (given !== undefined) return transcriptsAt(resolve(cwd, given), host, from);
  if (host === undefined) throw new TypeError('what names no host is a path');
  return hostsTranscripts(host, env, from, !all);
}

/** A word that is no file and looks like none, or is nearly an agent's name, was meant as an agent. */
function refuseMistyped(what: string, cwd: string): void {
  if (what.includes('/') || isThere(resolve(cwd, what))) return;
  const near = nearest(what, transcriptHosts);
  if (near === undefined && what.includes('.')) return;
  throw fail('host_unknown', {
    operation: 'argparse',
    target: what,
    known: transcriptHosts,
    nearest: near,
  });
}
