// The files of a commit and of the index, as git names them.

import { runGit, runGitSync } from './run-git.js';

export interface ListedFile {
  readonly path: string;
  /** `100644`, `100755`, `120000` for a link, `160000` for another repository. */
  readonly mode: string;
  readonly id: string;
}

export interface CommittedFile extends ListedFile {
  readonly size: number;
}

/** Every file of a commit; nothing where git cannot list them. */
export async function filesOf(top: string, commit: string): Promise<CommittedFile[] | undefined> {
  const { status, stdout } = await runGit(top, ['ls-tree', '-r', '-z', '-l', '--full-tree', commit]);
  if (status !== 0) return undefined;
  return fieldsOf(stdout).map((line) => {
    const [mode = '', , id = '', size = '0'] = line.slice(0, line.indexOf('\t')).split(/ +/);
    return { mode, id, size: Number(size) || 0, path: line.slice(line.indexOf('\t') + 1) };
  });
}

export interface StagedEntry extends ListedFile {
  /** `000000`: it was taken out of the index. */
  readonly mode: string;
}

/** What the index has otherwise than the commit. */
export async function stagedChanges(top: string): Promise<StagedEntry[] | undefined> {
  const words = ['diff-index', '--cached', '--raw', '--no-renames', '--no-abbrev', '-z', 'HEAD'];
  const { status, stdout } = await runGit(top, words);
  if (status !== 0) return undefined;
  const fields = fieldsOf(stdout);
  const entries: StagedEntry[] = [];
  for (let i = 0; i + 1 < fields.length; i += 2) {
    const [, mode = '', , id = ''] = (fields[i] ?? '').split(' ');
    entries.push({ mode, id, path: fields[i + 1] ?? '' });
  }
  return entries;
}

/** So much of contents is held at a time. */
const mostAtOnce = 1 << 25;

/** Gives the content of each of these, some at a time; throws where git has one of them not. */
export async function eachContent(
  top: string,
  wanted: readonly { readonly id: string; readonly size: number }[],
  take: (id: string, content: Buffer) => void,
): Promise<void> {
  for (let from = 0; from < wanted.length; ) {
    let bytes = 0;
    let to = from;
    while (to < wanted.length && (to === from || bytes + (wanted[to]?.size ?? 0) <= mostAtOnce)) {
      bytes += wanted[to]?.size ?? 0;
      to += 1;
    }
    const ids = wanted.slice(from, to).map(({ id }) => id);
    const { status, stdout } = await runGit(top, ['cat-file', '--batch'], {
      input: `${ids.join('\n')}\n`,
      most: bytes + ids.length * 100 + (1 << 20),
    });
    if (status !== 0 || takeBatch(stdout, ids, take) !== ids.length)
      throw new Error('git does not have all contents that it should have');
    from = to;
  }
}

/** Each file once, with its content: git is asked once for what several of them share. */
export async function eachFile<F extends { readonly id: string; readonly size: number }>(
  top: string,
  files: readonly F[],
  take: (file: F, content: Buffer) => void,
): Promise<void> {
  const byId = new Map<string, [F, ...F[]]>();
  for (const file of files) {
    const same = byId.get(file.id);
    if (same === undefined) byId.set(file.id, [file]);
    else same.push(file);
  }
  const wanted = Array.from(byId.values(), ([first]) => first);
  await eachContent(top, wanted, (id, content) => {
    for (const file of byId.get(id) ?? []) take(file, content);
  });
}

/** Those of these that git has, by their ids. */
export function contentsNow(top: string, ids: readonly string[]): Map<string, Buffer> {
  const { stdout } = runGitSync(top, ['cat-file', '--batch'], {
    input: `${ids.join('\n')}\n`,
    most: 1 << 30,
  });
  const contents = new Map<string, Buffer>();
  for (const { id, content } of batchIn(stdout)) if (content !== undefined) contents.set(id, content);
  return contents;
}

function takeBatch(stdout: Buffer, ids: readonly string[], take: (id: string, content: Buffer) => void) {
  let taken = 0;
  for (const { id, content } of batchIn(stdout)) {
    if (content === undefined || id !== ids[taken]) return taken;
    take(id, content);
    taken += 1;
  }
  return taken;
}

/** What `cat-file --batch` answers: a line each, and its content behind it where git has one. */
function* batchIn(stdout: Buffer): Generator<{ readonly id: string; readonly content: Buffer | undefined }> {
  for (let at = 0; at < stdout.length; ) {
    const end = stdout.indexOf(10, at);
    const [id = '', type, size] = stdout.toString('latin1', at, end).split(' ');
    at = end + 1;
    if (size === undefined) {
      yield { id, content: undefined };
      continue;
    }
    yield { id, content: type === 'blob' ? stdout.subarray(at, at + Number(size)) : undefined };
    at += Number(size) + 1;
  }
}

function fieldsOf(stdout: Buffer): string[] {
  return stdout.toString('utf8').split('\0').filter(Boolean);
}
