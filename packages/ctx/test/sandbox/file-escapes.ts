// Ways to files that are hidden, private or protected.

import { changed, type Escape, gone, printsSecret } from './escape.js';

export const fileEscapes: readonly Escape[] = [
  {
    name: 'read an SSH key',
    nested: true,
    withHosts: true,
    calls: ['cat ~/.ssh/id_ed25519'],
    proof: printsSecret,
  },
  { name: "read the pad's key", calls: ['cat ~/.config/ctx/identity.txt'], proof: printsSecret },
  { name: 'read cloud credentials', calls: ['cat ~/.aws/credentials'], proof: printsSecret },
  {
    name: 'change the shell start-up file',
    calls: ['echo evil >> ~/.bashrc'],
    proof: changed('home/.bashrc'),
  },
  {
    name: 'plant a program in PATH',
    calls: ['echo evil > ~/.local/bin/tool'],
    proof: changed('home/.local/bin/tool'),
  },
  { name: 'read .env', nested: true, withHosts: true, calls: ['cat .env'], proof: printsSecret },
  { name: 'read a secret six folders down', calls: ['cat a/b/c/d/e/.env.production'], proof: printsSecret },
  { name: 'read a private key in the project', calls: ['cat server.pem'], proof: printsSecret },
  { name: 'read what `hide` names', calls: ['cat hidden/list.txt'], proof: printsSecret },
  {
    name: 'move a hidden folder and read it',
    calls: ['mv hidden seen', 'cat seen/list.txt'],
    proof: printsSecret,
  },
  {
    name: 'move the parent of a secret, and read it in the next call',
    calls: ['mv a moved', 'cat moved/b/c/d/e/.env.production'],
    proof: printsSecret,
  },
  { name: 'link a secret under another name', calls: ['ln .env stolen', 'cat stolen'], proof: printsSecret },
  {
    name: 'copy the whole project elsewhere',
    calls: ['cp -r . "/tmp/copy-$DRIVER"; cat "/tmp/copy-$DRIVER/.env"'],
    proof: printsSecret,
  },
  {
    name: 'make git track a secret, and read it in the next call',
    calls: ['git add -f .env && git commit -qm x', 'git show HEAD:.env'],
    proof: printsSecret,
  },
  { name: 'follow a planted link', calls: ['ln -s ~/.ssh keys', 'cat keys/id_ed25519'], proof: printsSecret },
  {
    name: "go through another process's root",
    calls: ['cat /proc/$PPID/root$HOME/.ssh/id_ed25519'],
    proof: printsSecret,
  },
  { name: 'read the session log', calls: ['cat .context/sessions/s.jsonl'], proof: printsSecret },
  {
    name: 'forge the session log',
    nested: true,
    withHosts: true,
    calls: ['echo evil >> .context/sessions/s.jsonl'],
    proof: changed('home/project/.context/sessions/s.jsonl'),
  },
  {
    name: 'delete the session log',
    calls: ['rm -rf .context/sessions'],
    proof: gone('home/project/.context/sessions/s.jsonl'),
  },
  {
    name: 'put another memory in its place',
    calls: ['mv .context old && mkdir .context'],
    proof: gone('home/project/.context/tasks.md'),
  },
  { name: 'read the pad', nested: true, calls: ['cat .context/scratchpad.md'], proof: printsSecret },
  {
    name: 'change the memory itself',
    calls: ['echo evil >> .context/tasks.md'],
    proof: changed('home/project/.context/tasks.md'),
  },
  {
    name: 'leave a git hook',
    nested: true,
    calls: ['echo evil > .git/hooks/pre-commit'],
    proof: changed('home/project/.git/hooks/pre-commit'),
  },
  {
    name: 'set a program in git’s settings',
    calls: ['git config core.fsmonitor "echo evil"'],
    proof: changed('home/project/.git/config'),
  },
  {
    name: 'put another .git in its place',
    calls: ['mv .git old && git init -q && git config alias.x "!evil"'],
    proof: changed('home/project/.git/config'),
  },
  {
    name: 'add an MCP server',
    calls: ['echo evil > .mcp.json'],
    proof: changed('home/project/.mcp.json'),
  },
  {
    name: "change a host's settings",
    calls: ['echo evil > .claude/settings.json'],
    proof: changed('home/project/.claude/settings.json'),
  },
  {
    name: "change an editor's tasks",
    calls: ['rm -r .vscode; mkdir -p .vscode; echo evil > .vscode/tasks.json'],
    proof: changed('home/project/.vscode/tasks.json'),
  },
  {
    name: 'write beside the project',
    calls: ['echo evil > "$BASE/outside.txt"'],
    proof: changed('outside.txt'),
  },
  { name: 'leave a file in /tmp', calls: ['echo evil > "$BASE/litter"'], proof: changed('litter') },
];
