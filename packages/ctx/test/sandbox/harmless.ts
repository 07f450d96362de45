// Work that has to go on inside as it does outside.

export interface Harmless {
  readonly name: string;
  readonly calls: readonly string[];
  readonly expect: string;
}

/** `$REPO` is this repository, shown read-only; `$REGISTRY` a registry that the network's rules allow. */
export const harmless: readonly Harmless[] = [
  { name: 'write and read a file', calls: ['echo fine > new.txt', 'cat new.txt'], expect: 'fine' },
  {
    name: 'commit as the person',
    calls: ['echo more >> readme.txt && git commit -qam second && git log -1 --format=%an/%s'],
    expect: 'Suite/second',
  },
  {
    name: 'a new branch and a merge',
    calls: [
      'git checkout -qb side && git commit -q --allow-empty -m s && git checkout -q - && git merge -q side && echo merged',
    ],
    expect: 'merged',
  },
  { name: 'a program of the person’s own', calls: ['tool'], expect: 'tool' },
  {
    name: '/tmp is kept from call to call',
    calls: ['echo kept > /tmp/note', 'cat /tmp/note'],
    expect: 'kept',
  },
  {
    name: 'the home folder is kept from call to call',
    calls: ['echo kept > ~/note', 'cat ~/note'],
    expect: 'kept',
  },
  { name: 'memory can be read', calls: ['cat .context/tasks.md'], expect: '# Tasks' },
  {
    name: 'a pipeline and a background job',
    calls: ['(sleep 0.05; echo late) & wait; seq 3 | tail -1'],
    expect: '3',
  },
  {
    name: 'a server of its own on loopback',
    calls: [
      `"$NODE" -e 'const s = require("http").createServer((q, r) => r.end("own")).listen(0, () => require("http").get({ port: s.address().port }, (r) => r.pipe(process.stdout).on("finish", () => 0) && r.on("end", () => s.close())))'`,
    ],
    expect: 'own',
  },
  {
    name: 'a Unix socket of its own',
    calls: [
      `"$NODE" -e 'const n = require("net"); const s = n.createServer((c) => { c.end("own"); s.close(); }).listen("/tmp/own.sock", () => n.connect("/tmp/own.sock").pipe(process.stdout))'`,
    ],
    expect: 'own',
  },
  {
    name: 'child processes of Node',
    calls: [`"$NODE" -p 'require("child_process").execSync("echo child").toString()'`],
    expect: 'child',
  },
  {
    name: 'Python multiprocessing with a manager',
    calls: [
      `/usr/bin/python3 -c '
from multiprocessing import Manager, Pool
def double(x): return x * 2
if __name__ == "__main__":
    with Manager() as m:
        d = m.dict(); d["a"] = 1
    with Pool(2) as p: print("sum", sum(p.map(double, [1, 2])))
'`,
    ],
    expect: 'sum 6',
  },
  {
    name: 'tsx',
    calls: [
      `echo 'const x: string = "typed"; console.log(x)' > t.ts && "$NODE" "$REPO/node_modules/tsx/dist/cli.mjs" t.ts`,
    ],
    expect: 'typed',
  },
  {
    name: 'vitest',
    calls: [
      `mkdir -p unit/node_modules && cd unit && ln -sfn "$REPO/node_modules/vitest" node_modules/vitest && printf '%s\\n' 'import { expect, it } from "vitest";' 'it("adds", () => expect(1 + 1).toBe(2));' > a.test.mjs && "$NODE" "$REPO/node_modules/vitest/vitest.mjs" run a.test.mjs --reporter=json | "$NODE" -p 'JSON.parse(require("fs").readFileSync(0, "utf8")).numPassedTests + " passed"'`,
    ],
    expect: '1 passed',
  },
  {
    name: 'npm install through the proxy',
    calls: [
      `mkdir -p pkg && cd pkg && echo '{"name":"p","version":"1.0.0"}' > package.json && npm install --no-audit --no-fund --loglevel=error --registry "$REGISTRY" tiny-answer && "$NODE" -p 'require("tiny-answer")'`,
    ],
    expect: '42',
  },
];
