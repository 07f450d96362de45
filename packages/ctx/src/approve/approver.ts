// Who answers: what the person allowed before, then their program, then they themselves: at an editor or a terminal, and at a page of the dashboard.

import { Failure } from '../protocol/failure.js';
import type { TrustPlace } from '../trust/trust-file.js';
import { allowedRules, allowRule } from './allowed-rules.js';
import { askAtTerminal, type TerminalQuestion } from './at-terminal.js';
import { type ApprovalProgram, askProgram } from './by-program.js';
import { askInEditor, type EditorQuestion } from './in-editor.js';
import { askInBoth, askInPage, type PageQuestion } from './in-page.js';
import type { Approver, AskedCall, GivenAnswer } from './question.js';

export interface WhoAnswers {
  readonly place: TrustPlace;
  readonly user: string;
  readonly now: () => number;
  readonly program?: ApprovalProgram | undefined;
  readonly terminal?: Omit<TerminalQuestion, 'keep' | 'user'> | undefined;
  readonly editor?: Omit<EditorQuestion, 'keep' | 'user'> | undefined;
  /** Besides whoever is at the terminal or the editor, or alone. */
  readonly page?: Omit<PageQuestion, 'keep' | 'user'> | undefined;
}

export function approverOf({ place, user, now, program, terminal, editor, page }: WhoAnswers): Approver {
  const allowed = allowedRules(place);
  const keep = async (rule: string) => {
    try {
      await allowRule(rule, place, now());
      return undefined;
    } catch (error) {
      if (error instanceof Failure) return `${error.where.target} (${error.code})`;
      throw error;
    }
  };
  return {
    via(rule) {
      if (allowed.has(rule)) return 'terminal';
      if (program !== undefined) return 'program';
      if (editor !== undefined) return 'editor';
      if (terminal !== undefined) return 'terminal';
      return page === undefined ? undefined : 'browser';
    },
    async ask(call, signal) {
      const since = allowed.get(call.rule);
      if (since !== undefined) {
        const reason = `allowed in this project on ${since.slice(0, 10)}`;
        return { answer: 'allow', scope: 'project', via: 'terminal', by: user, reason };
      }
      if (program !== undefined) return askProgram(program, call, signal);
      const atDesk = askedAtDesk(call);
      if (page === undefined) {
        if (atDesk === undefined) throw new TypeError('nobody can be asked');
        return atDesk(signal);
      }
      const asked = { ...page, user, keep };
      if (atDesk === undefined) return askInPage(asked, call, signal);
      return askInBoth(asked, call, signal, atDesk, ({ answer }) =>
        terminal?.desk.show(`\nanswered in the dashboard: ${answer === 'allow' ? 'allowed' : 'denied'}\n`),
      );
    },
  };

  function askedAtDesk(call: AskedCall): ((signal: AbortSignal) => Promise<GivenAnswer>) | undefined {
    if (editor !== undefined) return (signal) => askInEditor({ ...editor, user, keep }, call, signal);
    if (terminal === undefined) return undefined;
    return (signal) => askAtTerminal({ ...terminal, user, keep }, call, signal);
  }
}
