// What the conformance suite starts as its client: the built ctx, with the server's address in an MCP file.

import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [program, url] = process.argv.slice(2);
const { MCP_CONFORMANCE_SCENARIO: scenario = '', MCP_CONFORMANCE_CONTEXT: given = '{}', PATH } = process.env;
const context = JSON.parse(given);
const home = mkdtempSync(join(tmpdir(), 'ctx-conformance-'));
const project = join(home, 'project');

const browser = join(home, 'browser');
const visit = 'fetch(process.argv[2]).then((answer) => answer.text());';
spawnSync('mkdir', ['-p', project]);
writeFileSync(browser, `#!${process.execPath}\n${visit}\n`);
chmodSync(browser, 0o755);
writeFileSync(
  join(project, '.mcp.json'),
  JSON.stringify({ mcpServers: { tested: { url, required: true, ...entry() } } }),
);

/** What a person would write into the file for such a server. */
function entry() {
  const { client_id: clientId, client_secret: clientSecret, private_key_pem: privateKey } = context;
  if (scenario === 'auth/basic-cimd')
    return { oauth: { clientId: 'https://conformance-test.local/client-metadata.json' } };
  if (clientId === undefined) return {};
  const grant = scenario.includes('client-credentials') ? { grant: 'client_credentials' } : {};
  return { oauth: { clientId, clientSecret, privateKey, ...grant } };
}

function ctx(...words) {
  const options = { cwd: project, env: { HOME: home, PATH, BROWSER: browser }, encoding: 'utf8' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], options);
  process.stderr.write(`ctx ${words.join(' ')}\n${stdout}${stderr}\n`);
  return { status, stdout };
}

function tools() {
  const { stdout } = ctx('tool-pool', '--trust', '--output-format', 'json');
  const { data } = JSON.parse(stdout);
  return data.tools.map(({ name }) => name).filter((name) => name.startsWith('mcp__'));
}

const isPersonal = scenario.startsWith('auth/') && !scenario.includes('client-credentials');
if (isPersonal && ctx('mcp', 'login', 'tested', '--trust').status !== 0) process.exit(1);
for (const name of tools()) {
  const input = name.endsWith('add_numbers') ? '{"a":5,"b":3}' : '{}';
  const call = () => ctx('exec-tool', name, input, '--trust', '--output-format', 'json');
  let { status, stdout } = call();
  // A tool that needs a wider login asks for one; a person gives it once.
  if (status !== 0 && stdout.includes('ctx mcp login')) {
    ctx('mcp', 'login', 'tested', '--trust');
    ({ status, stdout } = call());
  }
  if (status !== 0) process.exit(1);
}
