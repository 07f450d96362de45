// A run as a log has it: one line for each event, as it happens. For files, pipes and CI.

import { dollars, tokens } from '../cli/amounts.js';
import type { Watcher } from '../cli/command.js';
import type { Screen } from '../cli/screen.js';
import { counted, neutral } from '../cli/terminal.js';
import { deniedBecause } from '../protocol/denied-words.js';
import { isRecord } from '../protocol/records/is-record.js';
import type { SessionRecord } from '../protocol/records.js';
import { approval, brief, changes, compactedText, denial, elapsed, turnTotals } from './event-lines.js';
import { isNote } from './view-event.js';

export interface PlainOptions {
  readonly now: () => number;
  /** Each run is a group of its own in the log of a workflow on GitHub. */
  readonly groups: boolean;
}

export function plainView(screen: Screen, { now, groups }: PlainOptions): Watcher {
  const begun = new Map<string, number>();
  let isOpen = false;
  const endGroup = () => {
    if (isOpen) screen.command('::endgroup::');
    isOpen = false;
  };
  const took = (call_id: string) => {
    const milliseconds = now() - (begun.get(call_id) ?? now());
    begun.delete(call_id);
    return milliseconds < 1000 ? '' : ` in ${elapsed(milliseconds)}`;
  };

  function lineOf(event: SessionRecord): string | undefined {
    switch (event.type) {
      case 'turn.opened':
        return `turn ${event.turn}: ${brief(event.prompt)}`;
      case 'model.responded': {
        const { usage, cost_microusd, content } = event;
        const said = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
        const used = `${tokens(usage === null ? null : usage.input_tokens + usage.output_tokens)}, ${dollars(cost_microusd)}`;
        return `model: ${used}${said.trim() === '' ? '' : `: ${brief(said)}`}`;
      }
      case 'model.failed':
        return `model failed: ${event.will_retry ? `${brief(event.message).replace(/\.$/, '')}, trying again` : brief(event.message)}`;
      case 'tool.requested':
        begun.set(event.call_id, now());
        return `${neutral(event.tool)}: ${brief(event.input)}`;
      case 'tool.returned': {
        const time = took(event.call_id);
        if (event.denied !== undefined)
          return `denied: ${neutral(event.tool)}${neutral(deniedBecause(event.denied))}`;
        const code =
          event.exit_code === undefined || event.exit_code === 0 ? '' : `, exit code ${event.exit_code}`;
        const lines = event.output.trimEnd() === '' ? 0 : event.output.trimEnd().split('\n').length;
        const state = event.interrupted ? 'interrupted' : event.is_error ? 'failed' : 'done';
        return `${neutral(event.tool)} ${state}${time}${code}, ${counted(lines, 'line')}`;
      }
      case 'tool.denied':
        return denial(event.tool, event.input, event);
      case 'workspace.changed':
        return changes(event);
      case 'approval.requested':
        return `approval asked for: ${neutral(event.tool)} by ${neutral(event.rule)}`;
      case 'approval.given':
        return `approval: ${approval(event)}`;
      case 'sandbox.denied':
        return `connection to ${neutral(event.host)}:${event.port} refused (${event.reason})`;
      case 'finding':
        return `finding: ${brief(event.says)}`;
      case 'context.compacted':
        return compactedText(event.messages_dropped);
      case 'turn.closed':
        return `turn ${event.result.turn} ${event.result.stop_reason}: ${turnTotals(event)}`;
      default:
        return undefined;
    }
  }

  function take(event: SessionRecord): void {
    if (event.type === 'run.opened') {
      const title = `run ${neutral(event.run_id)}: ${neutral(event.settings.model)}`;
      if (groups) {
        endGroup();
        screen.command(`::group::${title.replace(/[\r\n]/g, ' ')}`);
        isOpen = true;
      } else screen.write(`${title}\n`);
      return;
    }
    const line = lineOf(event);
    if (line !== undefined) screen.write(`${line.replaceAll('\n', ' ')}\n`);
    if (event.type === 'run.closed') endGroup();
  }

  return {
    showsText: false,
    take(event) {
      if (isRecord(event)) take(event);
      else if (isNote(event)) screen.write(event.text);
    },
    end: endGroup,
  };
}
