// Which commands `ctx mcp` serves, and how it speaks of them. Every word here is part of each request that a host sends.

/** A field is an argument or a flag of the command; no text means that its name says enough. */
export interface Offer {
  readonly effect: 'reads' | 'writes';
  readonly says: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly required?: readonly string[];
  /** The flag without which it would tell of the pad. */
  readonly leavesPadOut?: string;
}

/** What most sessions need: read the memory, add to it, find things. */
export const coreOffers: Readonly<Record<string, Offer>> = {
  brief: {
    effect: 'reads',
    says: 'What to read first in this project: handover, due reminders, open tasks, conventions, decisions, learnings.',
    fields: { budget: 'most tokens' },
  },
  search: {
    effect: 'reads',
    says: 'Search project memory and past sessions.',
    fields: { query: 'words that must all match; "quote" a phrase', limit: '' },
    required: ['query'],
    leavesPadOut: '--no-pad',
  },
  status: { effect: 'reads', says: 'What the memory holds, its size and age.', fields: {} },
  'task list': { effect: 'reads', says: 'List open tasks.', fields: { all: 'done ones too', tag: '' } },
  'task add': {
    effect: 'writes',
    says: 'Add a task.',
    fields: { title: 'one line', details: '', tag: '' },
    required: ['title'],
  },
  'task done': { effect: 'writes', says: 'Mark tasks as done.', fields: { id: '' }, required: ['id'] },
  'decision add': {
    effect: 'writes',
    says: 'Record a decision.',
    fields: {
      title: 'one line',
      context: 'the situation',
      because: 'why',
      consequence: 'what follows',
      tag: '',
    },
    required: ['title'],
  },
  'learning add': {
    effect: 'writes',
    says: 'Record a lesson for later sessions.',
    fields: {
      title: 'one line',
      context: 'where it came up',
      lesson: '',
      apply: 'what to do from now on',
      tag: '',
    },
    required: ['title'],
  },
  'convention add': {
    effect: 'writes',
    says: 'Record how things are done in this project.',
    fields: { title: 'one line', details: '', example: '', tag: '' },
    required: ['title'],
  },
  'handover write': {
    effect: 'writes',
    says: 'Leave a note for the next session.',
    fields: { text: 'where things stand', done: '', next: '', blocked: '' },
    required: ['text'],
  },
  remind: {
    effect: 'writes',
    says: 'Set a reminder, due now or later.',
    fields: { text: '', after: 'such as 2026-12-24, 4h, 3d' },
    required: ['text'],
  },
  'remind list': { effect: 'reads', says: 'List reminders.', fields: { due: 'only due ones' } },
  'remind dismiss': { effect: 'writes', says: 'Dismiss reminders.', fields: { id: '' }, required: ['id'] },
  'list-sessions': { effect: 'reads', says: 'List recorded sessions, newest first.', fields: { limit: '' } },
  recommend: {
    effect: 'reads',
    says: 'Recommend skills, agents and MCP servers for this project.',
    fields: { task: 'what you want to do', each: 'how many of each kind' },
  },
};

/** Served with --all. */
export const furtherOffers: Readonly<Record<string, Offer>> = {
  'load-session': {
    effect: 'reads',
    says: 'Show a session: its runs and how each ended.',
    fields: { session: 'id', messages: 'show the transcript, too' },
    required: ['session'],
  },
  verify: {
    effect: 'reads',
    says: 'Check that a session or report was not changed since ctx wrote it.',
    fields: {
      path: 'session id, or folder of a report',
      head: 'chain head kept elsewhere',
      session: 'session of the report',
    },
    required: ['path'],
  },
  'convention list': { effect: 'reads', says: 'List conventions.', fields: { tag: '' } },
  'decision list': { effect: 'reads', says: 'List decisions.', fields: { tag: '' } },
  'learning list': { effect: 'reads', says: 'List learnings.', fields: { tag: '' } },
  'scan-repo': {
    effect: 'reads',
    says: 'List languages, frameworks and tools of a repository, with evidence.',
    fields: { dir: 'folder in this project', recommend: 'with recommendations' },
  },
  'catalog search': {
    effect: 'reads',
    says: 'Search the catalog of skills, agents and MCP servers.',
    fields: { words: '', kind: '', limit: '' },
    required: ['words'],
  },
  'catalog show': {
    effect: 'reads',
    says: 'Show a catalog entry.',
    fields: { id: 'id or name' },
    required: ['id'],
  },
  route: {
    effect: 'reads',
    says: 'Rank the commands and tools that fit a prompt.',
    fields: { prompt: '', limit: '' },
    required: ['prompt'],
  },
  'show-command': {
    effect: 'reads',
    says: 'Show a slash command, a skill or a built-in command.',
    fields: { name: '' },
    required: ['name'],
  },
};

/** The pad is private: it is served only to a host that the user started with --with-pad. */
export const padOffers: Readonly<Record<string, Offer>> = {
  pad: { effect: 'reads', says: 'List pad entries.', fields: {} },
  'pad show': { effect: 'reads', says: 'Show a pad entry.', fields: { id: '' }, required: ['id'] },
  'pad add': {
    effect: 'writes',
    says: 'Add a pad entry.',
    fields: { text: '', tag: '' },
    required: ['text'],
  },
  'pad edit': {
    effect: 'writes',
    says: 'Replace a pad entry.',
    fields: { id: '', text: '' },
    required: ['id', 'text'],
  },
};
