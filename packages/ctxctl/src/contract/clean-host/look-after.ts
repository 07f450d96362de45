// A shell in the program's own pid namespace, which says what is still there when the program has ended: from outside,
// all of it is gone in that moment.

import { Broken } from './step.js';

// The program does not get the pipe that this is told on. What is about to end has a second.
const script = `"$@" 3>&-
code=$?
tries=0
while :; do
  left=
  for path in /proc/[0-9]*; do
    pid=\${path#/proc/}
    [ "$pid" = 1 ] || [ "$pid" = "$$" ] || left="$left $pid"
  done
  [ -z "$left" ] && break
  [ "$tries" -ge 20 ] && break
  tries=$((tries + 1))
  /bin/sleep 0.05
done
for pid in $left; do
  name=
  read -r name < "/proc/$pid/comm" && echo "left $name" >&3
done
echo ended >&3
exit "$code"`;

/** What the command has to begin with. */
export const lookAfter: readonly string[] = ['/bin/sh', '-c', script, 'sh'];

/** The names of what was left, by what the shell said on its pipe. */
export function leftBehind(said: string, program: string, stderr: string): string[] {
  const lines = said.split('\n');
  if (!lines.includes('ended')) {
    const last = stderr.trim().split('\n').at(-1)?.slice(0, 300) ?? '';
    throw new Broken([`${program} ended what it was started by${last === '' ? '' : `: ${last}`}`]);
  }
  return lines.filter((line) => line.startsWith('left ')).map((line) => line.slice('left '.length));
}
