import { resolve } from 'node:path';
import * as t from 'typebox';
import { clawable, type Services } from '../cli/command.js';
import { argument, flag } from '../cli/inputs.js';
import { neutral } from '../cli/terminal.js';
import { closed } from '../protocol/closed.js';
import { type Scan, scanRepository } from '../scan/scan.js';
import { recommendFields } from './recommend-schema.js';
import { renderRecommendations } from './recommend-text.js';
import { renderScan, scanAnswer, scanFields, scanWarnings } from './scan-answer.js';

export default clawable({
  name: 'scan-repo',
  group: 'catalog',
  summary: 'Detect what a repository is made of, with evidence',
  description:
    'Detects languages, frameworks, data stores, infrastructure, testing, AI tooling, build tools, documentation and the kind of project, each with the file and the line or key that shows it. Only parsed files count, never words in them: manifests and lock files of npm, Python, Cargo, Go, Ruby, PHP, the JVM, .NET, Elixir, Dart, Swift and CMake, containers, Kubernetes, Terraform, CI, test runners and agents’ files. Ignored files are left out, symbolic links out of the folder are not followed, and broken files become notes. Each package of a monorepo is also shown on its own.',
  examples: [
    { line: 'ctx scan-repo', says: 'what is here' },
    { line: 'ctx scan-repo ../shop --recommend', says: 'and what would help there' },
    { line: 'ctx scan-repo --output scan.json', says: 'keep the whole answer in a file' },
  ],
  arguments: { dir: argument.optional('the repository (default: the current folder)') },
  flags: {
    recommend: flag.switch('also say which skills, agents and MCP servers fit'),
    output: flag.text('write the whole answer as JSON to this file too', 'FILE'),
  },
  returns: t.Object(
    {
      ...scanFields,
      recommended: t.Optional(t.Object(recommendFields, closed)),
      output: t.Optional(t.String()),
    },
    closed,
  ),
  async run({ args, flags }, services) {
    const root = resolve(services.cwd, args.dir ?? '.');
    const scan = await scanRepository(root, services.env['HOME']);
    const answer = {
      ...scanAnswer(scan),
      ...(flags.recommend ? { recommended: await recommended(scan, services) } : {}),
    };
    if (flags.output === undefined) return answer;
    const output = resolve(services.cwd, flags.output);
    const { writeAtomically } = await import('../disk/atomic.js');
    writeAtomically(output, `${JSON.stringify(answer, null, 2)}\n`);
    return { ...answer, output };
  },
  render(data, terminal) {
    const parts = [renderScan(data, terminal)];
    if (data.recommended !== undefined) parts.push(renderRecommendations(data.recommended, terminal));
    if (data.output !== undefined) parts.push(`Written to ${neutral(data.output)}\n`);
    return parts.join('\n');
  },
  warnings: (data) => [...scanWarnings(data), ...(data.recommended?.catalog_notes ?? [])],
});

/** Loaded only where it is asked for: a plain scan needs no catalog. */
async function recommended({ root, findings }: Scan, services: Services) {
  const { answerQuestion } = await import('../catalog/answer-question.js');
  return answerQuestion({ root, findings, task: '', each: 5 }, services);
}
