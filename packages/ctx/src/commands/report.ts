import { join } from 'node:path';
import * as t from 'typebox';
import { clawable, type Services } from '../cli/command.js';
import { argument, flag, type Values } from '../cli/inputs.js';
import { columns, neutral } from '../cli/terminal.js';
import { fail } from '../protocol/codes.js';
import { folderAnswer, folderText, outFlags, outFolder } from './evidence-answer.js';
import { overviewAnswer } from './report/answers.js';
import { oneReport } from './report/one-report.js';

const flags = {
  ...outFlags,
  all: flag.switch('every session of this project, and an index over them with totals'),
  open: flag.switch('show it in your browser'),
};

export default clawable({
  name: 'report',
  group: 'evidence',
  summary: 'Write a report of a session as HTML pages',
  description:
    'One self-contained HTML page a run and an index, with the task as its title: what came of it and why it stopped, a timeline, what changed (with diffs, and what commands changed), who approved what, how it was fenced, the conversation as rendered Markdown, each tool call with its input, its output in its colours and what the policy said of it, tokens and cost over time, denials, failures and repairs, the capture manifest, the chain head, the state of its signature and how to verify. No script and nothing from elsewhere; light and dark; made for paper and phones. It is a function of the log and of the signature beside it: the same bytes each time. --all makes the reports of all sessions and an index with totals. --out makes its folder, whose parent must be there, and refuses one that is not empty; without it the folder is called after the session.',
  examples: [
    { line: 'ctx report --last --open', says: 'the newest session, in your browser' },
    { line: 'ctx report fix-the-test --out report', says: 'the whole session' },
    { line: 'ctx report fix-the-test --out r1 --run-id r1', says: 'one run’s page alone, the same bytes' },
    { line: 'ctx report --all', says: 'every session, and an index with totals' },
    { line: 'ctx report ./s.jsonl --out report --output-format json', says: 'a file, for a program' },
  ],
  arguments: { session: argument.optional('a session’s id, the beginning or the end of it, or its file') },
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
  const other = session ?? (given.last ? '--last' : given['run-id'] === undefined ? undefined : '--run-id');
  if (other !== undefined) throw fail('flags_contradict', { operation: 'argparse', target: '--all', other });
  const { writeOverview } = await import('./report/every-report.js');
  return writeOverview(outFolder(given, 'reports', services), given['sessions-dir'], given.public, services);
}

/** The index; of one run alone, its page. */
function pageToOpen(files: readonly string[]): string {
  return files.includes('index.html') ? 'index.html' : (files[0] ?? '');
}
