// What npm says on stderr when it fails, a line each, without the words that stand before every one of them.

export function npmComplaints(stderr: string): string[] {
  return stderr
    .split('\n')
    .filter((line) => /^npm (?:error|ERR!) (?!A complete log|Log files)/.test(line))
    .map((line) => line.replace(/^npm (?:error|ERR!) /, ''));
}
