import { resolve } from 'node:path';
import { clawable } from '../cli/command.js';
import { argument } from '../cli/inputs.js';
import { drawingWith } from '../evidence/export/draw-png.js';
import { exportFiles } from '../evidence/export/export-files.js';
import { refuseOutputFolder, writeOutputFolder } from '../evidence/output-folder.js';
import { readStory } from '../evidence/story/read-story.js';
import { locateSession, sessionsFolder } from '../session/sessions-folder.js';
import { folderAnswer, folderAnswerOf, folderText, outFlags } from './evidence-answer.js';
import { placeFlags } from './session-flags.js';

export default clawable({
  name: 'export',
  group: 'evidence',
  summary: 'Make a session into data and a picture for other programs',
  description:
    'For each run: RUN.export.json (the run, its turns, calls, events and totals, and where all of it came from; by the schema ctx.export/1), RUN.timeline.png (the same pixels on every machine: drawn with a renderer and a font that ship with ctx), and RUN.timeline.png.provenance.json, which ties the picture’s bytes and pixels to the session’s chain head. It is a function of the log alone. --out makes its folder, whose parent must be there, and refuses one that is not empty. `ctx verify DIR` checks an export.',
  examples: [
    { line: 'ctx export fix-the-test --out export', says: 'every run' },
    { line: 'ctx export fix-the-test --out export --run-id r1', says: 'one run alone' },
    { line: 'ctx verify export', says: 'check that nobody changed it' },
  ],
  arguments: { session: argument.one('a session’s id, or its file') },
  flags: { ...outFlags, 'sessions-dir': placeFlags['sessions-dir'] },
  returns: folderAnswer,
  async run({ args: { session }, flags }, services) {
    const out = resolve(services.cwd, flags.out);
    const path = locateSession(session, sessionsFolder(services, flags['sessions-dir']), services.cwd);
    refuseOutputFolder(out);
    const story = readStory(path);
    const draw = await drawingWith(services.program.shippedFolder);
    const files = exportFiles(story, draw, flags['run-id']);
    writeOutputFolder(out, files, flags.public);
    return folderAnswerOf(story, out, files, flags['run-id']);
  },
  render: folderText,
});
