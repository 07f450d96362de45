// All words that the loop itself says to a model. Nothing else in a conversation is ours.

export const wordsToModel = {
  denied: (tool: string, reason: string) => `The call of ${tool} was denied: ${reason}. It was not run.`,

  /** A person's own words, where there are any: they may say what to do instead. */
  refused: (rule: string, { by, reason }: { readonly by: string | null; readonly reason?: string }) =>
    `the rule ${rule} asks, and ${by === null ? (reason ?? 'nobody answered') : reason === undefined ? `${by} said no` : `${by} said no: ${reason}`}`,

  changedSinceApproved: (tool: string) =>
    `The file changed after the call of ${tool} was approved, so it was not run. Look at the file again, then call again.`,

  interrupted: () => 'The call was interrupted before it returned. Whether it had an effect is unknown.',

  malformed: (tool: string) => `The input of ${tool} was not JSON. It was not run; call it again.`,

  inputInvalid: (tool: string, reasons: readonly string[]) =>
    `The input does not fit ${tool}, which was not run: ${reasons.join('; ')}.`,

  outputRejected: (reasons: readonly string[]) =>
    `The answer does not fit the schema: ${reasons.join('; ')}. Answer again with JSON alone that fits it.`,

  answerSchema: (schema: object) =>
    `Your last answer must be JSON alone that fits this JSON Schema: ${JSON.stringify(schema)}`,

  outputCleared: (seq: number) => `[Cleared to make room. The output is record ${seq} of the session's log.]`,

  loginWanted: (server: string) =>
    `The MCP server ${server} refuses the call: it wants a login, or a wider one. A person has to run \`ctx mcp login ${server}\`; calling again changes nothing.`,

  leftOut: (bytes: number) => `[… ${bytes} bytes left out …]`,
};
