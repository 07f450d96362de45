// Terraform, serverless frameworks, CloudFormation, Pulumi, Ansible, and the platforms that have a file of their own.

import { isMembers } from '../../protocol/members.js';
import { type OpenFile, sign, sure } from '../reader.js';
import { field, lineThat, listOf, membersOf, shown, textOf } from '../shape.js';
import { terraformProviders } from '../tables/native.js';
import { topLevelKeys } from '../top-level-keys.js';

export function terraform(file: OpenFile) {
  let required = 0;
  for (const [i, raw] of file.lines().entries()) {
    const line = raw.replace(/(^|\s)(#|\/\/).*$/, '');
    const place = { line: i + 1, value: shown(line) };
    const block = /^\s*(terraform|provider|resource|module|data|variable|output)\s*(?:"([\w-]+)")?/.exec(
      line,
    );
    if (block !== null && /\{\s*$|\{.*\}/.test(line)) file.found('terraform', sure, place);
    if (
      block?.[1] === 'resource' &&
      /^(aws_eks_cluster|google_container_cluster|azurerm_kubernetes_cluster)$/.test(block[2] ?? '')
    )
      file.found('kubernetes', sure, place);
    if (block?.[1] === 'resource' && block[2] === 'aws_lambda_function')
      file.found('aws-lambda', sure, place);
    if (/^\s*source\s*=\s*"[^"]*\/(eks\/aws|kubernetes-engine\/google|aks\/azurerm)\b/.test(line))
      file.found('kubernetes', sure, place);
    if (block?.[1] === 'provider') file.dependency(terraformProviders, block[2] ?? '', sure, place);
    if (/^\s*required_providers\s*\{/.test(line)) required = 1;
    else if (required > 0) {
      const name = required === 1 ? /^\s*([\w-]+)\s*=\s*\{/.exec(line)?.[1] : undefined;
      if (name !== undefined) file.dependency(terraformProviders, name, sure, place);
      required += count(line, '{') - count(line, '}');
    }
  }
}

function count(line: string, character: string): number {
  return line.split(character).length - 1;
}

export async function serverless(file: OpenFile) {
  if (file.name === 'cdk.json') {
    const app = textOf(field(await file.json(), 'app'));
    if (app !== undefined)
      for (const name of ['aws-cdk', 'aws']) file.found(name, sure, { key: 'app', value: shown(app) });
    return;
  }
  const keys = topLevelKeys(file);
  const at = (key: string) => {
    const line = keys.get(key)?.line;
    return line === undefined ? undefined : { line, value: key };
  };
  if (file.name.startsWith('serverless.')) return serverlessFramework(file);
  const transform = at('Transform');
  const format = at('AWSTemplateFormatVersion') ?? (transform === undefined ? undefined : at('Resources'));
  if (format === undefined) return;
  file.found('cloudformation', sure, format);
  file.found('aws', sure, format);
  if (transform === undefined) return;
  for (const name of ['sam', 'serverless', 'aws-lambda']) file.found(name, sign, transform);
}

async function serverlessFramework(file: OpenFile) {
  const keys = topLevelKeys(file);
  const { line } = keys.get('provider') ?? keys.get('service') ?? {};
  if (line === undefined) return;
  file.found('serverless', sure, { line, value: file.name });
  file.found('serverless-framework', sure, { line, value: file.name });
  const provider = providerIn(file.lines());
  if (provider === 'aws')
    for (const name of ['aws', 'aws-lambda']) file.found(name, sure, { line, value: 'provider aws' });
  if (provider === 'google') file.found('gcp', sure, { line, value: 'provider google' });
  if (provider === 'azure') file.found('azure', sure, { line, value: 'provider azure' });
}

/** `provider: aws`, or its name in the lines below that are indented. */
function providerIn(lines: readonly string[]): string | undefined {
  const start = lines.findIndex((line) => line.startsWith('provider:'));
  if (start === -1) return undefined;
  const plain = /^provider:\s*(\w+)/.exec(lines[start] ?? '')?.[1];
  if (plain !== undefined) return plain;
  for (const line of lines.slice(start + 1)) {
    const name = /^[ \t]+name:[ \t]*(\w+)/.exec(line)?.[1];
    if (name !== undefined) return name;
    if (!/^[ \t]|^\s*(#.*)?$/.test(line)) return undefined;
  }
  return undefined;
}

export function pulumi(file: OpenFile) {
  const runtime = topLevelKeys(file).get('runtime');
  if (runtime !== undefined) file.found('pulumi', sure, { line: runtime.line, value: 'runtime' });
}

/** A role installs what it is named after. */
function ansibleRole(file: OpenFile, document: unknown) {
  const name = textOf(field(document, 'galaxy_info', 'role_name')) ?? file.folder.split('/').at(-2) ?? '';
  for (const part of name.split(/[-_]/))
    if (installed.has(part)) file.found(part, sign, { key: 'galaxy_info', value: name });
}

const installed: ReadonlySet<string> = new Set(
  'cassandra consul docker elasticsearch etcd grafana kafka mariadb memcached mongodb mysql nginx postgresql prometheus rabbitmq redis traefik vault'.split(
    ' ',
  ),
);

export async function ansible(file: OpenFile) {
  if (file.name === 'ansible.cfg') {
    const line = file.lines().findIndex((text) => /^\[defaults\]/.test(text));
    if (line >= 0) file.found('ansible', sure, { line: line + 1, value: '[defaults]' });
    return;
  }
  const [document] = await file.yaml();
  const key = { 'main.yml': 'galaxy_info', 'galaxy.yml': 'namespace', 'molecule.yml': 'platforms' }[
    file.name
  ];
  if (key === 'galaxy_info') ansibleRole(file, document);
  if (key !== undefined && field(document, key) !== undefined) return file.found('ansible', sure, { key });
  const play = listOf(document).find((entry) => isMembers(entry) && entry['hosts'] !== undefined);
  if (play !== undefined)
    file.found('ansible', sure, { key: '[].hosts', value: shown(field(play, 'hosts')) });
}

/** One file, one platform: the name is the platform's own. Where others use it too, a key shows whose it is. */
const platforms: Readonly<Record<string, { name: string; keys?: readonly string[]; more?: string }>> = {
  'app.yaml': { name: 'gcp', keys: ['runtime'] },
  'fly.toml': { name: 'fly.io' },
  'netlify.toml': { name: 'netlify' },
  'railway.json': { name: 'railway' },
  'railway.toml': { name: 'railway' },
  'render.yaml': { name: 'render', keys: ['services', 'databases', 'envVarGroups', 'projects'] },
  'skaffold.yaml': { name: 'skaffold', keys: ['apiVersion', 'build', 'deploy'], more: 'kubernetes' },
  'vercel.json': { name: 'vercel' },
  'wrangler.jsonc': { name: 'cloudflare-workers', more: 'cloudflare' },
  'wrangler.json': { name: 'cloudflare-workers', more: 'cloudflare' },
  'wrangler.toml': { name: 'cloudflare-workers', more: 'cloudflare' },
};

export async function platformFiles(file: OpenFile) {
  const platform = platforms[file.name];
  if (platform === undefined) return;
  const document = await parsed(file);
  const own = Object.keys(membersOf(document)).filter((key) => !key.startsWith('$'));
  const key = own.find((name) => platform.keys === undefined || platform.keys.includes(name));
  if (key === undefined) return;
  for (const name of [platform.name, platform.more]) if (name !== undefined) file.found(name, sure, { key });
}

async function parsed(file: OpenFile): Promise<unknown> {
  if (file.name.endsWith('.toml')) return file.toml();
  if (/\.jsonc?$/.test(file.name)) return file.json();
  return (await file.yaml())[0];
}

export function procfile(file: OpenFile) {
  const at = lineThat(/^(web|worker|release):\s*\S/, file.lines());
  if (at !== undefined) file.found('heroku', sign, at);
}
