import { basename, resolve } from 'node:path';
import * as t from 'typebox';
import { clawable, type Services } from '../cli/command.js';
import { contradiction } from '../cli/contradiction.js';
import { argument, flag, type Values } from '../cli/inputs.js';
import { columns, neutral } from '../cli/terminal.js';
import { refuseOutputFolder } from '../evidence/output-folder.js';
import type { Link } from '../evidence/summary/pull-request.js';
import { fail } from '../protocol/codes.js';
import {
  type FolderAnswer,
  folderAnswer,
  folderText,
  outFlags,
  outFolder,
  pathOfSession,
  writeFolder,
} from './evidence-answer.js';
import { commentAnswer, sentAnswer, unsentAnswer } from './export/answers.js';
import { refuseBeside } from './given-flags.js';
import { sessionOrTranscript } from './whose-transcript.js';

const formats = ['data', 'otlp', 'atif', 'markdown'] as const;

const flags = {
  format: flag.choiceOr(
    'data',
    'data (JSON and a picture), otlp (OpenTelemetry traces), atif (trajectories), markdown (a pull request comment)',
    formats,
  ),
  ...outFlags,
  endpoint: flag.text('with otlp: send to this OTLP/HTTP collector, and write no file', 'URL'),
  unsent: flag.switch('with otlp: send the traces that runs could not deliver'),
  content: flag.switch('with otlp: also prompts, answers, tool inputs and outputs'),
  link: flag.texts('with markdown: a link to show, as Report=https://…', 'TEXT=URL'),
};

export default clawable({
  name: 'export',
  group: 'evidence',
  summary: 'Export a session as data, traces, trajectories or a pull request comment',
  description:
    '--format data (the default) writes three files for each run: RUN.export.json (the run, its turns, calls, events, totals and sources, by the schema ctx.export/1), RUN.timeline.png (the same pixels on every machine) and RUN.timeline.png.provenance.json, which ties the picture to the session’s chain head. `ctx verify DIR` checks them. It also writes verify.py and records.schema.json: `python3 verify.py SESSION.jsonl` checks the session’s log without ctx. --format otlp writes traces.otlp.jsonl (OTLP/JSON with OpenTelemetry’s GenAI conventions), or sends it to the collector that --endpoint names, and retries if that can help. Ids stay the same, so sending twice adds nothing. Prompts, answers, inputs and outputs are left out without --content. --unsent sends what runs could not deliver before they ended. --format atif writes RUN.trajectory.json for each run, in ATIF-v1.7. --format markdown prints a pull request comment: the result, changes, commands with exit codes, denials and cost; with --out it writes a file. Every format depends on the log alone. --out names a new or empty folder whose parent exists; without it the folder is named after the session.',
  examples: [
    { line: 'ctx export fix-the-test --out export', says: 'data and a picture, every run' },
    {
      line: 'ctx export fix-the-test --format otlp --endpoint http://127.0.0.1:4318',
      says: 'to a collector',
    },
    { line: 'ctx export fix-the-test --format atif --out trajectories', says: 'trajectories' },
    { line: 'ctx export --last --format markdown', says: 'what to paste into a pull request' },
    { line: 'ctx verify export', says: 'check that the files of the export belong together' },
  ],
  arguments: { session: argument.optional('a session’s id, its unique beginning or end, or its file') },
  flags,
  returns: t.Union([folderAnswer, sentAnswer, commentAnswer, unsentAnswer]),
  exact: true,
  async run({ args, flags: given }, services) {
    refuseIdle(given);
    return given.unsent ? sendLeft(args.session, given, services) : exportAs(args.session, given, services);
  },
  render(answer) {
    if ('markdown' in answer) return answer.markdown;
    if ('out' in answer) return folderText(answer);
    if (!('endpoint' in answer)) return columns([['sent', `${answer.spans} spans of earlier runs`]]);
    return columns([
      ['sent', `${answer.spans} spans to ${neutral(answer.endpoint)}`],
      ['chain head', answer.chain_head],
    ]);
  },
});

type Given = Values<typeof flags>;

async function exportAs(session: string | undefined, given: Given, services: Services) {
  const { format, endpoint, content, 'run-id': only } = given;
  const command = 'export';
  if (format === 'data') return writeData(session, given, services);
  const path = pathOfSession({ session, command }, given, services);
  if (given.out !== undefined) refuseOutputFolder(resolve(services.cwd, given.out));
  const out = outFolder(given, `${format}-${basename(path, '.jsonl')}`, services);
  return sessionOrTranscript(path, async () => {
    switch (format) {
      case 'otlp': {
        const wanted = { path, only, content };
        if (endpoint === undefined) {
          const { writeTraces } = await import('../evidence/export/write-traces.js');
          return writeTraces(wanted, out, given.public);
        }
        const { sendTraces } = await import('../traces/send-traces.js');
        return sendTraces(wanted, endpoint, services);
      }
      case 'atif': {
        const { writeTrajectories } = await import('../evidence/trajectory/write-trajectories.js');
        return writeTrajectories({ path, only }, out, given.public);
      }
      case 'markdown': {
        const { commentOf, writeComment } = await import('../evidence/summary/comment.js');
        const comment = commentOf(path, only, given.link.map(linkFrom));
        return given.out === undefined ? comment : writeComment(comment, out, given.public);
      }
    }
  });
}

async function sendLeft(session: string | undefined, given: Given, services: Services) {
  if (session !== undefined) throw contradiction('--unsent', session);
  refuseBeside('--unsent', given, ['endpoint', 'out', 'run-id', 'last', 'content']);
  const { sendUnsent } = await import('../traces/send-unsent.js');
  return sendUnsent(services);
}

function writeData(session: string | undefined, given: Given, services: Services): Promise<FolderAnswer> {
  return writeFolder({ session, command: 'export' }, given, services, async () => {
    const [{ drawingWith }, { exportFiles }, { shippedVerifier }] = await Promise.all([
      import('../evidence/export/draw-png.js'),
      import('../evidence/export/export-files.js'),
      import('../evidence/export/verifier.js'),
    ]);
    const { shippedFolder } = services.program;
    const shipped = { draw: await drawingWith(shippedFolder), verifier: shippedVerifier(shippedFolder) };
    return (story, run_id) => exportFiles(story, shipped, run_id);
  });
}

/** `Report=https://…`. */
function linkFrom(given: string): Link {
  const at = given.indexOf('=');
  const [text, url] = [given.slice(0, at).trim(), given.slice(at + 1).trim()];
  if (at > 0 && text !== '' && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))
    return { text, url: new URL(url).href };
  const wanted = 'a text and an http:// or https:// address: Report=https://example.com/report';
  throw fail('flag_value_invalid', { operation: 'argparse', target: '--link', value: given, wanted });
}

/** A flag that another format would heed is a mistake, not a wish. */
function refuseIdle({ format, endpoint, content, unsent, link, out }: Given): void {
  const idle = [
    unsent && format !== 'otlp' ? '--unsent' : undefined,
    endpoint !== undefined && format !== 'otlp' ? '--endpoint' : undefined,
    content && format !== 'otlp' ? '--content' : undefined,
    link.length > 0 && format !== 'markdown' ? '--link' : undefined,
  ].find((name) => name !== undefined);
  if (idle !== undefined) throw contradiction(idle, `--format ${format}`);
  if (endpoint !== undefined && out !== undefined) throw contradiction('--endpoint', '--out');
}
