// The program with all commands: a kernel that every start loads, a file for each command, and a file for what a room
// shares, so that a command loads a handful of files and not one for every set of commands that share something.

import { writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { importGraph } from './import-graph.mjs';
import { lightProviders } from './light-providers.mjs';
import { inAscii, inputOptions, outputOptions } from './options.mjs';
import { startedCommand } from './started-file.mjs';
import { plainChoices, withoutSchemas } from './without-schemas.mjs';

/** What every provider's package needs, besides its own file. */
const sharedByProviders =
  /\/node_modules\/(@ai-sdk\/provider(-utils)?|eventsource-parser)\/|\/agent\/models\/provider\/(?!connect-)/;

/**
 * Rooms that are mostly needed whole: what commands load of them at once is in these files, where a file for every set of
 * commands that shares some of it would be four dozen for `run`.
 */
const roomFiles = {
  agent: 'agent',
  config: 'agent',
  registry: 'agent',
  runs: 'agent',
  files: 'files',
  session: 'session',
  disk: 'disk',
  project: 'disk',
  protocol: 'disk',
  time: 'disk',
  trust: 'trust',
};

const fenceRooms = new Set(['policy', 'sandbox']);

/** The modules that went into it. */
export async function buildCommands({ packageFolder, program, dist }) {
  const sources = join(packageFolder, 'src');
  const main = join(sources, 'main.ts');
  const run = join(sources, 'commands/run.ts');
  const tools = join(sources, 'agent/tools/builtin.ts');
  const graph = importGraph();
  const inKernel = (id) => graph.reachableFrom(main).has(id) || id.endsWith('/src/cli/command.ts');
  const bundle = await rolldown({
    ...inputOptions,
    input: { kernel: main },
    plugins: [withoutSchemas, plainChoices, graph.plugin, ...lightProviders],
  });
  const fileOfRoom = (id) => {
    const [room] = relative(sources, id).split(sep);
    const commands = graph.demandedBy(join(sources, 'commands/index.ts'));
    const users = commands.map(graph.reachableFrom).filter((reached) => reached.has(id));
    if (users.length === 0) return null;
    // What only those load that have tools, a run among them, stands with the tools.
    const isOfRuns = graph.reachableFrom(run).has(id) && users.every((reached) => reached.has(tools));
    return roomFiles[room] ?? (fenceRooms.has(room) && isOfRuns ? 'agent' : null);
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
        { name: fileOfRoom, debugName: 'rooms', priority: 1 },
        { name: 'provider', test: sharedByProviders, priority: 1 },
        { name: 'zod', test: /\/node_modules\/zod\//, priority: 1 },
      ],
    },
  });
  await bundle.close();
  const chunks = output.filter(({ type }) => type === 'chunk');
  const texts = Object.fromEntries(chunks.map(({ fileName, code }) => [fileName, inAscii(code)]));
  for (const [fileName, text] of Object.entries(texts)) writeFileSync(join(dist, fileName), text);
  writeFileSync(join(dist, 'whole.gz'), gzipSync(JSON.stringify(texts), { level: 9 }));
  writeFileSync(
    join(dist, `${program}.cjs`),
    await startedCommand('require("./kernel.cjs");', 2, 'whole.gz'),
    {
      mode: 0o755,
    },
  );
  return chunks;
}
