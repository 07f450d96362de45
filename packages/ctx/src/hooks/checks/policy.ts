// Tools that the project's config denies, with the reason. Rules are those of a session's policy.

import { lstatSync } from 'node:fs';
import { whereItLeads } from '../../disk/where-it-leads.js';
import type { ToolUse } from '../../protocol/host-event.js';
import { check } from '../check.js';
import { plain } from '../plain.js';
import { changedFiles, patchTool } from '../tool-use.js';

/** So many rules are judged before somebody looks at the clock. */
const atOnce = 50;

export const policy = check({
  name: 'policy',
  on: 'before-tool',
  throttle: 'always',
  keepsTime: true,
  words: { refusal: 'This project does not allow it: {reason} (.context/config.yaml, hooks.deny).' },
  async look({ event, settings, folder, context, env, refuseIfLate }) {
    if (settings.deny.length === 0) return undefined;
    // Reading shell commands takes more code than all other checks together.
    const { heldRule, isReadOtherwise, judgeCall } = await import('../../policy/policy.js');
    const tools = usesOf(event.tool);
    const isNamed = settings.deny.some(({ rule }) => mayBeAbout(rule, tools));
    const other = isNamed ? await otherNames(event.tool, folder, context.root, refuseIfLate) : [];
    const command = commandOf(event.tool);
    if (isNamed && command !== undefined && isReadOtherwise(command, env))
      throw new Error(
        'in the shell’s locale, its letters can be read in several ways, so ctx cannot tell what it would run',
      );
    const uses = tools.flatMap((tool) => inputsOf(tool, folder, other).map((input) => ({ tool, input })));
    for (let at = 0; at < settings.deny.length; at += atOnce) {
      const rules = settings.deny.slice(at, at + atOnce);
      const held = rules.map(({ rule }) => heldRule(inSmall(rule)));
      const judged = { allow: [], deny: held, on_deny: 'tell' as const };
      for (const { tool, input } of uses) {
        refuseIfLate();
        const verdict = judgeCall(judged, tool, input);
        if (verdict.allowed) continue;
        const { rule = verdict.rule, because } = rules[held.indexOf(verdict.rule)] ?? {};
        const reason = because ?? verdict.reason.replace(verdict.rule, () => rule);
        return { facts: { reason: plain(reason), rule, tool: event.tool.name } };
      }
    }
    return undefined;
  },
});

/** What ctx calls a tool of Claude Code's, where that is not the same word in small letters. */
const oursFor = new Map([
  ['LS', 'list'],
  ['MultiEdit', 'edit'],
  ['NotebookEdit', 'edit'],
]);

/**
 * What rules may call it: the host's own name, what Claude Code calls such a tool, and what ctx does. A rule that somebody
 * wrote with other letters, `bash(rm *)`, means the same. A patch is a write and an edit of each file that it names.
 */
function usesOf(tool: ToolUse): readonly ToolUse[] {
  if (tool.as !== patchTool) {
    const names = [tool.name, tool.as, oursFor.get(tool.as) ?? tool.as].map((name) => name.toLowerCase());
    return [...new Set(names)].map((name) => ({ ...tool, name }));
  }
  const subject = { field: 'file_path', kind: 'path' } as const;
  const inputs = changedFiles(tool).map((file_path) => ({ file_path }));
  return [patchTool, 'write', 'edit'].flatMap((name) =>
    (inputs.length === 0 ? [{}] : inputs).map((input) => ({ name, as: name, input, subject })),
  );
}

/** The rule with its tool's name in small letters; a pattern stays as it is. */
function inSmall(rule: string): string {
  const end = rule.indexOf('(');
  return end < 0 ? rule.toLowerCase() : rule.slice(0, end).toLowerCase() + rule.slice(end);
}

/** Whether a rule with a pattern names one of the tools: all names of a file are looked for only then, which may take long. */
function mayBeAbout(rule: string, tools: readonly ToolUse[]): boolean {
  const name = inSmall(rule).split('(', 1)[0] ?? '';
  return rule.includes('(') && (name.includes('*') || tools.some((tool) => tool.name === name));
}

function commandOf({ input, subject }: ToolUse): string | undefined {
  const command = subject?.kind === 'command' ? input[subject.field] : undefined;
  return typeof command === 'string' ? command : undefined;
}

/** The input as it is, with each path that its path may lead to, and with the other names of its file. */
function inputsOf({ input, subject }: ToolUse, folder: string, other: readonly string[]) {
  const path = subject?.kind === 'path' ? input[subject.field] : undefined;
  if (subject === undefined || typeof path !== 'string') return [input];
  const places = [...whereItLeads(folder, path), ...other];
  return [input, ...places.map((place) => ({ ...input, [subject.field]: place }))];
}

/** Of the files that it is about, what else they are called in the project: a rule may know them by that name. */
async function otherNames(
  tool: ToolUse,
  folder: string,
  root: string,
  goOn: () => void,
): Promise<readonly string[]> {
  const { subject } = tool;
  const given = subject?.kind === 'path' ? [tool.input[subject.field]] : [];
  const paths = tool.as === patchTool ? changedFiles(tool) : given;
  const files = paths
    .filter((path) => typeof path === 'string')
    .flatMap((path) => whereItLeads(folder, path))
    .map((place) => lstatSync(place, { throwIfNoEntry: false }))
    .filter((file) => file?.isFile() === true && file.nlink > 1);
  if (files.length === 0) return [];
  const { hardLinksBelow } = await import('../../disk/hard-links.js');
  const namesOf = hardLinksBelow(root, goOn);
  return files.flatMap((file) => {
    const names = file === undefined ? [] : namesOf(file);
    if (names === undefined)
      throw new Error('the file has other names, and there are too many files to find them');
    return names.map((name) => `${root}/${name}`);
  });
}
