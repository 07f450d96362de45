// The file that is started, from its parts: what remembers compiled code, the short way, and where the program is.

/**
 * Hosts start one command for every event, and wait for it. It goes on before the rest of the program is loaded, unless
 * somebody asks the program about it. Its code stands in the file that is started, because a second file takes longer than
 * everything in it, in a function that nobody else calls.
 */
export function startedFile({ codeCache, short, way }) {
  const asked = ['--help', '--output-format', '--envelope-version'];
  const remembering = 'codeCache.cachedRequire(require, __dirname)';
  return `#!/usr/bin/env node
${codeCache}
function $shortWay(exports, require) { ${way} }
{ const [word, ...rest] = process.argv.slice(2);
const asks = (one) => one === "-h" || ${JSON.stringify(asked)}.some((flag) => one.startsWith(flag));
if (word === ${JSON.stringify(short.word)} && !rest.some(asks)) {
let own; const near = (id) => (id.startsWith("./") ? (own ??= ${remembering})(id) : require(id));
const way = {}; $shortWay(way, near); way.${short.run}(rest); return; } }
${remembering}("./kernel.cjs");
`;
}
