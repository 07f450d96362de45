// Runs the steps of action.yml here, as GitHub's runner would: for its test, and to try a change before pushing it.
//
//   tsx scripts/run-action.ts --inputs inputs.json --workspace DIR --artifacts DIR
//
// What other actions do (`uses:`) is stood in for: setup-node is the Node of this process, upload-artifact is a copy.

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { load } from 'js-yaml';

interface Step {
  readonly name: string;
  readonly id?: string;
  readonly if?: string;
  readonly shell?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string; readonly required?: boolean }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

const root = join(import.meta.dirname, '..');
const { values } = parseArgs({
  options: { inputs: { type: 'string' }, workspace: { type: 'string' }, artifacts: { type: 'string' } },
});
const workspace = resolve(values.workspace ?? '.');
const artifacts = resolve(values.artifacts ?? 'artifacts');
const action: Action = JSON.parse(JSON.stringify(load(readFileSync(join(root, 'action.yml'), 'utf8'))));
const given: Record<string, string> =
  values.inputs === undefined ? {} : JSON.parse(readFileSync(values.inputs, 'utf8'));
const scratch = mkdtempSync(join(tmpdir(), 'ctx-action-'));
const outputs = new Map<string, string>();

process.exitCode = main();

function main(): number {
  try {
    for (const [name, { required }] of Object.entries(action.inputs))
      if (required && given[name] === undefined) throw new TypeError(`the input ${name} is missing`);
    for (const step of action.runs.steps) {
      if (step.if !== undefined && !holds(step.if)) continue;
      console.error(`▸ ${step.name}`);
      const code = step.uses === undefined ? runStep(step) : standIn(step, step.uses);
      if (code !== 0) return code;
    }
    return 0;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function runStep({ id = '', run = '', env = {}, shell }: Step): number {
  if (shell !== 'bash') throw new TypeError(`a step of ours runs in bash, not in ${shell}`);
  const file = join(scratch, 'output');
  writeFileSync(file, '');
  const own = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, filled(value)]));
  const { status } = spawnSync('bash', ['--noprofile', '--norc', '-e', '-o', 'pipefail', '-c', run], {
    cwd: workspace,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      GITHUB_STEP_SUMMARY: '/dev/null',
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_REPOSITORY: 'owner/name',
      GITHUB_RUN_ID: '1',
      ...process.env,
      GITHUB_ACTION_PATH: root,
      GITHUB_OUTPUT: file,
      // What a step writes there would reach the next ones; no step of ours does.
      GITHUB_ENV: join(scratch, 'env'),
      GITHUB_PATH: join(scratch, 'path'),
      RUNNER_TEMP: scratch,
      ...own,
    },
  });
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const at = line.indexOf('=');
    if (at > 0) outputs.set(`${id}.${line.slice(0, at)}`, line.slice(at + 1));
  }
  return status ?? 1;
}

function standIn({ id = '', with: more = {} }: Step, uses: string): number {
  if (!/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/.test(uses)) throw new TypeError(`${uses} is not pinned by its digest`);
  if (uses.startsWith('actions/upload-artifact@')) {
    const to = join(artifacts, filled(more['name'] ?? ''));
    mkdirSync(artifacts, { recursive: true });
    cpSync(filled(more['path'] ?? ''), to, { recursive: true });
    outputs.set(`${id}.artifact-url`, 'https://github.com/owner/name/actions/runs/1/artifacts/1');
  } else if (!uses.startsWith('actions/setup-node@')) throw new TypeError(`nothing stands in for ${uses}`);
  return 0;
}

/** `${{ inputs.a }}` and `${{ steps.a.outputs.b }}`; what GitHub alone knows is what the caller gives. */
function filled(text: string): string {
  return text.replace(/\$\{\{\s*(.*?)\s*\}\}/g, (_, expression: string) => valueOfExpression(expression));
}

function valueOfExpression(expression: string): string {
  const [, input] = /^inputs\.([\w-]+)$/.exec(expression) ?? [];
  if (input !== undefined) return given[input] ?? filled(action.inputs[input]?.default ?? '');
  const [, step, output] = /^steps\.([\w-]+)\.outputs\.([\w-]+)$/.exec(expression) ?? [];
  if (step !== undefined) return outputs.get(`${step}.${output}`) ?? '';
  if (/^github\.[\w.]+$/.test(expression)) return given[expression] ?? '';
  throw new TypeError(`this runner does not know \${{ ${expression} }}`);
}

function holds(condition: string): boolean {
  const [, left = '', sign, right] = /^([\w.-]+) (==|!=) '([^']*)'$/.exec(condition) ?? [];
  if (sign === undefined) throw new TypeError(`this runner does not know the condition ${condition}`);
  return (valueOfExpression(left) === right) === (sign === '==');
}
