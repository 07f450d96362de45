import { clawable } from '../cli/command.js';
import { argument } from '../cli/inputs.js';
import { pageLimits, reportFiles } from '../evidence/report/report-files.js';
import { folderAnswer, folderText, outFlags, writeFolder } from './evidence-answer.js';

export default clawable({
  name: 'report',
  group: 'evidence',
  summary: 'Make a session into pages that anybody can read, and check',
  description:
    'One self-contained HTML page a run and an index: what came of it and why it stopped, a timeline, the conversation, each tool call with its input, its result and what the policy said of it, the files that were written as diffs, tokens and money over time, denials, failures, repairs and compactions, the capture manifest, the chain head and how to verify. No script and nothing from elsewhere; light and dark; made for paper and phones. It is a function of the log alone: the same log gives the same bytes. --out makes its folder, whose parent must be there, and refuses one that is not empty.',
  examples: [
    { line: 'ctx report fix-the-test --out report', says: 'the whole session' },
    { line: 'ctx report fix-the-test --out r1 --run-id r1', says: 'one run’s page alone, the same bytes' },
    { line: 'ctx report ./s.jsonl --out report --output-format json', says: 'a file, for a program' },
  ],
  arguments: { session: argument.optional('a session’s id, the beginning or the end of it, or its file') },
  flags: outFlags,
  returns: folderAnswer,
  run: ({ args, flags }, services) =>
    writeFolder({ ...args, command: 'report' }, flags, services, async () => reportFiles, pageLimits),
  render: folderText,
});
