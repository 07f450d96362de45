// The program with all commands: a kernel that every start loads, a file for each command, and files for what commands
// share. So a command loads few files, and little that it does not need.

import { writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'rolldown';
import { importGraph } from './import-graph.mjs';
import { asFunction, inputOptions, outputOptions } from './options.mjs';
import { lightHeaders, withoutSchemas } from './plugins.mjs';
import { startedFile } from './started-file.mjs';

/** What of Node costs a start nothing to speak of. */
const lightModules = new Set(['node:buffer', 'node:fs', 'node:os', 'node:path', 'node:util']);

/** The modules that went into it. */
export async function buildCommands({ packageFolder, program, dist }) {
  const sources = join(packageFolder, 'src');
  const main = join(sources, 'main.ts');
  const graph = importGraph();
  const inKernel = (id) => graph.loads(main, id) || id.endsWith('/src/cli/command.ts');
  const { output } = await build({
    ...inputOptions,
    input: { kernel: main },
    plugins: [withoutSchemas, graph.plugin, lightHeaders],
    output: {
      ...outputOptions,
      dir: dist,
      cleanDir: true,
      chunkFileNames: ({ facadeModuleId }) => commandFile(sources, facadeModuleId) ?? '[name]-[hash].cjs',
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [
          { name: 'kernel', test: inKernel, priority: 1 },
          { name: sharedFile(graph, sources, inKernel), debugName: 'shared' },
        ],
      },
    },
  });
  const chunks = output.filter(({ type }) => type === 'chunk');
  const texts = Object.fromEntries(chunks.map(({ fileName, code }) => [fileName, asFunction(code)]));
  for (const [fileName, text] of Object.entries(texts)) writeFileSync(join(dist, fileName), text);
  writeFileSync(join(dist, 'whole.gz'), gzipSync(JSON.stringify(texts), { level: 9 }));
  const body = 'require("./kernel.cjs");';
  const words = [...new Set(chunks.flatMap(({ facadeModuleId: id }) => commandPath(sources, id)?.[0] ?? []))];
  const started = await startedFile({ body, word: 2, words, copy: 'whole.gz' });
  writeFileSync(join(dist, `${program}.cjs`), started, { mode: 0o755 });
  return chunks;
}

function commandFile(sources, id) {
  const path = commandPath(sources, id);
  return path && `commands/${path.join('-')}.cjs`;
}

/** Its words, for a module of the commands. */
function commandPath(sources, id) {
  const [room, ...rest] = relative(sources, id ?? '').split(sep);
  return room === 'commands' ? rest.join(sep).replace(/\.ts$/, '').split(sep) : undefined;
}

/**
 * The file of a module, null where only one command loads it at once: `shared` has what a quarter of them do, `agent` what
 * `run` shares with others that have tools, `session` what it shares with readers of a log; every other set of commands has its own.
 */
function sharedFile(graph, sources, inKernel) {
  const source = (file) => join(sources, file);
  const commands = graph.once(() => graph.demandedBy(source('commands/index.ts')));
  const usersOf = graph.once((id) => commands().filter((command) => graph.loads(command, id)));
  const isCommon = (id) =>
    id.startsWith('node:')
      ? lightModules.has(id)
      : inKernel(id) || usersOf(id).length > commands().length / 4;
  /** Named after the first module, by its path, that these commands load and no other does. */
  const fileOfSet = graph.once((users) => {
    const first = graph.all().find((id) => usersOf(id).join() === users);
    const path = relative(sources, first).replace(/^.*node_modules[/\\]|\.\w+$/g, '');
    return path.replace(/\W+/g, '-');
  });
  return (id) => {
    const users = usersOf(id);
    if (users.length < 2 || commands().includes(id)) return null;
    if (graph.loadedBy(id).every(isCommon)) return 'shared';
    if (!graph.loads(source('commands/run.ts'), id)) return fileOfSet(users.join());
    const others = users.filter((user) => !graph.loads(user, source('agent/tools/builtin.ts')));
    if (others.length === 0) return 'agent';
    const isOfSessions = others.every((user) => graph.loads(user, source('session/reader.ts')));
    return isOfSessions ? 'session' : fileOfSet(users.join());
  };
}
