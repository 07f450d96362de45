// Models that play what was written before: a script's replies, another session's answers. They get no profile, no sandbox and
// no words before the task unless somebody asks for it.

/** The name of the built-in model that answers with its prompt. A script's file of that name is `script:./echo`. */
export const echoModel = 'script:echo';

export function isPlayed(model: string): boolean {
  return model.startsWith('script:') || model.startsWith('replay:');
}
