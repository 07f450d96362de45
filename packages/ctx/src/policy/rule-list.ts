// The rules of one list of a policy, read once: which of them are about a tool, and what their patterns stand for.

import { once, type Pattern, patternOf } from './pattern.js';
import { namesTool, parseRule, type Rule } from './rules.js';

export interface ReadRule extends Rule {
  /** Nothing where the rule holds whatever the input. */
  readonly reading: Pattern | undefined;
}

interface RulesOfTool {
  readonly rules: readonly ReadRule[];
  readonly onAnyInput: ReadRule | undefined;
}

/** Another agent may name its tools as it likes: no more names than these are remembered. */
const mostTools = 256;

export class RuleList {
  readonly #texts: readonly string[];
  readonly #rules = once(() => this.#texts.map(readRule));
  readonly #byTool = new Map<string, RulesOfTool>();

  constructor(texts: readonly string[]) {
    this.#texts = texts;
  }

  get isEmpty(): boolean {
    return this.#texts.length === 0;
  }

  about(tool: string): readonly ReadRule[] {
    return this.#of(tool).rules;
  }

  /** The first that is about the tool whatever its input. */
  onAnyInput(tool: string): ReadRule | undefined {
    return this.#of(tool).onAnyInput;
  }

  #of(tool: string): RulesOfTool {
    const known = this.#byTool.get(tool);
    if (known !== undefined) return known;
    const rules = this.#rules().filter((rule) => namesTool(rule, tool));
    const found = { rules, onAnyInput: rules.find(({ pattern }) => pattern === undefined) };
    if (this.#byTool.size < mostTools) this.#byTool.set(tool, found);
    return found;
  }
}

function readRule(text: string): ReadRule {
  const rule = parseRule(text);
  return { ...rule, reading: rule.pattern === undefined ? undefined : patternOf(rule.pattern) };
}
