// Tools that the project's config denies, with the reason. Rules are those of a session's policy.

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
  async look({ event, settings, folder, refuseIfLate }) {
    if (settings.deny.length === 0) return undefined;
    // Reading shell commands takes more code than all other checks together.
    const { judgeCall } = await import('../../policy/policy.js');
    const uses = usesOf(event.tool).flatMap((tool) =>
      inputsOf(tool, folder).map((input) => ({ tool, input })),
    );
    for (let at = 0; at < settings.deny.length; at += atOnce) {
      const rules = settings.deny.slice(at, at + atOnce);
      const judged = { allow: [], deny: rules.map(({ rule }) => rule), on_deny: 'tell' as const };
      for (const { tool, input } of uses) {
        refuseIfLate();
        const verdict = judgeCall(judged, tool, input);
        if (verdict.allowed) continue;
        const because = rules.find(({ rule }) => rule === verdict.rule)?.because;
        const { rule } = verdict;
        return { facts: { reason: plain(because ?? verdict.reason), rule, tool: event.tool.name } };
      }
    }
    return undefined;
  },
});

/** What rules may call it: the host's own name, and what Claude Code calls such a tool. A patch of Codex's is a write and an edit of each file that it names, as in Codex's own matchers. */
function usesOf(tool: ToolUse): readonly ToolUse[] {
  if (tool.name !== patchTool) return tool.as === tool.name ? [tool] : [tool, { ...tool, name: tool.as }];
  const subject = { field: 'file_path', kind: 'path' } as const;
  const inputs = changedFiles(tool).map((file_path) => ({ file_path }));
  return [patchTool, 'Write', 'Edit'].flatMap((name) =>
    (inputs.length === 0 ? [{}] : inputs).map((input) => ({ name, as: name, input, subject })),
  );
}

/** The input as it is, and with each path that its path may lead to. */
function inputsOf({ input, subject }: ToolUse, folder: string) {
  const path = subject?.kind === 'path' ? input[subject.field] : undefined;
  if (subject === undefined || typeof path !== 'string') return [input];
  const places = whereItLeads(folder, path);
  return [input, ...places.map((place) => ({ ...input, [subject.field]: place }))];
}
