// Configuration files of languages, test runners, linters and documentation tools.

import { isMembers } from '../../protocol/members.js';
import { type OpenFile, sign, sure } from '../reader.js';
import { field, lineThat } from '../shape.js';
import { topLevelKeys } from '../top-level-keys.js';

export async function tsconfig(file: OpenFile) {
  const document = await file.json();
  if (!isMembers(document)) return;
  const key = ['compilerOptions', 'extends', 'references', 'files', 'include'].find(
    (name) => document[name] !== undefined,
  );
  if (key === undefined) return;
  file.found(file.name === 'jsconfig.json' ? 'javascript' : 'typescript', sure, { key });
}

/** Scripts that are configuration: the name before `.config.` is the tool's own. */
const configTools: Readonly<Record<string, string>> = {
  astro: 'astro',
  babel: 'babel',
  cypress: 'cypress',
  drizzle: 'drizzle',
  eslint: 'eslint',
  gatsby: 'gatsby',
  hardhat: 'hardhat',
  jest: 'jest',
  prettier: 'prettier',
  release: 'semantic-release',
  next: 'next.js',
  nuxt: 'nuxt',
  playwright: 'playwright',
  remix: 'remix',
  rollup: 'rollup',
  rspack: 'rspack',
  svelte: 'svelte',
  tailwind: 'tailwindcss',
  tsup: 'tsup',
  vite: 'vite',
  vitest: 'vitest',
  vue: 'vue',
  webpack: 'webpack',
  wdio: 'webdriverio',
  docusaurus: 'docusaurus',
  karma: 'karma',
};

export function configScripts(file: OpenFile) {
  const tool = configTools[file.name.split('.')[0] ?? ''];
  const lines = file.head()?.split('\n') ?? [];
  const at = lineThat(/\b(export default|module\.exports|defineConfig|export const)\b/, lines);
  if (tool !== undefined && at !== undefined) file.found(tool, sign, at);
}

/** JSON and TOML files that belong to one tool, with a key that it reads. */
const toolFiles: Readonly<Record<string, string>> = {
  '.eslintrc.json': 'eslint',
  '.releaserc.json': 'semantic-release',
  'zensical.toml': 'documentation-site',
  '.prettierrc': 'prettier',
  '.prettierrc.json': 'prettier',
  'angular.json': 'angular',
  'biome.json': 'biome',
  'biome.jsonc': 'biome',
  'deno.json': 'deno',
  'deno.jsonc': 'deno',
  'mint.json': 'mintlify',
  'jest.config.json': 'jest',
  '.mocharc.json': 'mocha',
  'typedoc.json': 'typedoc',
  'book.toml': 'mdbook',
  'foundry.toml': 'foundry',
  'Anchor.toml': 'anchor',
  'ruff.toml': 'ruff',
  '.ruff.toml': 'ruff',
  'rustfmt.toml': 'rust',
  'hugo.toml': 'hugo',
  'config.toml': 'hugo',
  'clippy.toml': 'clippy',
  '.clippy.toml': 'clippy',
  'app.json': 'expo',
  'components.json': 'shadcn-ui',
  'firebase.json': 'firebase',
  'ionic.config.json': 'ionic',
  'tauri.conf.json': 'tauri',
  '.oxlintrc.json': 'oxlint',
};

/** Where the name alone is too common, the key that only this tool has. */
const ownKeys: Readonly<Record<string, string>> = {
  'config.toml': 'baseURL',
  'app.json': 'expo',
  'components.json': 'aliases',
};

/** `config.toml` is the name of too many files. */
export const toolConfigNames = Object.keys(toolFiles).filter((name) => name !== 'config.toml');

export async function toolConfigs(file: OpenFile) {
  const tool = toolFiles[file.name];
  if (file.name === '.prettierrc' && !file.head()?.trimStart().startsWith('{')) return;
  const document = file.name.endsWith('.toml') ? await file.toml() : await file.json();
  if (tool === undefined || !isMembers(document)) return;
  if (file.name === 'app.json' && ['addons', 'buildpacks', 'formation'].some((key) => key in document))
    return file.found('heroku', sure, { key: 'addons' in document ? 'addons' : 'buildpacks' });
  const own = ownKeys[file.name];
  if (own !== undefined && field(document, own) === undefined) return;
  if (tool === 'firebase' && 'firestore' in document) file.found('firestore', sure, { key: 'firestore' });
  const key = own ?? Object.keys(document).find((name) => !name.startsWith('$'));
  if (key !== undefined) file.found(tool, sure, { key });
}

/** YAML files that one tool reads, some with tags that no other parser knows: their top keys are enough. */
const yamlFiles: readonly { path: RegExp; keys: readonly string[]; means: readonly string[] }[] = [
  {
    path: /(^|\/)hugo\.ya?ml$|^((docs?|site|website|www)\/)?config\.ya?ml$/,
    keys: ['baseURL', 'baseurl'],
    means: ['hugo'],
  },
  { path: /(^|\/)mkdocs\.ya?ml$/, keys: ['site_name'], means: ['mkdocs'] },
  {
    path: /(^|\/)_config\.yml$/,
    keys: [
      'theme',
      'plugins',
      'remote_theme',
      'collections',
      'permalink',
      'include',
      'baseurl',
      'highlighter',
    ],
    means: ['jekyll'],
  },
  { path: /(^|\/)antora\.yml$/, keys: ['name', 'version'], means: ['antora'] },
  { path: /(^|\/)dbt_project\.ya?ml$/, keys: ['name', 'profile', 'models'], means: ['dbt'] },
  {
    path: /(^|\/)\.golangci\.ya?ml$/,
    keys: ['linters', 'run', 'version', 'issues'],
    means: ['golangci-lint'],
  },
  { path: /(^|\/)lefthook\.ya?ml$/, keys: ['pre-commit', 'pre-push', 'commit-msg'], means: ['lefthook'] },
  { path: /(^|\/)prometheus\.ya?ml$/, keys: ['scrape_configs', 'global'], means: ['prometheus'] },
  { path: /(^|\/)(openapi|swagger)\.ya?ml$/, keys: ['openapi', 'swagger'], means: ['openapi'] },
  { path: /(^|\/)buf\.yaml$/, keys: ['version'], means: ['protobuf'] },
  { path: /(^|\/)\.readthedocs\.ya?ml$/, keys: ['sphinx'], means: ['sphinx'] },
  { path: /(^|\/)sqlc\.ya?ml$/, keys: ['version', 'sql', 'packages'], means: ['sqlc'] },
  { path: /(^|\/)promptfooconfig\.ya?ml$/, keys: ['prompts', 'providers', 'tests'], means: ['promptfoo'] },
];

export function yamlConfigs(file: OpenFile) {
  const entry = yamlFiles.find(({ path }) => path.test(file.path));
  const keys = topLevelKeys(file);
  const key = entry?.keys.find((name) => keys.has(name));
  const line = key === undefined ? undefined : keys.get(key)?.line;
  if (entry === undefined || key === undefined || line === undefined) return;
  for (const name of entry.means) file.found(name, sure, { line, value: key });
}

/** What husky keeps in its folder. */
export const hookNames = ['commit-msg', 'pre-commit', 'pre-push', 'prepare-commit-msg'];

/** Text files with a line that only their tool's users write. */
const lineFiles: Readonly<Record<string, { says: RegExp; means: string }>> = {
  ...Object.fromEntries(hookNames.map((name) => [name, { says: /\S/, means: 'husky' }])),
  '.eslintrc.cjs': { says: /^\s*module\.exports\b/, means: 'eslint' },
  '.eslintrc.js': { says: /^\s*module\.exports\b/, means: 'eslint' },
  '.eslintrc': { says: /\S/, means: 'eslint' },
  '.eslintrc.yaml': { says: /^\w+:/, means: 'eslint' },
  '.eslintrc.yml': { says: /\w+:/, means: 'eslint' },
  '.prettierrc.yaml': { says: /^\w+:/, means: 'prettier' },
  '.prettierrc.yml': { says: /^\w+:/, means: 'prettier' },
  'melos.yaml': { says: /^packages:/, means: 'melos' },
  '.prettierrc.cjs': { says: /^\s*(module\.exports|export default)\b|^(const|let) /, means: 'prettier' },
  '.prettierrc.js': { says: /^\s*(module\.exports|export default)\b|^(const|let) /, means: 'prettier' },
  Caddyfile: { says: /\{\s*$/, means: 'caddy' },
  Doxyfile: { says: /^PROJECT_NAME\s*=/, means: 'doxygen' },
  Vagrantfile: { says: /^\s*Vagrant\.configure/, means: 'vagrant' },
  Tiltfile: { says: /^\s*(docker_build|k8s_yaml|local_resource)\s*\(/, means: 'tilt' },
  'nginx.conf': { says: /^\s*(server|http|events)\s*\{/, means: 'nginx' },
  'psalm.xml': { says: /<psalm\b/, means: 'psalm' },
  'platformio.ini': { says: /^\[env/, means: 'embedded-firmware' },
  'project.godot': { says: /^\[application\]/, means: 'godot' },
  'schema.prisma': { says: /^\s*(datasource|generator)\s+\w+\s*\{/, means: 'prisma' },
  'terragrunt.hcl': { says: /^\s*(terraform|include|inputs)\b/, means: 'terragrunt' },
};

export const lineConfigNames = Object.keys(lineFiles).filter((name) => !hookNames.includes(name));

export function lineConfigs(file: OpenFile) {
  const rule = lineFiles[file.name.endsWith('.conf') ? 'nginx.conf' : file.name];
  const lines = file.lines();
  const at = rule === undefined ? undefined : lineThat(rule.says, lines);
  if (rule === undefined || at === undefined) return;
  file.found(rule.means, sure, at);
  if (rule.means === 'melos') file.found('monorepo', sure, { line: at.line, value: 'packages' });
  if (file.name === 'schema.prisma') prismaProvider(file, lines);
}

function prismaProvider(file: OpenFile, lines: readonly string[]) {
  const says = /^\s*provider\s*=\s*"(postgresql|mysql|sqlite|mongodb|sqlserver|cockroachdb)"/;
  const at = lineThat(says, lines);
  const provider = says.exec(lines[(at?.line ?? 0) - 1] ?? '')?.[1];
  if (at === undefined || provider === undefined) return;
  file.found(provider === 'sqlserver' ? 'mssql' : provider, sure, at);
}

/** VitePress and VuePress keep their settings in a folder of their own. */
export function pageConfig(file: OpenFile) {
  file.found(file.folder.endsWith('.vitepress') ? 'vitepress' : 'vuepress', sign, {
    line: 1,
    value: file.name,
  });
}

export function sphinx(file: OpenFile) {
  const at = lineThat(/^\s*(extensions|html_theme|project)\s*=/, file.lines());
  const index = ['index.rst', 'index.md'].some(file.beside);
  if (at !== undefined && index) file.found('sphinx', sure, at);
}
