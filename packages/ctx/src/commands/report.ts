import { resolve } from 'node:path';
import { clawable } from '../cli/command.js';
import { argument } from '../cli/inputs.js';
import { refuseOutputFolder, writeOutputFolder } from '../evidence/output-folder.js';
import { reportFiles } from '../evidence/report/report-files.js';
import { readStory } from '../evidence/story/read-story.js';
import { locateSession, sessionsFolder } from '../session/sessions-folder.js';
import { folderAnswer, folderAnswerOf, folderText, outFlags } from './evidence-answer.js';
import { placeFlags } from './session-flags.js';

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
  arguments: { session: argument.one('a session’s id, or its file') },
  flags: { ...outFlags, 'sessions-dir': placeFlags['sessions-dir'] },
  returns: folderAnswer,
  async run({ args: { session }, flags }, services) {
    const out = resolve(services.cwd, flags.out);
    const path = locateSession(session, sessionsFolder(services, flags['sessions-dir']), services.cwd);
    refuseOutputFolder(out);
    const story = readStory(path);
    const files = reportFiles(story, flags['run-id']);
    writeOutputFolder(out, files, flags.public);
    return folderAnswerOf(story, out, files, flags['run-id']);
  },
  render: folderText,
});
