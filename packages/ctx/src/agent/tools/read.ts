// The tool `read`: text of a file in the workspace, or some lines of it.

import { closeSync, fstatSync, read as readDescriptor } from 'node:fs';
import { promisify } from 'node:util';
import { longestPath } from '../../policy/subject.js';
import type { Json } from '../../protocol/json.js';
import type { Tool, ToolOutcome } from '../ports.js';
import { HeadAndTail } from './head-and-tail.js';
import { countIn, textIn } from './input.js';
import { failedOutcome, openInside, type Reach, Refusal, reachOf } from './workspace.js';

const readInto = promisify(readDescriptor);
const newline = 0x0a;

export function readTool(root: string): Tool {
  return {
    name: 'read',
    description:
      'Reads a UTF-8 text file in the workspace. For a part of it, give offset and limit in lines.',
    input: {
      type: 'object',
      properties: {
        path: { type: 'string', maxLength: longestPath, description: 'Relative to the workspace.' },
        offset: { type: 'integer', minimum: 1, description: 'The first line to read, from 1.' },
        limit: { type: 'integer', minimum: 1, description: 'How many lines to read.' },
      },
      required: ['path'],
      additionalProperties: false,
    },
    readOnly: true,
    subject: { field: 'path', kind: 'path' },
    async run(input, options) {
      const { signal } = options;
      const path = textIn(input, 'path');
      try {
        return await readLines(reachOf(root, options), path, input, signal);
      } catch (error) {
        return failedOutcome(error, path);
      }
    },
  };
}

async function readLines(reach: Reach, path: string, input: Json, signal: AbortSignal): Promise<ToolOutcome> {
  const first = countIn(input, 'offset') ?? 1;
  const end = first + (countIn(input, 'limit') ?? Infinity);
  const descriptor = openInside(reach, path);
  try {
    if (!fstatSync(descriptor).isFile()) throw new Refusal(`${path} is not a file.`);
    const kept = new HeadAndTail();
    let line = 1;
    for await (const chunk of chunksOf(descriptor, signal)) {
      const selected = linesOf(chunk, line, first, end);
      line = selected.line;
      kept.push(selected.bytes);
      if (line >= end) break;
    }
    if (first > 1 && kept.bytesSeen === 0) throw new Refusal(`${path} has no line ${first}.`);
    return { output: textOf(kept, path), is_error: false, bytes_seen: kept.bytesSeen };
  } finally {
    closeSync(descriptor);
  }
}

async function* chunksOf(descriptor: number, signal: AbortSignal): AsyncGenerator<Buffer> {
  for (;;) {
    if (signal.aborted) throw new Refusal('The reading was stopped.');
    const { bytesRead, buffer } = await readInto(descriptor, Buffer.alloc(64 * 1024), 0, 64 * 1024, null);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
  }
}

/** The part of a chunk that begins in line `line` which lies in the lines from `first` up to `end`. */
function linesOf(chunk: Buffer, line: number, first: number, end: number): { bytes: Buffer; line: number } {
  let current = line;
  let from = current >= first ? 0 : chunk.length;
  for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) {
    current += 1;
    if (current === first) from = at + 1;
    if (current >= end) return { bytes: chunk.subarray(from, at + 1), line: current };
  }
  return { bytes: chunk.subarray(from), line: current };
}

function textOf(kept: HeadAndTail, path: string): string {
  try {
    return kept.text({ strict: true });
  } catch {
    throw new Refusal(`${path} is not UTF-8 text.`);
  }
}
