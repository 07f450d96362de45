import * as t from 'typebox';
import { clawable } from '../cli/command.js';
import { styled } from '../cli/terminal.js';
import { initialise } from '../memory/initialise.js';

export default clawable({
  name: 'init',
  group: 'memory',
  summary: 'Give this project a memory: make its .context folder',
  description:
    'Makes .context/ with TASKS.md, DECISIONS.md, LEARNINGS.md, CONVENTIONS.md, config.yaml and a .gitignore for what is private. What is there already is never changed, so it can be run again at any time. The project is the nearest folder upwards that has .context or .git, never above your home folder; else the folder you are in.',
  examples: [
    { line: 'ctx init', says: 'start here' },
    { line: 'ctx init --output-format json', says: 'what was made, for a program' },
  ],
  arguments: {},
  flags: {},
  returns: t.Object(
    {
      root: t.String(),
      created: t.Array(t.String()),
      kept: t.Array(t.String()),
      next: t.Array(t.String()),
    },
    { additionalProperties: false },
  ),
  async run(_, services) {
    const { root, created, kept } = initialise(services);
    const next = ['ctx pad add "…"', 'ctx task add "…"', 'ctx brief', 'git add .context'];
    return { root, created: [...created], kept: [...kept], next };
  },
  render({ root, created, kept, next }, terminal) {
    const made = created.map((path) => `  ${styled(terminal, 'green', '+')} ${path}\n`).join('');
    const rest = kept.length === 0 ? '' : `  ${kept.length} already there and left alone\n`;
    const says = [
      'keep a private note',
      'write down what is to be done',
      'what an agent should read first',
      'share it',
    ];
    const steps = next
      .map((line, i) => `  ${styled(terminal, 'cyan', line.padEnd(18))}${says[i] ?? ''}\n`)
      .join('');
    const head = created.length === 0 ? `${root} has its memory already.` : `Made the memory of ${root}:`;
    return `${head}\n${made}${rest}\nNext:\n${steps}`;
  },
});
