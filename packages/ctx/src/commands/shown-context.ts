// What `ctx run --show-context` answers: all that the first call of each run would send, and nothing is sent.

import { join } from 'node:path';
import * as t from 'typebox';
import { builtinTools } from '../agent/tools/builtin.js';
import { poolOf } from '../agent/tools/pool.js';
import type { Services } from '../cli/command.js';
import { columns, counted, neutral, styled, type Terminal } from '../cli/terminal.js';
import type { Plan } from '../config/plan.js';
import { closed } from '../protocol/closed.js';
import { contextPiece } from '../protocol/records.js';
import { informedRuns } from '../runs/informed-runs.js';
import { redactorFor } from '../session/redact.js';
import { tokensOfText } from '../text/token-estimate.js';

import { modelSources } from './shown-defaults.js';

const shownRun = t.Object(
  {
    run_id: t.String(),
    model: t.String(),
    /** Where the model comes from that nobody named for this run. */
    model_from: t.Optional(t.Enum(['environment', 'project', 'user'])),
    /** The system prompt as it would be sent, made of the pieces below. */
    system: t.String(),
    context: t.Array(contextPiece),
    prompt: t.String(),
    /** The tools of ctx that the policy leaves; those of MCP servers come besides. */
    tools: t.Array(t.String()),
    /** Estimated, as budgets are. */
    tokens: t.Object({ system: t.Integer(), prompt: t.Integer(), tools: t.Integer() }, closed),
  },
  closed,
);

export const shownContext = t.Object(
  { shown_context: t.Array(shownRun), warnings: t.Array(t.String()) },
  closed,
);

export type ShownContext = t.Static<typeof shownContext>;

export async function showContext(plan: Plan, services: Services): Promise<ShownContext> {
  const { runs, context, warnings } = await informedRuns(plan, services);
  const redactor = redactorFor(services.env);
  const shown = runs.map(({ run_id, prompts: [first = ''], settings }) => {
    const { model, model_from, workspace, policy } = settings;
    const system = redactor.text(settings.system ?? '').value;
    const prompt = redactor.text(first).value;
    const pool = poolOf(builtinTools(join(plan.root, workspace), services.env), policy);
    return {
      run_id,
      model,
      ...(model_from !== undefined && { model_from }),
      system,
      context: (context.get(run_id) ?? []).map(({ text: _, ...piece }) => piece),
      prompt,
      tools: pool.tools.map(({ name }) => name),
      tokens: { system: tokensOfText(system), prompt: tokensOfText(prompt), tools: pool.tokens },
    };
  });
  return { shown_context: shown, warnings: [...warnings] };
}

/** The very text that goes to the model, then what it is made of. */
export function contextText({ shown_context: runs }: ShownContext, terminal: Terminal): string {
  const parts = runs.map(({ run_id, model, model_from: from, system, context, prompt, tools, tokens }) => {
    const bold = (text: string) => styled(terminal, 'bold', text);
    const told = system === '' ? '(no system prompt)' : neutral(system);
    const rows = [
      ...context.map(({ kind, source, tokens: size, version, clipped }) => [
        kind,
        neutral(source),
        counted(size, 'token'),
        [version === undefined ? '' : `version ${version}`, clipped === true ? 'cut' : ''].join(' ').trim(),
      ]),
      ...(context.length === 0 && system !== ''
        ? [['system', 'settings', counted(tokens.system, 'token')]]
        : []),
      ['prompt', '', counted(tokens.prompt, 'token')],
      ['tools', tools.join(', '), counted(tokens.tools, 'token')],
    ];
    const sum = tokens.system + tokens.prompt + tokens.tools;
    return `${bold(`${run_id}: ${neutral(model)}${from === undefined ? '' : `, from ${modelSources[from]}`}`)}\n\n${told}\n\n${bold('Prompt')}\n${neutral(prompt)}\n\n${columns(rows)}About ${counted(sum, 'token')} in all. Nothing was sent.\n`;
  });
  return parts.join('\n');
}
