// The policy lab: rules that somebody types, held against every recorded call, as `ctx replay --policy --all` does it.

import { dump } from 'js-yaml';
import { askedByDefault } from '../../config/policy-settings.js';
import type { PolicyAnswer, PolicyStart, WouldDenyRow } from '../../dashboard/api.js';
import type { Dashboard } from '../../dashboard/dashboard.js';
import { eachLog } from '../../dashboard/each-log.js';
import { parseDocument } from '../../document/read-document.js';
import { judgedSession } from '../../evidence/replay/every-agent.js';
import { profileNames, withProfile } from '../../policy/profiles.js';
import { recordShapes } from '../../session/shape.js';
import { policyOf, policyRules } from '../replay-under-policy.js';

const mostMs = 20_000;
const mostShown = 1000;

export async function underRules(
  yaml: string,
  dashboard: Dashboard,
  signal: AbortSignal,
): Promise<PolicyAnswer> {
  const policy = policyOf(parseDocument(yaml, 'rules', policyRules) ?? {});
  const shapes = recordShapes();
  const told = new Set<string>();
  const denied: WouldDenyRow[] = [];
  const byRule = new Map<string, number>();
  let calls = 0;
  const { read, unreadable, left } = await eachLog(
    await dashboard.entries(),
    { signal, mostMs },
    (descriptor, { key, id, project }) => {
      const found = judgedSession(descriptor, policy, shapes, told);
      if (found === undefined) return false;
      calls += found.calls;
      for (const one of found.denied) {
        byRule.set(one.rule, (byRule.get(one.rule) ?? 0) + 1);
        if (denied.length < mostShown) denied.push({ key, session_id: id, project, ...one });
      }
      return true;
    },
  );
  const by_rule = [...byRule].map(([rule, count]) => ({ rule, denied: count }));
  return {
    sessions: read,
    calls,
    unreadable,
    left,
    denied_count: by_rule.reduce((sum, one) => sum + one.denied, 0),
    by_rule: by_rule.sort((a, b) => b.denied - a.denied || (a.rule < b.rule ? -1 : 1)),
    denied,
  };
}

export function policyStart(): PolicyStart {
  const yamlOf = (rules: object) => dump(rules, { lineWidth: 120 });
  return {
    yaml: yamlOf({ allow: [], deny: [], ask: [...askedByDefault] }),
    profiles: profileNames.map((name) => {
      const { allow, deny } = withProfile({ allow: [], deny: [], on_deny: 'tell' }, name);
      return { name, yaml: yamlOf({ allow, deny }) };
    }),
  };
}
