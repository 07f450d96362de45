// What stays on the screen of each record: the prompt, a call with what came of it, what was denied, the totals of a turn.

import { columnsOf, cutTo } from '../cli/screen.js';
import { counted, neutral, type Style, styled, type Terminal } from '../cli/terminal.js';
import type { RecordOf, SessionRecord } from '../protocol/records.js';
import { approval, brief, changes, compactedText, denial, elapsed, turnTotals } from './event-lines.js';
import { rowsOf } from './rows.js';
import type { RunningCall } from './running-calls.js';

export interface RecordRows {
  /** `call` is what the record ends, where it ends one. */
  of(record: SessionRecord, call?: RunningCall): string[];
}

export function recordRows(terminal: () => Terminal): RecordRows {
  const inputs = new Map<string, unknown>();
  const changed = new Map<string, RecordOf<'workspace.changed'>>();
  const style = (name: Style, said: string) => styled(terminal(), name, said);
  const rows = (text: string, first: string, rest: string) =>
    rowsOf({ first, rest, pieces: [{ text }] }, columnsOf(terminal()), terminal());
  const marked = (mark: string, name: Style, text: string) =>
    rows(text, `${mark} `, '  ').map((row, i) =>
      i === 0 ? `${style(name, mark)}${row.slice(mark.length)}` : row,
    );
  const warned = (text: string) => marked('!', 'yellow', text);

  function returned(record: RecordOf<'tool.returned'>, call: RunningCall | undefined): string[] {
    const { call_id, tool, output, is_error, exit_code, denied, interrupted } = record;
    const input = inputs.get(call_id);
    const found = changed.get(call_id);
    inputs.delete(call_id);
    changed.delete(call_id);
    if (denied !== undefined) return marked('x', 'yellow', denial(tool, input, denied));
    const took = call?.took ?? 0;
    const facts = [
      ...(took >= 1000 ? [elapsed(took)] : []),
      ...(exit_code !== undefined && exit_code !== 0 ? [`exit code ${exit_code}`] : []),
      ...(interrupted ? ['interrupted'] : []),
    ];
    const end = facts.length === 0 ? '' : ` (${facts.join(', ')})`;
    return [
      ...marked(is_error ? '!' : '*', is_error ? 'yellow' : 'cyan', `${neutral(tool)} ${brief(input)}${end}`),
      ...folded(output).map((line) =>
        style('dim', `  ${cutTo(line.replaceAll('\t', '    '), columnsOf(terminal()) - 3)}`),
      ),
      ...(found === undefined ? [] : rows(changes(found), '  ', '    ')),
    ];
  }

  return {
    of(record, call) {
      switch (record.type) {
        case 'run.opened':
          return [
            '',
            `${style('bold', neutral(record.run_id))}  ${style('dim', neutral(record.settings.model))}`,
          ];
        case 'turn.opened': {
          const [first = '', ...others] = neutral(record.prompt).trimEnd().split('\n');
          return [...marked('>', 'cyan', first), ...others.flatMap((line) => rows(line, '  ', '  '))];
        }
        case 'model.failed':
          return warned(
            record.will_retry
              ? `${neutral(record.message).replace(/\.$/, '')}, trying again`
              : neutral(record.message),
          );
        case 'tool.requested':
          inputs.set(record.call_id, record.input);
          return [];
        case 'tool.returned':
          return returned(record, call);
        case 'tool.denied':
          return marked('x', 'yellow', denial(record.tool, record.input, record));
        case 'approval.given':
          return record.via === 'program' || record.by === null || record.reason !== undefined
            ? rows(approval(record), '  ', '    ').map((row) => style('dim', row))
            : [];
        case 'workspace.changed':
          if (record.call_id === undefined) return warned(changes(record));
          changed.set(record.call_id, record);
          return [];
        case 'sandbox.denied':
          return warned(`connection to ${neutral(record.host)}:${record.port} refused (${record.reason})`);
        case 'finding':
          return warned(neutral(record.says));
        case 'context.compacted':
          return warned(compactedText(record.messages_dropped));
        case 'turn.closed': {
          const { stop_reason } = record.result;
          const reason = style(stop_reason === 'completed' ? 'green' : 'yellow', stop_reason);
          return [`${reason} ${style('dim', turnTotals(record))}`, ''];
        }
        default:
          return [];
      }
    },
  };
}

const mostOutputLines = 6;

function folded(output: string): string[] {
  const lines = neutral(output.trimEnd()).split('\n');
  if (lines.length === 1 && lines[0] === '') return [];
  const rest = lines.length - mostOutputLines;
  return [...lines.slice(0, mostOutputLines), ...(rest > 0 ? [`… ${counted(rest, 'more line')}`] : [])];
}
