// The names of OpenTelemetry's GenAI conventions that spans of ours use. The conventions are in development and have no release:
// these are the names of open-telemetry/semantic-conventions-genai as of November 2026. Names that begin with `ctx.` are ours.

export const names = {
  operation: 'gen_ai.operation.name',
  provider: 'gen_ai.provider.name',
  agentName: 'gen_ai.agent.name',
  agentVersion: 'gen_ai.agent.version',
  conversation: 'gen_ai.conversation.id',
  compacted: 'gen_ai.conversation.compacted',
  requestModel: 'gen_ai.request.model',
  temperature: 'gen_ai.request.temperature',
  seed: 'gen_ai.request.seed',
  maxTokens: 'gen_ai.request.max_tokens',
  effort: 'gen_ai.request.reasoning.level',
  responseId: 'gen_ai.response.id',
  responseModel: 'gen_ai.response.model',
  finishReasons: 'gen_ai.response.finish_reasons',
  inputTokens: 'gen_ai.usage.input_tokens',
  outputTokens: 'gen_ai.usage.output_tokens',
  cacheRead: 'gen_ai.usage.cache_read.input_tokens',
  cacheWrite: 'gen_ai.usage.cache_write.input_tokens',
  /** Not among the conventions; in US dollars, as several backends read it. */
  cost: 'gen_ai.usage.cost',
  toolName: 'gen_ai.tool.name',
  toolType: 'gen_ai.tool.type',
  toolCall: 'gen_ai.tool.call.id',
  errorType: 'error.type',
  // With content only.
  inputMessages: 'gen_ai.input.messages',
  outputMessages: 'gen_ai.output.messages',
  systemInstructions: 'gen_ai.system_instructions',
  toolArguments: 'gen_ai.tool.call.arguments',
  toolResult: 'gen_ai.tool.call.result',
  // Ours.
  run: 'ctx.run.id',
  stopReason: 'ctx.run.stop_reason',
  turns: 'ctx.run.turns',
  toolCalls: 'ctx.run.tool_calls',
  denials: 'ctx.run.denials',
  sandbox: 'ctx.sandbox',
  network: 'ctx.sandbox.network',
  captureModel: 'ctx.capture.model',
  captureTools: 'ctx.capture.tools',
  continues: 'ctx.run.continues',
  retells: 'ctx.run.retells',
  willRetry: 'ctx.model.will_retry',
  turn: 'ctx.turn',
  record: 'ctx.record.seq',
  rule: 'ctx.policy.rule',
  reason: 'ctx.policy.reason',
  exitCode: 'ctx.tool.exit_code',
  /** Who let a call of another agent run, where that was not ctx. */
  enforcement: 'ctx.tool.enforcement',
} as const;

/** What the conventions call a provider of ours; any other name stands for itself. */
export function providerOf(model: string): string {
  const [, provider, scheme] = /^(?:([^/:]+)\/|(script|replay):)/.exec(model) ?? [];
  if (scheme !== undefined) return 'ctx';
  if (provider === undefined) return 'unknown';
  return provider === 'google' ? 'gcp.gemini' : provider;
}

export function modelOf(model: string): string {
  return model.replace(/^[^/:]+\//, '');
}
