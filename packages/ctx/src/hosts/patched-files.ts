// Which files a patch is about: a text with a line for each that it adds, changes, moves or deletes, as Codex and opencode write it.

/** Anywhere in a line, with any blanks or none before the path: readers differ, and each takes lines that others pass over. */
const header = /\*\*\* (?:(?:Add|Update|Delete) File|Move to):(.+)/s;
/** Rust takes U+0085 off the end of a line, too. */
const around = /^[\s\u0085]+|[\s\u0085]+$/g;

/** A line ends at a line feed alone: a path may hold any other sign that ends lines elsewhere. One that is moved is about two. */
export function patchedFiles(patch: string): string[] {
  return patch.split('\n').flatMap((line) => {
    const path = line.includes('*** ') ? header.exec(line)?.[1]?.replace(around, '') : undefined;
    return path === undefined || path === '' ? [] : [path];
  });
}
