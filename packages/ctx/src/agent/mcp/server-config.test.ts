import { describe, expect, it } from 'vitest';
import { mcpFile } from '../../../test/mcp-servers.js';
import { configuredServers } from './server-config.js';

const read = (servers: Record<string, object>, env: Record<string, string> = {}) =>
  configuredServers(mcpFile(servers), '.mcp.json', env);

describe('a file of MCP servers', () => {
  it('is read as hosts read it', () => {
    const { servers } = read(
      {
        files: { command: `\${BIN:-node}`, args: [`\${ROOT}/x`, `--k=\${K:-}`], env: { TOKEN: `\${TOKEN}` } },
        web: {
          type: 'http',
          url: `https://\${HOST:-example.test}/mcp`,
          headers: { Authorization: `Bearer \${TOKEN}` },
        },
        old: {
          type: 'sse',
          url: 'http://127.0.0.1/sse',
          required: true,
          startup_timeout_ms: 5,
          timeout_ms: 7,
        },
        off: { command: 'x', disabled: true },
      },
      { ROOT: '/r', TOKEN: 't', MCP_TIMEOUT: '1000', MCP_TOOL_TIMEOUT: '2000' },
    );
    expect(servers).toEqual([
      {
        name: 'files',
        required: false,
        startTimeout: 1000,
        callTimeout: 2000,
        reach: { kind: 'stdio', command: 'node', args: ['/r/x', '--k='], env: { TOKEN: 't' } },
      },
      {
        name: 'web',
        required: false,
        startTimeout: 1000,
        callTimeout: 2000,
        reach: {
          kind: 'http',
          url: new URL('https://example.test/mcp'),
          headers: { Authorization: 'Bearer t' },
          oauth: { grant: 'authorization_code' },
        },
      },
      {
        name: 'old',
        required: true,
        startTimeout: 5,
        callTimeout: 7,
        reach: {
          kind: 'sse',
          url: new URL('http://127.0.0.1/sse'),
          headers: {},
          oauth: { grant: 'authorization_code' },
        },
      },
    ]);
  });

  it('names a client that somebody registered, with its secret from the environment', () => {
    const oauth = { grant: 'client_credentials', clientId: 'me', clientSecret: `\${S}`, scope: 'read' };
    expect(read({ web: { url: 'https://a.test/mcp', oauth } }, { S: 'x' }).servers).toMatchObject([
      { reach: { oauth: { ...oauth, clientSecret: 'x' } } },
    ]);
  });

  it.each<[string, object]>([
    [
      'oauth has the key clientid, which ctx does not know',
      { url: 'https://a.test', oauth: { clientid: 'x' } },
    ],
    [
      'oauth.grant is neither authorization_code nor client_credentials',
      { url: 'https://a.test', oauth: { grant: 'password' } },
    ],
    [
      'oauth.grant is client_credentials, and it has no clientId, or neither clientSecret nor privateKey',
      { url: 'https://a.test', oauth: { grant: 'client_credentials', clientId: 'x' } },
    ],
    [
      'oauth has both clientSecret and privateKey',
      {
        url: 'https://a.test',
        oauth: { grant: 'client_credentials', clientId: 'a', clientSecret: 'b', privateKey: 'c' },
      },
    ],
    [
      'oauth.privateKey is for the grant client_credentials',
      { url: 'https://a.test', oauth: { clientId: 'a', privateKey: 'c' } },
    ],
    ['oauth.callbackPort is not a port', { url: 'https://a.test', oauth: { callbackPort: 0 } }],
    ['the environment has no NOWHERE', { command: `\${NOWHERE}` }],
    ['it has no command', { args: [] }],
    ['command is not a text', { command: 7 }],
    ['args is not a list', { command: 'x', args: 'y' }],
    ['env is not a mapping', { command: 'x', env: [] }],
    ['env.A is not a text', { command: 'x', env: { A: 1 } }],
    ['its url is none that starts with http', { url: 'file:///etc/passwd' }],
    ['its type is "ws", not stdio, http or sse', { type: 'ws', url: 'ws://x' }],
  ])('has a server that cannot be used: %s', (problem, server) => {
    expect(read({ s: server }).servers).toEqual([{ name: 's', required: false, problem }]);
  });

  it('names keys that it does not know', () => {
    expect(read({ s: { command: 'x', requierd: true } }).warnings).toEqual([
      '.mcp.json: s has the key requierd, which ctx does not know',
    ]);
  });

  it.each([
    ['{', 'document_malformed'],
    ['[]', 'document_invalid'],
    ['{"servers":{}}', 'document_invalid'],
  ])('is refused as a whole where it is none: %j', (text, code) => {
    expect(() => configuredServers(text, '.mcp.json', {})).toThrow(code);
  });

  it('is refused where it is nested deeper than anybody writes', () => {
    const deep = `{"mcpServers":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_001)}`;
    expect(() => configuredServers(deep, '.mcp.json', {})).toThrow('document_malformed');
  });
});
