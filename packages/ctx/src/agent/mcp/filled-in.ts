// `${VAR}` and `${VAR:-default}` in a `.mcp.json`, as hosts fill them in.

import type { Environment } from '../../disk/user-folder.js';

/** `absent` says what stands for a variable that is not there and has no default. */
export function filledIn(text: string, env: Environment, absent: (name: string) => string): string {
  return text.replace(/\$\{([A-Za-z_]\w*)(?::-([^}]*))?\}/g, (_, name: string, fallback?: string) => {
    const value = env[name];
    if (value !== undefined && value !== '') return value;
    return fallback ?? value ?? absent(name);
  });
}
