// The program with all commands: a kernel that every start loads, a file for each command, one with what a quarter of them
// share and what is too small for a file of its own, one each for what only those with tools or sessions share with a run, and
// one for every other set of commands. So a command loads few files, and little that it does not need.

import { writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { importGraph } from './import-graph.mjs';
import { lightProviders } from './light-providers.mjs';
import { asFunction, inputOptions, outputOptions } from './options.mjs';
import { startedFile } from './started-file.mjs';
import { withoutSchemas } from './without-schemas.mjs';

/** What every provider's package needs, besides its own file. */
const sharedByProviders =
  /\/node_modules\/(@ai-sdk\/provider(-utils)?|eventsource-parser)\/|\/agent\/models\/provider\/(?!connect-)/;

/** What of Node costs a start nothing to speak of. */
const lightModules = new Set(['node:buffer', 'node:fs', 'node:os', 'node:path', 'node:util']);

/** So many bytes of source may stand in the shared file for each command that needs them: a file of their own costs it more. */
const bytesPerUser = 100;

/** The modules that went into it. */
export async function buildCommands({ packageFolder, program, dist }) {
  const sources = join(packageFolder, 'src');
  const main = join(sources, 'main.ts');
  const run = join(sources, 'commands/run.ts');
  const tools = join(sources, 'agent/tools/builtin.ts');
  const log = join(sources, 'session/reader.ts');
  const signing = join(sources, 'commands/sign-evidence.ts');
  const graph = importGraph();
  const inKernel = (id) => graph.reachableFrom(main).has(id) || id.endsWith('/src/cli/command.ts');
  const bundle = await rolldown({
    ...inputOptions,
    input: { kernel: main },
    plugins: [withoutSchemas, graph.plugin, ...lightProviders],
  });
  const commands = () => graph.demandedBy(join(sources, 'commands/index.ts'));
  const usersOf = graph.remembered((id) => commands().filter((one) => graph.reachableFrom(one).has(id)));
  const isCommon = graph.remembered((id) => usersOf(id).length > commands().length / 4);
  /** The first module, by its path, that these commands load at once and no other does: their file has its name. */
  const firstUsedBy = graph.remembered((users) => graph.all().find((id) => usersOf(id).join() === users));
  const nameOf = (id) =>
    relative(sources, id)
      .replace(/^.*node_modules[/\\]|\.\w+$/g, '')
      .replace(/\W+/g, '-');
  const isWorthSharing = graph.remembered((id) => {
    if (id.startsWith('node:')) return lightModules.has(id);
    if (inKernel(id) || isCommon(id)) return true;
    const isSmall = graph.sizeOf(id) <= usersOf(id).length * bytesPerUser;
    return isSmall && usersOf(id).every((user) => [...graph.reachableFrom(user)].some(isCommon));
  });
  /** The file for what several commands load at once, one for each set of them; null for what one of them does. */
  const sharedFile = (id) => {
    const users = usersOf(id);
    if (commands().includes(id) || users.length < 2) return null;
    if ([...graph.reachableFrom(id)].every(isWorthSharing)) return 'shared';
    if (graph.reachableFrom(run).has(id)) {
      const has = (module) => (user) => graph.reachableFrom(user).has(module);
      if (users.every(has(tools))) return 'agent';
      if (users.every((user) => has(tools)(user) || has(log)(user))) return 'session';
    } else if (graph.reachableFrom(signing).has(id) && !id.includes('/node_modules/')) return 'evidence';
    return nameOf(firstUsedBy(users.join()));
  };
  const commandFile = (id) => {
    const [room, ...rest] = relative(sources, id ?? '').split(sep);
    return room === 'commands' ? `commands/${rest.join('-').replace(/\.ts$/, '')}.cjs` : undefined;
  };
  const { output } = await bundle.write({
    ...outputOptions,
    dir: dist,
    cleanDir: true,
    chunkFileNames: ({ facadeModuleId }) => commandFile(facadeModuleId) ?? '[name]-[hash].cjs',
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        { name: 'kernel', test: inKernel, priority: 2 },
        { name: sharedFile, debugName: 'shared', priority: 1 },
        { name: 'provider', test: sharedByProviders, priority: 1 },
        { name: 'zod', test: /\/node_modules\/zod\//, priority: 1 },
      ],
    },
  });
  await bundle.close();
  const chunks = output.filter(({ type }) => type === 'chunk');
  const texts = Object.fromEntries(chunks.map(({ fileName, code }) => [fileName, asFunction(code)]));
  for (const [fileName, text] of Object.entries(texts)) writeFileSync(join(dist, fileName), text);
  writeFileSync(join(dist, 'whole.gz'), gzipSync(JSON.stringify(texts), { level: 9 }));
  const started = await startedFile({ body: 'require("./kernel.cjs");', word: 2, copy: 'whole.gz' });
  writeFileSync(join(dist, `${program}.cjs`), started, { mode: 0o755 });
  return chunks;
}
