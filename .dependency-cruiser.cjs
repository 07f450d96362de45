// The doors of the house: which room may import which. The rooms and their doors stand in packages/*/rooms.json.

const { readFileSync } = require('node:fs');
const { join } = require('node:path');

const rooms = (name) => JSON.parse(readFileSync(join(__dirname, 'packages', name, 'rooms.json'), 'utf8'));
const tests = '\\.test\\.ts$';

const roomRules = ['ctx', 'ctxctl'].flatMap((name) =>
  rooms(name).map((room) => ({
    name: `${name}/${room.name}-imports-only-${room.imports.join('-') || 'itself'}`,
    severity: 'error',
    from: { path: `^packages/${name}/src/${room.name}/`, pathNot: tests },
    to: {
      path: `^packages/${name}/src/[^/]+/`,
      pathNot: [room.name, ...room.imports].map((other) => `^packages/${name}/src/${other}/`),
    },
  })),
);

module.exports = {
  forbidden: [
    ...roomRules,
    {
      name: 'ctx-never-imports-ctxctl',
      severity: 'error',
      from: { path: '^packages/ctx/' },
      to: { path: '^packages/ctxctl/' },
    },
    {
      name: 'ctxctl-imports-only-the-kit-of-ctx',
      severity: 'error',
      from: { path: '^packages/ctxctl/' },
      to: { path: '^packages/ctx/src/', pathNot: '^packages/ctx/src/kit/' },
    },
    {
      name: 'the-clean-host-machinery-knows-nothing-of-ctx',
      severity: 'error',
      from: { path: '^packages/ctxctl/src/contract/clean-host/', pathNot: tests },
      to: { path: '^packages/', pathNot: '^packages/ctxctl/src/contract/clean-host/' },
    },
    {
      name: 'the-contract-of-any-package-knows-nothing-of-ctx',
      severity: 'error',
      from: { path: '^packages/ctxctl/src/contract/package/', pathNot: tests },
      to: { path: '^packages/ctxctl/src/contract/ctx/' },
    },
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'everything-resolves',
      severity: 'error',
      from: { path: '^packages/' },
      to: { couldNotResolve: true },
    },
    {
      name: 'sources-import-no-tests-and-no-scripts',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/', pathNot: tests },
      to: { path: [tests, '^packages/[^/]+/test/', '^scripts/', '^bench/'] },
    },
    {
      name: 'protocol-does-no-io',
      severity: 'error',
      from: { path: '^packages/ctx/src/protocol/', pathNot: tests },
      to: { path: '^(node:)?(fs|child_process|net|http|https|os|process)(/|$)', dependencyTypes: ['core'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^packages/[^/]+/dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};
