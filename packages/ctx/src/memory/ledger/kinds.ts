// The four ledgers: tasks, decisions, learnings and conventions. Markdown files that people and agents both write.

export const ledgerKinds = ['task', 'decision', 'learning', 'convention'] as const;

export type LedgerKind = (typeof ledgerKinds)[number];

export interface Ledger {
  readonly kind: LedgerKind;
  readonly file: string;
  /** What a new file begins with. */
  readonly template: string;
  /** Whether its items are check boxes; sections otherwise. */
  readonly checkboxes: boolean;
  /** What an item can say beside its title: the key of its flag, and its label in the file. */
  readonly fields: Readonly<Record<string, string>>;
}

export const ledgers: Readonly<Record<LedgerKind, Ledger>> = {
  task: {
    kind: 'task',
    file: 'TASKS.md',
    template:
      '# Tasks\n\nWhat is to be done, one check box each. Lines below that are indented belong to it.\n',
    checkboxes: true,
    fields: { details: '' },
  },
  decision: {
    kind: 'decision',
    file: 'DECISIONS.md',
    template:
      '# Decisions\n\nWhat was decided and why, one section each, so that nobody decides it again by accident.\n',
    checkboxes: false,
    fields: { context: 'Context', because: 'Because', consequence: 'Consequence' },
  },
  learning: {
    kind: 'learning',
    file: 'LEARNINGS.md',
    template: '# Learnings\n\nWhat was found out the hard way, one section each.\n',
    checkboxes: false,
    fields: { context: 'Context', lesson: 'Lesson', apply: 'Apply' },
  },
  convention: {
    kind: 'convention',
    file: 'CONVENTIONS.md',
    template: '# Conventions\n\nHow things are done here, one section each.\n',
    checkboxes: false,
    fields: { details: '', example: 'Example' },
  },
};

/** The folder, in `.context`, of the items that were put away. */
export const archiveFolder = 'archive';
