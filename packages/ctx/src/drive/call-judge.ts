// What the rules of a run say of the calls of its agent. They are read once, and anew only when somebody has answered one of them for the
// rest of the session.

import { answered } from '../policy/policy.js';
import type { Verdict } from '../policy/verdict.js';
import type { ToldCall } from './agent-port.js';
import type { DrivenContext } from './driven-context.js';
import type { CallUses } from './foreign-uses.js';
import { type ForeignJudge, foreignJudge } from './judge-call.js';

export interface Judged {
  /** As the record has it. */
  readonly leads: { readonly leads_to?: string };
  readonly verdict: Verdict;
}

const nowhereElse = {};

export class CallJudge {
  readonly #context: DrivenContext;
  #rules: { readonly judge: ForeignJudge; readonly approved: number } | undefined;

  constructor(context: DrivenContext) {
    this.#context = context;
  }

  /** `uses`: the call, as it was read when it was first heard of. */
  of(call: ToldCall, uses: CallUses): Judged {
    const { run, agent, leadsTo } = this.#context;
    const place = { folder: agent.agent.folder, opened: run.settings.open_paths };
    const leads_to = leadsTo?.(call, uses);
    if (leads_to === undefined) return { leads: nowhereElse, verdict: this.#judge(call, place, uses) };
    return { leads: { leads_to }, verdict: this.#judge({ ...call, leads_to }, place) };
  }

  get #judge(): ForeignJudge {
    const { settings, approved } = this.#context.run;
    if (this.#rules?.approved !== approved.size) {
      const judge = foreignJudge(answered(settings.policy, approved));
      this.#rules = { judge, approved: approved.size };
    }
    return this.#rules.judge;
  }
}
