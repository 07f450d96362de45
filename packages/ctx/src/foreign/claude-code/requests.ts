// The requests that newer versions of Claude Code write down: each is put together again and held against its own digest. That
// shows that the file is whole from the model's point of view, and not that nobody wrote all of it again.

import { sha256 } from '../../disk/digest.js';
import { canonical } from '../../protocol/json.js';
import { nestingWithin } from '../../protocol/nesting.js';
import { countOf, listOf, type Members, membersOf, textOf, wordOf } from '../fields.js';
import type { Checked } from '../told.js';

export interface RequestCheck {
  take(type: string, line: Members): void;
  /** The file begins in the middle of another session: what that one was told is not all here. */
  beginsLater(): void;
  /** A line that a message of a later request may be made of. */
  message(line: Members): void;
  /** What Claude Code says is the digest of the request that an answer is of. */
  digestFor(ref: unknown): string | undefined;
  checked(): readonly Checked[];
}

/** What is kept of messages, and what is hashed: a long session has the same messages in each of its requests. */
const mostKept = 1 << 26;
const mostHashed = 1 << 29;
/** Of a file that has no requests, nothing is kept for long. */
const mostBefore = 1 << 23;
const mostRequests = 200;

/** `fromStart`: the file is read from its beginning, so that every request can be put together. */
export function requestCheck(fromStart: boolean): RequestCheck {
  let isWhole = fromStart;
  const shapes = new Map<string, Members>();
  /** Messages as canonical text, by their digest. */
  const messages = new Map<string, string>();
  const requests = new Map<string, readonly string[]>();
  const digests = new Map<string, string>();
  const answers = new Map<string, unknown[]>();
  let results: unknown[] = [];
  let kept = 0;
  let hashed = 0;
  let isOn = true;
  let of = 0;
  let held = 0;

  function keep(message: unknown): void {
    const text = canonicalOr(asBlocks(message));
    if (text === undefined) return;
    kept += text.length;
    messages.set(sha256(text), text);
    if (kept > (shapes.size === 0 ? mostBefore : mostKept)) stop();
  }

  function stop(): void {
    isOn = false;
    for (const map of [shapes, messages, requests, answers]) map.clear();
    results = [];
  }

  /** What was said and done since the last request, as messages that the next one may name. */
  function settle(): void {
    for (const content of answers.values()) keep({ role: 'assistant', content });
    answers.clear();
    if (results.length > 0) keep({ role: 'user', content: results });
    results = [];
  }

  function request(line: Members): void {
    const id = wordOf(line['id']) ?? '';
    const digest = wordOf(line['requestDigest']);
    if (digest === undefined) return;
    digests.set(id, digest);
    if (digests.size > mostRequests) digests.delete(digests.keys().next().value ?? '');
    if (!isOn) return;
    settle();
    const base = wordOf(line['base']);
    const before = base === undefined ? [] : requests.get(base);
    if (before === undefined && !isWhole) return;
    const tail = listOf(line['tail']).map((hash) => textOf(hash) ?? '');
    const all = [...(before ?? []).slice(0, countOf(line['keep']) ?? 0), ...tail];
    requests.set(id, all);
    if (requests.size > mostRequests) requests.delete(requests.keys().next().value ?? '');
    const shape = shapes.get(wordOf(line['shapeHash']) ?? '');
    if (!isWhole && (shape === undefined || all.some((hash) => !messages.has(hash)))) return;
    of += 1;
    const text =
      shape === undefined || before === undefined ? undefined : requestText(line, shape, all, messages);
    hashed += text?.length ?? 0;
    if (text !== undefined && sha256(text) === digest) held += 1;
    if (hashed > mostHashed) stop();
  }

  return {
    beginsLater() {
      isWhole = false;
    },
    take(type, line) {
      if (type === 'api-request') request(line);
      else if (!isOn) return;
      else if (type === 'api-request-blob') keep(line['message']);
      else {
        const hash = wordOf(line['shapeHash']);
        if (hash !== undefined && shapes.size < mostRequests) shapes.set(hash, membersOf(line['shape']));
      }
    },
    message(line) {
      if (!isOn) return;
      const { id, role, content } = membersOf(line['message']);
      if (role === 'assistant') {
        if (results.length > 0) settle();
        const said = listOf(content).filter(
          (block) => membersOf(block)['type'] !== 'text' || membersOf(block)['text'] !== '',
        );
        const key = wordOf(id) ?? '';
        answers.set(key, [...(answers.get(key) ?? []), ...said]);
      } else results.push(...listOf(content).filter((block) => membersOf(block)['type'] === 'tool_result'));
    },
    digestFor: (ref) => (typeof ref === 'string' ? digests.get(ref) : undefined),
    checked: () => [{ what: 'requests', of, held }],
  };
}

/** The request as canonical JSON, with its cache marks where it says that they were. */
function requestText(
  line: Members,
  shape: Members,
  hashes: readonly string[],
  known: ReadonlyMap<string, string>,
): string | undefined {
  const texts = hashes.map((hash) => known.get(hash));
  const members = new Map<string, unknown>([
    ...Object.entries(membersOf(line['params'])),
    ...Object.entries(shape),
  ]);
  for (const mark of listOf(line['cacheControl'])) {
    const { path, value } = membersOf(mark);
    const [first, index, ...rest] = listOf(path);
    if (first === 'messages' && typeof index === 'number') {
      const text = texts[index];
      if (text === undefined) return undefined;
      texts[index] = canonicalOr(marked(JSON.parse(text), rest, value));
    } else if (typeof first === 'string') {
      members.set(first, marked(members.get(first), index === undefined ? rest : [index, ...rest], value));
    }
  }
  if (texts.includes(undefined)) return undefined;
  members.delete('messages');
  const others = [...members].map(([name, value]) => [name, canonicalOr(value)] as const);
  if (others.some(([, text]) => text === undefined)) return undefined;
  const all = [...others, ['messages', `[${texts.join(',')}]`] as const].sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${all.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`;
}

/** A copy of a value with a cache mark at the end of a path. */
function marked(value: unknown, path: readonly unknown[], mark: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return { ...membersOf(value), cache_control: mark };
  if (Array.isArray(value) && typeof key === 'number')
    return value.map((item, i) => (i === key ? marked(item, rest, mark) : item));
  const fields = membersOf(value);
  return typeof key === 'string' ? { ...fields, [key]: marked(fields[key], rest, mark) } : value;
}

/** A text alone is written short, and counts as the block that is sent. */
function asBlocks(message: unknown): unknown {
  const fields = membersOf(message);
  const { content } = fields;
  return typeof content === 'string' ? { ...fields, content: [{ type: 'text', text: content }] } : message;
}

function canonicalOr(value: unknown): string | undefined {
  try {
    return nestingWithin(value) ? canonical(value) : undefined;
  } catch {
    return undefined;
  }
}
