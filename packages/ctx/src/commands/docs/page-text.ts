// A page of the docs as text for a terminal: its title, and links that lead somewhere from there.

export function titleOf(page: string): string {
  return /^# (.+)$/m.exec(page)?.[1]?.replaceAll('`', '') ?? '';
}

/** Links to other pages and to commands become the commands that show them; what is nowhere here keeps its words. */
export function linksAsCommands(page: string, names: readonly string[]): string {
  const withoutPictures = page
    .replace(/^!\[[^\]]*\]\([^)]*\)\n*/gm, '')
    .replace(/^(?:<img [^>]*>\s*)+/gm, '');
  return withoutPictures.replace(/\[([^\]]+)\]\(([^)]+)\)/g, (link, label: string, target: string) => {
    if (/^[a-z]+:/.test(target)) return link;
    if (target === '../SCHEMAS.md') return shown(label, 'ctx schema');
    const [, folder = '', name = ''] = /^(?:\.\/)?(cli\/|ctxctl\/)?([\w-]+)\.md(?:#.*)?$/.exec(target) ?? [];
    if (folder === '' && names.includes(name)) return shown(label, `ctx docs ${name}`);
    if (folder === 'cli/' && name !== 'README') return shown(label, `ctx help ${name}`);
    return label;
  });
}

function shown(label: string, command: string): string {
  return label.replaceAll('`', '') === command ? `\`${command}\`` : `${label} (\`${command}\`)`;
}
