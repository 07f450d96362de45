import { resolve } from 'node:path';
import * as t from 'typebox';
import { answerQuestion } from '../catalog/answer-question.js';
import { clawable } from '../cli/command.js';
import { argument, flag } from '../cli/inputs.js';
import { repositoryTop } from '../git/repository.js';
import { closed } from '../protocol/closed.js';
import { scanRepository } from '../scan/scan.js';
import { counted } from '../text/counted.js';
import { recommendFields } from './recommend-schema.js';
import { renderRecommendations } from './recommend-text.js';

export default clawable({
  name: 'recommend',
  group: 'catalog',
  summary: 'Recommend skills, agents and MCP servers for this repository and task',
  description:
    'Scans the project, ranks the catalog by what it found and by the words of your task, follows the catalog’s graph, and suggests a few entries of each kind, each with its score, the reason, and its cost in context tokens. What is already installed is listed, not recommended. Installs, fetches and runs nothing. The same question gets the same answer.',
  examples: [
    { line: 'ctx recommend', says: 'what fits this repository' },
    { line: 'ctx recommend "our postgres queries are slow"', says: 'what fits this task here' },
    { line: 'ctx recommend --explain mcp:microsoft/playwright-mcp', says: 'why, or why not' },
  ],
  arguments: { task: argument.any('what you want to do, in your own words') },
  flags: {
    dir: flag.text('the repository (default: the one around the current folder)', 'DIR'),
    each: flag.integerOr(5, 'how many of each kind', { min: 1, max: 50 }),
    explain: flag.text('explain why this entry fits, by its id or name', 'ID'),
  },
  returns: t.Object({ root: t.String(), task: t.String(), ...recommendFields }, closed),
  async run({ args, flags }, services) {
    const { cwd, env } = services;
    const given =
      flags.dir === undefined ? (repositoryTop(cwd, env['HOME']) ?? cwd) : resolve(cwd, flags.dir);
    const { root, findings, notes } = await scanRepository(given, env['HOME']);
    const task = args.task.join(' ');
    const question = { root, findings, task, each: flags.each, explain: flags.explain };
    const answer = await answerQuestion(question, services);
    const catalog_notes = [...answer.catalog_notes, ...unscanned(notes.length)];
    return { root, task, ...answer, catalog_notes };
  },
  render: renderRecommendations,
  warnings: ({ catalog_notes }) => catalog_notes,
});

/** What was not read may have been a reason for another answer. */
function unscanned(count: number): string[] {
  if (count === 0) return [];
  const what = counted(count, 'part of the repository', 'parts of the repository');
  return [`${what} could not be read; \`ctx scan-repo\` says why`];
}
