// The flags that choose which tools there are, and the pool that they leave.

import { idleRules } from '../agent/policy/policy.js';
import type { Denial, Tool } from '../agent/ports.js';
import { builtinTools } from '../agent/tools/builtin.js';
import { type Pool, poolOf } from '../agent/tools/pool.js';
import type { Services } from '../cli/command.js';
import { flag, type Values } from '../cli/inputs.js';
import { policyFlags, policyFrom } from './session-flags.js';

export const toolFlags = {
  'simple-mode': flag.switch('only read, edit and bash'),
  'allow-tool': policyFlags['allow-tool'],
  'deny-tool': policyFlags['deny-tool'],
  'deny-prefix': policyFlags['deny-prefix'],
};

export type ToolFlags = Values<typeof toolFlags>;

export interface OfferedTool extends Tool {
  /** `built-in`, or the server that it comes from. */
  readonly source: string;
}

export interface Offer {
  /** All there are, whatever the policy. */
  readonly tools: readonly OfferedTool[];
  readonly pool: Pool;
  /** Every tool that a model would not get, and why. */
  readonly out: readonly ({ readonly name: string } & Denial)[];
  readonly warnings: readonly string[];
}

const simple = new Set(['read', 'edit', 'bash']);
const notSimple: Denial = { rule: '--simple-mode', reason: 'simple mode has read, edit and bash only' };

export async function offerTools(flags: ToolFlags, { cwd, env }: Services): Promise<Offer> {
  const policy = { on_deny: 'tell' as const, ...policyFrom(flags) };
  const tools = builtinTools(cwd, env).map((tool) => ({ ...tool, source: 'built-in' }));
  const isLeft = ({ name }: Tool) => !flags['simple-mode'] || simple.has(name);
  const pool = poolOf(tools.filter(isLeft), policy);
  const leftOut = tools.filter((tool) => !isLeft(tool)).map(({ name }) => ({ name, ...notSimple }));
  const idle = idleRules(
    policy,
    tools.map(({ name }) => name),
  );
  return {
    tools,
    pool,
    out: [...pool.out, ...leftOut],
    warnings: idle.map((rule) => `the rule ${rule} matches no tool that there is`),
  };
}

/** Why a tool is not in the pool; nothing where it is. */
export function denialOf({ out }: Offer, name: string): Denial | undefined {
  return out.find((tool) => tool.name === name);
}
