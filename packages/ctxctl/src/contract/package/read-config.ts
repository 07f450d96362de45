// Reads a contract's file, and refuses at its line what its schema cannot: paths that lead out, expressions that are none.

import { isAbsolute, normalize } from 'node:path';
import { lineOf, parseDocument, readText } from '../../../../ctx/src/kit/files.js';
import { fail } from '../../codes.js';
import { type CommandConfig, type ContractConfig, contractConfig } from './config.js';
import { ownStepNames } from './own-steps.js';

type PathInFile = readonly (string | number)[];
type Complaint = readonly [place: PathInFile, problem: string];

export interface ReadConfig {
  readonly config: ContractConfig;
  /** As it stands in the file. */
  readonly text: string;
}

/** `shown` is how messages call the file. */
export function readContractConfig(file: string, shown: string): ReadConfig {
  const text = readText(file);
  const config = parseDocument(text, shown, contractConfig, '`ctxctl schema clean-host-config`');
  const [complaint] = complaints(config);
  if (complaint === undefined) return { config, text };
  const [place, problem] = complaint;
  const line = lineOf(text, place);
  throw fail('clean_host_config_wrong', { operation: 'parse', target: shown, line, problem });
}

function complaints(config: ContractConfig): readonly Complaint[] {
  const { steps = [], commands, uninstall, given = {}, may_write = [], must_not_touch = [] } = config;
  const names = steps.map(({ name }) => name);
  return [
    ...commandComplaints(commands, ['commands']),
    ...commandComplaints(uninstall?.commands, ['uninstall', 'commands']),
    ...steps.flatMap(({ name, commands: own, given: files = {} }, index): Complaint[] => [
      ...(ownStepNames.includes(name) || names.indexOf(name) !== index
        ? ([[['steps', index, 'name'], `there is a step \`${name}\` already`]] as const)
        : []),
      ...Object.keys(files)
        .filter((path) => !staysInside(path))
        .map((path): Complaint => [['steps', index, 'given', path], leadsOut(path)]),
      ...commandComplaints(own, ['steps', index, 'commands']),
    ]),
    ...Object.keys(given)
      .filter((path) => !staysInside(path.replace(/^~\//, '')))
      .map((path): Complaint => [['given', path], leadsOut(path)]),
    ...[...may_write.entries()]
      .filter(([, path]) => !/^!?(~|\$TMPDIR)\/./.test(path))
      .map(([index]): Complaint => [['may_write', index], 'it names a place in the home (~/…) or $TMPDIR/…']),
    ...[...(uninstall?.may_leave ?? []).entries()]
      .filter(([, path]) => !/^!?~\/./.test(path))
      .map(([index]): Complaint => [['uninstall', 'may_leave', index], 'it names a place in the home: ~/…']),
    ...[...must_not_touch.entries()]
      .filter(([, path]) => !isAbsolute(path) && !staysInside(path.replace(/^~\//, '')))
      .map(([index, path]): Complaint => [['must_not_touch', index], leadsOut(path)]),
  ];
}

function commandComplaints(
  commands: readonly CommandConfig[] | undefined,
  at: PathInFile,
): readonly Complaint[] {
  return (commands ?? []).flatMap(
    ({ cwd, files = {}, stdout, stderr, run, env = {} }, index): Complaint[] => {
      const texts = Object.entries({ stdout, stderr });
      const ofFiles = Object.entries(files);
      const words = typeof run === 'string' ? [run] : run;
      return [
        ...(words.some(holdsNul) ? [[[...at, index, 'run'], nul] as const] : []),
        ...Object.entries(env)
          .filter(([name, value]) => holdsNul(`${name}${value}`) || name.includes('=') || name === '')
          .map(
            ([name]): Complaint => [
              [...at, index, 'env', name],
              name.includes('=') || name === '' ? 'no variable can be called so' : nul,
            ],
          ),
        ...(cwd !== undefined && !staysInside(cwd)
          ? ([[[...at, index, 'cwd'], leadsOut(cwd)]] as const)
          : []),
        ...ofFiles
          .filter(([path]) => !staysInside(path))
          .map(([path]): Complaint => [[...at, index, 'files', path], leadsOut(path)]),
        ...texts.flatMap(([name, wanted]) => expressionComplaints(wanted, [...at, index, name])),
        ...ofFiles.flatMap(([path, wanted]) => expressionComplaints(wanted, [...at, index, 'files', path])),
      ];
    },
  );
}

const nul = 'it holds a NUL character, which no program can be given';

function holdsNul(text: string): boolean {
  return text.includes('\0');
}

function expressionComplaints(wanted: unknown, at: PathInFile): readonly Complaint[] {
  if (typeof wanted !== 'object' || wanted === null || !('matches' in wanted)) return [];
  try {
    new RegExp(String(wanted.matches), 'su');
    return [];
  } catch (error) {
    return [[[...at, 'matches'], error instanceof Error ? error.message : String(error)]];
  }
}

function staysInside(path: string): boolean {
  const way = normalize(path);
  return !isAbsolute(path) && way !== '..' && !way.startsWith('../') && !path.startsWith('~') && path !== '';
}

function leadsOut(path: string): string {
  return `\`${path}\` leads out of the project`;
}
