import { join } from 'node:path';
import * as t from 'typebox';
import { clawable, type Services } from '../cli/command.js';
import { contradiction } from '../cli/contradiction.js';
import { argument, flag, type Values } from '../cli/inputs.js';
import { columns, neutral } from '../cli/terminal.js';
import { folderAnswer, folderText, outFlags, outFolder } from './evidence-answer.js';
import { refuseBeside } from './given-flags.js';
import { overviewAnswer } from './report/answers.js';
import { oneReport } from './report/one-report.js';

const flags = {
  ...outFlags,
  all: flag.switch('every session of this project, with an index and totals'),
  open: flag.switch('show it in your browser'),
};

export default clawable({
  name: 'report',
  group: 'evidence',
  summary: 'Write a report of a session as HTML pages',
  description:
    'Writes an index and one self-contained HTML page for each run: the task and its result, a timeline, the changes with their diffs, approvals, the policy and sandbox in force, the whole conversation with every tool call, tokens and cost over time, denials and failures, the chain head and how to verify it. The pages have no scripts, load nothing, and suit dark mode, phones and paper. They depend on the log and its signature alone: the same session gives the same bytes. --out names a new or empty folder; without it the folder is named after the session. --all reports on every session and adds an index with totals.',
  examples: [
    { line: 'ctx report --last --open', says: 'the newest session, in your browser' },
    { line: 'ctx report fix-the-test --out report', says: 'the whole session' },
    { line: 'ctx report fix-the-test --out r1 --run-id r1', says: 'one run’s page alone, the same bytes' },
    { line: 'ctx report --all', says: 'every session, and an index with totals' },
    { line: 'ctx report ./s.jsonl --out report --output-format json', says: 'a file, for a program' },
  ],
  arguments: { session: argument.optional('a session’s id, its unique beginning or end, or its file') },
  flags,
  returns: t.Union([folderAnswer, overviewAnswer]),
  async run({ args, flags: given }, services) {
    const answer = given.all
      ? await everyReport(args.session, given, services)
      : await oneReport(args.session, given, services);
    if (!given.open) return answer;
    const page = 'runs' in answer ? pageToOpen(answer.files) : 'index.html';
    const { openPage } = await import('./report/open-page.js');
    await openPage(join(answer.out, page), answer, services);
    return answer;
  },
  render(answer) {
    if ('runs' in answer) return folderText(answer);
    return columns([
      ['wrote', neutral(`${answer.out}/index.html`)],
      ['sessions', String(answer.sessions)],
      ...answer.unreadable.map(({ session_id, code }) => [
        'not readable',
        neutral(`${session_id} (${code})`),
      ]),
    ]);
  },
});

type Given = Values<typeof flags>;

async function everyReport(session: string | undefined, given: Given, services: Services) {
  if (session !== undefined) throw contradiction('--all', session);
  refuseBeside('--all', given, ['last', 'run-id']);
  const { writeOverview } = await import('./report/every-report.js');
  return writeOverview(outFolder(given, 'reports', services), given['sessions-dir'], given.public, services);
}

/** The index; of one run alone, its page. */
function pageToOpen(files: readonly string[]): string {
  return files.includes('index.html') ? 'index.html' : (files[0] ?? '');
}
