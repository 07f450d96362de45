// Where the hooks read and write in `.context`. What judges a symbolic link is loaded only where there is one.

import { type Context, straightPath } from '../memory/straight-path.js';

export async function hookPath(context: Context, ...parts: readonly string[]): Promise<string> {
  const straight = straightPath(context, ...parts);
  if (straight !== undefined) return straight;
  const { contextPath } = await import('../memory/context.js');
  return contextPath(context, ...parts);
}
