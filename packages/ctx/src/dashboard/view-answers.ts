// What the server answers to the views beside the sessions: costs, the policy lab, the memory, the catalog.

import type { answerQuestion } from '../catalog/answer-question.js';
import type { WouldDeny } from '../evidence/replay/every-agent.js';
import type { Sums } from '../evidence/stats/sums.js';
import type { Dimension } from '../evidence/stats/usage-sums.js';
import type { Scan } from '../scan/scan.js';

export type StatsRow = Sums & { readonly name: string };

/** As `ctx stats` answers. */
export type StatsAnswer = { readonly total: Sums } & { readonly [K in Dimension]: readonly StatsRow[] } & {
  readonly sessions_read: number;
  readonly sessions_unreadable: number;
  readonly repeated_answers: number;
  readonly retold_runs: number;
};

export interface PolicyStart {
  /** The rules of ctx for a run that somebody watches, as YAML: allow, deny, ask. */
  readonly yaml: string;
  /** `read-only`, `edit`, `full`: their rules as YAML. */
  readonly profiles: readonly { readonly name: string; readonly yaml: string }[];
}

export interface PolicyQuestion {
  /** allow, deny, ask: lists of rules. */
  readonly yaml: string;
}

export interface WouldDenyRow extends WouldDeny {
  readonly key: string;
  readonly session_id: string;
  readonly project: string;
}

/** Rules that cannot be read are an ApiError with status 422 (`document_…`, `rule_…`), whose message has the place. */
export interface PolicyAnswer {
  readonly sessions: number;
  readonly calls: number;
  readonly unreadable: number;
  /** How many calls would have been denied, and how many of those by each rule. */
  readonly denied_count: number;
  readonly by_rule: readonly { readonly rule: string; readonly denied: number }[];
  /** The first thousand. */
  readonly denied: readonly WouldDenyRow[];
  /** Sessions that were not looked at before time was up. */
  readonly left: number;
}

export interface MemoryItem {
  readonly id: string;
  readonly uid: string;
  readonly title: string;
  readonly body: string;
  readonly tags: readonly string[];
  readonly at: string | null;
  readonly done: boolean;
  readonly line: number;
}

export interface MemoryList {
  readonly file: string;
  readonly items: readonly MemoryItem[];
}

/** As `remind list`, `task list --all`, `decision list`, `learning list`, `convention list` answer, and the handovers. The pad is not in it. */
export interface MemoryAnswer {
  readonly reminders: readonly {
    readonly id: number;
    readonly uid: string;
    readonly text: string;
    readonly created_at: string;
    readonly due_at: string;
    readonly due: boolean;
  }[];
  readonly tasks: MemoryList;
  readonly decisions: MemoryList;
  readonly learnings: MemoryList;
  readonly conventions: MemoryList;
  /** Newest first, the newest fifty; Markdown, at most 64 KiB each. */
  readonly handovers: readonly { readonly name: string; readonly at: string; readonly text: string }[];
}

export type MemoryChange =
  | { readonly action: 'remind'; readonly text: string; readonly after?: string }
  | { readonly action: 'dismiss'; readonly uid: string }
  | { readonly action: 'done'; readonly uid: string }
  | {
      readonly action: 'add';
      readonly kind: 'task' | 'decision' | 'learning' | 'convention';
      readonly title: string;
      /** `details`; `context`, `because`, `consequence`; `context`, `lesson`, `apply`; `details`, `example`. */
      readonly fields?: Readonly<Record<string, string>>;
      readonly tags?: readonly string[];
    };

/** As `ctx scan-repo --recommend` answers. */
export type CatalogAnswer = Scan & {
  readonly task: string;
  readonly recommended: Omit<Awaited<ReturnType<typeof answerQuestion>>, 'explanation'>;
};
