// Three published packages, fetched as anybody would: one by what its programs answer, two by a file.

import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../../ctx/test/folder.js';
import { runIn } from '../../../../ctx/test/in-process.js';
import { ctxctlProgram } from '../../../test/repository.js';

it.each([
  ['cowsay@1.6.0', undefined],
  [
    'semver@7.7.2',
    `package: semver
commands:
  - run: semver -r '>=1.2' 1.1.0 1.2.3 2.0.0
    stdout: { equals: "1.2.3\\n2.0.0\\n" }
    writes: nothing
  - run: [semver, -i, major, 1.2.3]
    stdout: { equals: "2.0.0\\n" }
  - run: [semver, not-a-version]
    exit: 1
`,
  ],
  [
    'marked@15.0.12',
    `package: marked
given: { input.md: "# Hello\\n" }
must_not_touch: [input.md]
commands:
  - run: [marked, -i, input.md, -o, output.html]
    files: { output.html: { contains: "<h1>Hello</h1>" } }
  - run: [marked, --version]
    stdout: \${version}
`,
  ],
])('%s keeps its contract', async (name, config) => {
  const cwd = temporaryFolder(config === undefined ? {} : { 'c.yaml': config });
  const words = [
    'contract',
    'clean-host',
    '--package',
    name,
    ...(config === undefined ? [] : ['--config', 'c.yaml']),
  ];
  const { stdout } = await runIn(ctxctlProgram(), [...words, '--output-format', 'json'], {
    cwd,
    env: process.env,
  });
  const { data, error } = JSON.parse(stdout);
  // Where npm does not reach its registry, the message says that, and nothing about the package.
  expect(error?.message).toBeUndefined();
  expect(data.passed).toBe(true);
});
