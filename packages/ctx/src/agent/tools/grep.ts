// The tool `grep`: lines of the workspace's files by a regular expression.

import { setImmediate } from 'node:timers/promises';
import { longestPath } from '../../policy/subject.js';
import type { Json } from '../../protocol/json.js';
import type { Tool } from '../ports.js';
import { type TimeLimit, TookTooLong, timeLimit } from '../within-time.js';
import { countIn, optionalTextIn, switchIn, textIn } from './input.js';
import { pathMatcherOf } from './path-glob.js';
import { failedOutcome, type Reach, Refusal, reachOf } from './workspace.js';
import { bytesOf, filesBelow, unreadWords, type WorkspaceFile } from './workspace-files.js';

const defaultLimit = 500;
const highestLimit = 5_000;
const largestFile = 16 * 1024 * 1024;
/** So much text is matched at once, and no regular expression that is meant well takes longer for it. */
const pieceSize = 256 * 1024;
const timeForPiece = 1_000;
/** Of matching, for all files together: a pattern that is slow everywhere would pass every single piece. */
const timeForSearch = 20_000;
const longestLine = 400;

export function grepTool(
  root: string,
  home: string | undefined,
  hides?: Reach['hides'],
  mostMs = timeForSearch,
): Tool {
  return {
    name: 'grep',
    description:
      'Finds lines by a regular expression (JavaScript) in the text files of the workspace. Answers with path:line: text. What git ignores is left out.',
    input: {
      type: 'object',
      properties: {
        pattern: { type: 'string', minLength: 1, maxLength: 4096 },
        path: {
          type: 'string',
          maxLength: longestPath,
          description: 'The folder to look in; the workspace unless given.',
        },
        glob: {
          type: 'string',
          minLength: 1,
          description: 'Only files whose paths match, as for the tool glob.',
        },
        ignore_case: { type: 'boolean' },
        limit: {
          type: 'integer',
          minimum: 1,
          maximum: highestLimit,
          description: `How many lines at most; ${defaultLimit} unless given.`,
        },
      },
      required: ['pattern'],
      additionalProperties: false,
    },
    readOnly: true,
    subject: { field: 'path', kind: 'tree', absent: '.' },
    async run(input, options) {
      const { signal } = options;
      try {
        const reach = reachOf(root, options, hides);
        return { output: await search(reach, input, { home, signal, mostMs }), is_error: false };
      } catch (error) {
        return failedOutcome(error, optionalTextIn(input, 'path') ?? '.');
      }
    },
  };
}

interface Bounds {
  readonly home: string | undefined;
  readonly signal: AbortSignal;
  /** Milliseconds that matching may take altogether. */
  readonly mostMs: number;
}

async function search(reach: Reach, input: Json, { home, signal, mostMs }: Bounds): Promise<string> {
  const regex = regexOf(textIn(input, 'pattern'), switchIn(input, 'ignore_case'));
  const limit = countIn(input, 'limit') ?? defaultLimit;
  const matches = pathMatcherOf(optionalTextIn(input, 'glob') ?? '**');
  const { files, ...listed } = await filesBelow(reach, optionalTextIn(input, 'path') ?? '.', home);
  const skipped = { count: listed.unread };
  const within = timeLimit(timeForPiece);
  const found: string[] = [];
  let spent = 0;
  const chosen = files.filter(({ below }) => matches(below));
  for (const piece of piecesOf(reach, chosen, skipped)) {
    if (signal.aborted) throw new Refusal('The search was stopped.');
    const began = performance.now();
    found.push(...matchPiece(piece, regex, limit + 1 - found.length, within));
    if (found.length > limit) break;
    spent += performance.now() - began;
    if (spent > mostMs) {
      const place = piece.at(-1);
      throw new Refusal(
        `The search was given up after ${mostMs / 1000} s, at ${place?.path}:${place?.number}. Give a simpler pattern, or search fewer files.`,
      );
    }
    await setImmediate();
  }
  const unread = unreadWords(skipped.count);
  if (found.length === 0) return unread === '' ? 'No line matches.' : `No line matches.\n${unread}`;
  const more = found.length > limit ? `[more than ${limit} lines match; the rest was not searched]\n` : '';
  return `${found.slice(0, limit).join('')}${more}${unread}`;
}

function regexOf(pattern: string, ignoreCase: boolean): RegExp {
  const unicode = /\\[pP]\{|\\u\{|[\u{10000}-\u{10ffff}]/u.test(pattern) ? 'u' : '';
  try {
    return new RegExp(pattern, `${ignoreCase ? 'i' : ''}${unicode}`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Refusal(`The pattern is not a regular expression: ${reason}.`);
  }
}

interface Line {
  readonly path: string;
  readonly number: number;
  readonly text: string;
}

/** Files that could not be searched. */
interface Skipped {
  count: number;
}

/** The lines of all files, some at a time. Files that hold no text are left out. */
function* piecesOf(
  reach: Reach,
  files: readonly WorkspaceFile[],
  skipped: Skipped,
): Generator<readonly Line[]> {
  let piece: Line[] = [];
  let size = 0;
  for (const { path, lines } of textsOf(reach, files, skipped)) {
    for (const [index, text] of lines.entries()) {
      piece.push({ path, number: index + 1, text });
      size += text.length + 1;
      if (size < pieceSize) continue;
      yield piece;
      [piece, size] = [[], 0];
    }
  }
  yield piece;
}

function* textsOf(
  reach: Reach,
  files: readonly WorkspaceFile[],
  skipped: Skipped,
): Generator<{ path: string; lines: string[] }> {
  for (const file of files) {
    const bytes = bytesOf(reach, file, largestFile);
    if (bytes === 'unread') {
      skipped.count += 1;
      continue;
    }
    if (bytes === undefined || bytes.subarray(0, 8192).includes(0)) continue;
    const lines = bytes.toString('utf8').split(/\r?\n/);
    if (lines.at(-1) === '') lines.pop();
    yield { path: file.path, lines };
  }
}

function matchPiece(piece: readonly Line[], regex: RegExp, most: number, within: TimeLimit): string[] {
  try {
    return within(() => {
      const found: string[] = [];
      for (const { path, number, text } of piece) {
        const place = text.search(regex);
        if (place >= 0) found.push(`${path}:${number}: ${shortened(text, place)}\n`);
        if (found.length === most) break;
      }
      return found;
    });
  } catch (error) {
    if (!(error instanceof TookTooLong)) throw error;
    const [first, last] = [piece[0], piece.at(-1)];
    throw new Refusal(
      `The pattern takes too long, somewhere from ${first?.path}:${first?.number} to ${last?.path}:${last?.number}. Give a simpler one.`,
    );
  }
}

/** The part of a long line in which the match begins. */
function shortened(text: string, place: number): string {
  if (text.length <= longestLine) return text;
  const start = Math.max(0, Math.min(place - longestLine / 4, text.length - longestLine));
  const end = start + longestLine;
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`;
}
