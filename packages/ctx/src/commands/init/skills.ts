// `ctx init --skills`: the skill that tells an agent when to use ctx, in the skill folders of hosts.

import { join } from 'node:path';
import * as t from 'typebox';
import { putOwnSkill } from '../../catalog/installing/own-skill.js';
import type { Services } from '../../cli/command.js';
import { neutral, styled, type Terminal } from '../../cli/terminal.js';
import { homeFolder } from '../../disk/home-folder.js';
import { pathInside } from '../../disk/inside.js';
import { type ExtensionScope, extensionsOf } from '../../hosts/extensions.js';
import type { Host, Scope } from '../../hosts/host.js';
import { closed } from '../../protocol/closed.js';
import { fail } from '../../protocol/codes.js';

export const skillSchema = t.Object(
  {
    host: t.String(),
    scope: t.Enum(['project', 'user']),
    folder: t.String(),
    change: t.Enum(['installed', 'renewed', 'unchanged']),
  },
  closed,
);

type SkillAnswer = t.Static<typeof skillSchema>;

export interface SkillsWish {
  readonly hosts: readonly Host[];
  readonly scope: Scope;
  readonly root: string;
  readonly dryRun: boolean;
}

export async function installSkills(wish: SkillsWish, services: Services): Promise<SkillAnswer[]> {
  const scope = extensionScope(wish);
  const { root } = wish;
  const { env, program } = services;
  const answers: SkillAnswer[] = [];
  // Two hosts may read the same folder.
  const done = new Set<string>();
  for (const { name: host } of wish.hosts) {
    const parent = extensionsOf(host).skills(scope, { root, env });
    const folder =
      scope === 'project' ? pathInside(root, parent.slice(root.length + 1), 'ctx') : join(parent, 'ctx');
    if (done.has(folder)) continue;
    done.add(folder);
    const place = { host, scope, root: scope === 'project' ? root : homeFolder(env) };
    const change = await putOwnSkill({
      env,
      place,
      folder,
      shippedFolder: program.shippedFolder,
      dryRun: wish.dryRun,
    });
    answers.push({ host, scope, folder, change });
  }
  return answers;
}

function extensionScope({ scope, hosts: [first] }: SkillsWish): ExtensionScope {
  if (scope !== 'local') return scope;
  const title = first?.title ?? 'a host';
  throw fail('host_scope_missing', { operation: 'install', target: '--skills', host: title, scope });
}

export function skillText({ host, folder, change }: SkillAnswer, terminal: Terminal): string {
  if (change === 'unchanged') return `  ${host}: the skill is in ${neutral(folder)} already\n`;
  const verb = change === 'renewed' ? 'skill renewed' : 'skill';
  return `  ${styled(terminal, 'green', '+')} ${verb} of ${host} in ${neutral(folder)}\n`;
}
