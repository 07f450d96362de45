import { clawable } from '../cli/command.js';
import { argument } from '../cli/inputs.js';
import { drawingWith } from '../evidence/export/draw-png.js';
import { exportFiles } from '../evidence/export/export-files.js';
import { folderAnswer, folderText, outFlags, writeFolder } from './evidence-answer.js';

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
  arguments: { session: argument.optional('a session’s id, the beginning or the end of it, or its file') },
  flags: outFlags,
  returns: folderAnswer,
  run: ({ args, flags }, services) =>
    writeFolder({ ...args, command: 'export' }, flags, services, async () => {
      const draw = await drawingWith(services.program.shippedFolder);
      return (story, run_id) => exportFiles(story, draw, run_id);
    }),
  render: folderText,
});
