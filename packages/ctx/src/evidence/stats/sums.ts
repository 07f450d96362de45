// What is counted of sessions.

export interface Sums {
  sessions: number;
  turns: number;
  answers: number;
  tool_calls: number;
  /** Calls whose result was an error. */
  failed_calls: number;
  denials: number;
  /** Model calls that failed. */
  model_failures: number;
  /** Of answers whose tokens are known. */
  input_tokens: number;
  output_tokens: number;
  cache_read_tokens: number;
  cache_write_tokens: number;
  answers_without_tokens: number;
  /** As the agent or ctx recorded it. */
  cost_microusd: number;
  /** By the table of prices, of answers that have tokens and no cost. */
  estimated_cost_microusd: number;
  answers_without_cost: number;
}

export function noSums(): Sums {
  return {
    sessions: 0,
    turns: 0,
    answers: 0,
    tool_calls: 0,
    failed_calls: 0,
    denials: 0,
    model_failures: 0,
    input_tokens: 0,
    output_tokens: 0,
    cache_read_tokens: 0,
    cache_write_tokens: 0,
    answers_without_tokens: 0,
    cost_microusd: 0,
    estimated_cost_microusd: 0,
    answers_without_cost: 0,
  };
}

export function addTo<K extends string>(place: Record<K, number>, sums: Readonly<Record<K, number>>): void {
  for (const name in sums) place[name] += sums[name];
}
