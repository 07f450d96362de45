// Who answers: what the person allowed before, then their program, then they themselves, at an editor or at a terminal.

import { Failure } from '../protocol/failure.js';
import type { TrustPlace } from '../trust/trust-file.js';
import { allowedRules, allowRule } from './allowed-rules.js';
import { askAtTerminal, type TerminalQuestion } from './at-terminal.js';
import { type ApprovalProgram, askProgram } from './by-program.js';
import { askInEditor, type EditorQuestion } from './in-editor.js';
import type { Approver } from './question.js';

export interface WhoAnswers {
  readonly place: TrustPlace;
  readonly user: string;
  readonly now: () => number;
  readonly program?: ApprovalProgram | undefined;
  readonly terminal?: Omit<TerminalQuestion, 'keep' | 'user'> | undefined;
  readonly editor?: Omit<EditorQuestion, 'keep' | 'user'> | undefined;
}

export function approverOf({ place, user, now, program, terminal, editor }: WhoAnswers): Approver {
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
      return terminal === undefined ? undefined : 'terminal';
    },
    async ask(call, signal) {
      const since = allowed.get(call.rule);
      if (since !== undefined) {
        const reason = `allowed in this project on ${since.slice(0, 10)}`;
        return { answer: 'allow', scope: 'project', via: 'terminal', by: user, reason };
      }
      if (program !== undefined) return askProgram(program, call, signal);
      if (editor !== undefined) return askInEditor({ ...editor, user, keep }, call, signal);
      if (terminal === undefined) throw new TypeError('nobody can be asked');
      return askAtTerminal({ ...terminal, user, keep }, call, signal);
    },
  };
}
