// A file of traces: a line each, a whole OTLP/JSON document of ours.

import * as t from 'typebox';
import { Check } from 'typebox/schema';
import { readLines } from '../../disk/lines.js';
import { fittingJson } from '../../protocol/parsed-json.js';
import { names } from '../../traces/conventions.js';
import { withFile } from '../tree/file-digest.js';
import type { Findings } from './findings.js';
import type { LooseFile } from './loose-file.js';

const attribute = t.Object({ key: t.String(), value: t.Object({ stringValue: t.Optional(t.String()) }) });
const span = t.Object({
  traceId: t.String({ pattern: '^[0-9a-f]{32}$' }),
  spanId: t.String({ pattern: '^[0-9a-f]{16}$' }),
  name: t.String(),
  startTimeUnixNano: t.String({ pattern: '^\\d+$' }),
  endTimeUnixNano: t.String({ pattern: '^\\d+$' }),
  attributes: t.Array(attribute),
});
const document = t.Object({
  resourceSpans: t.Array(t.Object({ scopeSpans: t.Array(t.Object({ spans: t.Array(span) })) })),
});

type Document = t.Static<typeof document>;
type Span = t.Static<typeof span>;

const contentNames: ReadonlySet<string> = new Set([
  names.inputMessages,
  names.outputMessages,
  names.systemInstructions,
  names.toolArguments,
  names.toolResult,
  names.reason,
]);

export function checkTraces(path: string, name: string, findings: Findings): LooseFile {
  const sessions = new Set<string>();
  const runs = new Set<string>();
  let content = false;
  const take = ({ attributes }: Span) => {
    for (const { key, value } of attributes) {
      if (key === names.conversation) sessions.add(value.stringValue ?? '');
      if (key === names.run) runs.add(value.stringValue ?? '');
      content ||= contentNames.has(key);
    }
  };
  let line = 0;
  const bad = withFile(path, (descriptor) => {
    for (const { text, fault, ended } of readLines(descriptor)) {
      line += 1;
      const spans = fault === undefined && ended ? spansIn(text) : undefined;
      if (spans === undefined) return line;
      for (const each of spans) take(each);
    }
    return undefined;
  });
  if (bad !== undefined)
    findings.add(
      'evidence_malformed',
      name,
      `line ${bad} is not an OTLP document in the form that ctx writes`,
    );
  else if (sessions.size !== 1)
    findings.add('evidence_untrue', name, 'its spans belong to more than one session');
  const [session_id] = sessions;
  return { session_id, runs: [], made: { content, runs } };
}

function spansIn(text: string): Span[] | undefined {
  const value = fittingJson(text, isDocument);
  return value?.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
}

function isDocument(value: unknown): value is Document {
  return Check(document, value);
}
