/** The built-in tools whose rules are about paths of the workspace. */
export const toolsOnPaths: readonly string[] = ['read', 'write', 'edit', 'glob', 'grep', 'list'];
