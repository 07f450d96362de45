// Which reader wants which file. The code for an ecosystem is loaded when the first of its files turns up.

import { isBelow } from '../packages.js';
import type { OpenFile } from '../reader.js';
import { agentInstructions, claudeFolder, hostSettings, mcpServers } from './ai.js';
import { jenkins, pipelines } from './ci.js';
import { configScripts, lineConfigs, sphinx, toolConfigs, tsconfig, yamlConfigs } from './configs.js';
import { compose, devcontainer, dockerfile } from './containers.js';

export type Read = (file: OpenFile) => Promise<void> | void;
export type Load = () => Promise<Read> | Read;

export interface ReaderEntry {
  /** Exact names of the files that it reads. */
  readonly names?: readonly string[];
  /** Or their endings, with the dot. */
  readonly endings?: readonly string[];
  /** Narrows both. Asked for every file with such a name or ending, so it looks at cheap things first. */
  readonly where?: (path: string, name: string) => boolean;
  /** Many files have the name, few are meant: a file that only such a reader wants is read after all others. */
  readonly last?: true;
  readonly load: Load;
}

const cloud = () => import('./cloud.js');
const dotnet = () => import('./dotnet.js');
const elixirDart = () => import('./elixir-dart.js');
const go = () => import('./go.js');
const jvm = () => import('./jvm.js');
const kubernetes = () => import('./kubernetes.js');
const native = () => import('./native.js');
const npm = () => import('./npm.js');
const php = () => import('./php.js');
const python = () => import('./python.js');
const requirementsReader = () => import('./python-requirements.js');
const ruby = () => import('./ruby.js');
const rust = () => import('./rust.js');

const pipelineFiles = new Set([
  '.gitlab-ci.yml',
  '.circleci/config.yml',
  'azure-pipelines.yml',
  'azure-pipelines.yaml',
  'bitbucket-pipelines.yml',
  '.travis.yml',
  '.buildkite/pipeline.yml',
  '.buildkite/pipeline.yaml',
  '.pre-commit-config.yaml',
]);
const workflows = '.github/workflows/';
/** Folders whose YAML is never a manifest, and often plenty. */
const noManifests = new Set(
  '.github .circleci locale locales i18n lang translations _data templates'.split(' '),
);
const requirements = /(^|\/)((requirements?|constraints)([-_.][\w.-]*)?|requirements\/[\w.-]+)\.(txt|in)$/;
const servers = /^(\.mcp\.json|\.(cursor|vscode|windsurf|kiro\/settings|roo)\/mcp(_config)?\.json)$/;
/** Names of tools' YAML files, without their ending. */
const toolYaml = new Set(
  'mkdocs _config antora dbt_project .golangci lefthook prometheus openapi swagger buf .readthedocs sqlc promptfooconfig'.split(
    ' ',
  ),
);

export const readers: readonly ReaderEntry[] = [
  { names: ['package.json'], load: async () => (await npm()).packageJson },
  {
    names: [
      'package-lock.json',
      'npm-shrinkwrap.json',
      'pnpm-lock.yaml',
      'yarn.lock',
      'bun.lock',
      'bun.lockb',
    ],
    load: async () => (await npm()).npmLocks,
  },
  {
    names: ['pnpm-workspace.yaml', 'lerna.json', 'nx.json', 'turbo.json', 'rush.json'],
    load: async () => (await npm()).workspaceFiles,
  },
  { names: ['pyproject.toml'], load: async () => (await python()).pyproject },
  {
    endings: ['.txt', '.in'],
    where: (path) => requirements.test(path),
    load: async () => (await requirementsReader()).requirementFiles,
  },
  { names: ['setup.py'], load: async () => (await requirementsReader()).setupPy },
  { names: ['Pipfile'], load: async () => (await python()).pipfile },
  { names: ['setup.cfg'], load: async () => (await python()).setupCfg },
  {
    names: ['poetry.lock', 'uv.lock', 'pdm.lock', 'Pipfile.lock'],
    load: async () => (await python()).pythonLocks,
  },
  {
    names: ['environment.yml', 'environment.yaml', 'conda.yml', 'conda.yaml'],
    load: async () => (await python()).conda,
  },
  {
    names: ['conftest.py', 'pytest.ini', 'tox.ini', 'noxfile.py'],
    load: async () => (await python()).pytestFiles,
  },
  { names: ['Cargo.toml'], load: async () => (await rust()).cargo },
  { names: ['go.mod'], load: async () => (await go()).goMod },
  { names: ['go.work'], load: async () => (await go()).goWork },
  { names: ['Gemfile', 'gems.rb'], load: async () => (await ruby()).gemfile },
  { endings: ['.gemspec'], load: async () => (await ruby()).gemspec },
  {
    names: ['.rspec', 'Rakefile', '.rubocop.yml', 'Gemfile.lock'],
    load: async () => (await ruby()).rubyFiles,
  },
  { names: ['importmap.php', 'importmap.rb'], load: async () => (await npm()).importMap },
  { names: ['composer.json'], load: async () => (await php()).composer },
  { names: ['phpunit.xml', 'phpunit.xml.dist'], load: async () => (await php()).phpunit },
  {
    names: ['style.css'],
    endings: ['.php'],
    // WordPress looks for the head comment of a plugin or theme near the top only.
    where: (path) => path.indexOf('/', path.indexOf('/') + 1) === -1,
    load: async () => (await php()).wordpress,
  },
  { names: ['pom.xml'], load: async () => (await jvm()).maven },
  { names: ['build.gradle', 'build.gradle.kts'], load: async () => (await jvm()).gradle },
  { names: ['settings.gradle', 'settings.gradle.kts'], load: async () => (await jvm()).gradleSettings },
  { names: ['libs.versions.toml'], load: async () => (await jvm()).gradleCatalog },
  {
    endings: ['.csproj', '.fsproj', '.vbproj'],
    load: async () => (await dotnet()).dotnetProject,
  },
  { names: ['mix.exs'], load: async () => (await elixirDart()).mix },
  { names: ['test_helper.exs'], load: async () => (await elixirDart()).exUnit },
  { names: ['pubspec.yaml'], load: async () => (await elixirDart()).pubspec },
  { names: ['Package.swift'], load: async () => (await native()).swiftPackage },
  { names: ['CMakeLists.txt'], load: async () => (await native()).cmake },
  {
    names: [
      'Makefile',
      'GNUmakefile',
      'justfile',
      'Justfile',
      'Taskfile.yml',
      'meson.build',
      'MODULE.bazel',
      'WORKSPACE.bazel',
      'build.sbt',
      'vcpkg.json',
      'conanfile.txt',
      'conanfile.py',
      'build.zig',
      'dune-project',
      'stack.yaml',
    ],
    load: async () => (await native()).buildFiles,
  },
  {
    names: ['Dockerfile', 'Containerfile'],
    endings: ['.Dockerfile', '.dockerfile'],
    load: () => dockerfile,
  },
  {
    endings: ['.yml', '.yaml'],
    where: (_, name) =>
      name.includes('compose') && /^([\w-]+\.)?(docker-)?compose([._-][\w.-]+)?\.ya?ml$/.test(name),
    load: () => compose,
  },
  { names: ['devcontainer.json'], load: () => devcontainer },
  {
    endings: ['.yaml', '.yml'],
    where: (path) => !isBelow(path, noManifests),
    last: true,
    load: async () => (await kubernetes()).manifests,
  },
  {
    names: ['kustomization.yaml', 'kustomization.yml'],
    load: async () => (await kubernetes()).kustomization,
  },
  { names: ['Chart.yaml'], load: async () => (await kubernetes()).helm },
  { endings: ['.tf'], load: async () => (await cloud()).terraform },
  {
    names: ['serverless.yml', 'serverless.yaml', 'template.yaml', 'template.yml', 'cdk.json'],
    load: async () => (await cloud()).serverless,
  },
  { names: ['Pulumi.yaml', 'Pulumi.yml'], load: async () => (await cloud()).pulumi },
  {
    names: ['ansible.cfg', 'playbook.yml', 'playbook.yaml', 'site.yml'],
    load: async () => (await cloud()).ansible,
  },
  {
    names: [
      'app.yaml',
      'fly.toml',
      'netlify.toml',
      'railway.json',
      'railway.toml',
      'render.yaml',
      'skaffold.yaml',
      'vercel.json',
      'wrangler.jsonc',
      'wrangler.json',
      'wrangler.toml',
    ],
    load: async () => (await cloud()).platformFiles,
  },
  { names: ['Procfile'], load: async () => (await cloud()).procfile },
  {
    endings: ['.yml', '.yaml'],
    where: (path) =>
      pipelineFiles.has(path) || (path.startsWith(workflows) && !path.includes('/', workflows.length)),
    load: () => pipelines,
  },
  { names: ['Jenkinsfile'], load: () => jenkins },
  {
    names: ['tsconfig.json', 'tsconfig.base.json', 'jsconfig.json'],
    load: () => tsconfig,
  },
  {
    endings: ['.js', '.cjs', '.mjs', '.ts', '.mts', '.cts'],
    where: (_, name) => name.includes('.conf') && /^[a-z]+\.conf(ig)?\.[cm]?[jt]s$/.test(name),
    load: () => configScripts,
  },
  {
    names: [
      '.eslintrc.json',
      '.prettierrc',
      '.prettierrc.json',
      'angular.json',
      'biome.json',
      'biome.jsonc',
      'deno.json',
      'deno.jsonc',
      'mint.json',
      'jest.config.json',
      '.mocharc.json',
      'typedoc.json',
      'book.toml',
      'foundry.toml',
      'Anchor.toml',
      'ruff.toml',
      'rustfmt.toml',
      'hugo.toml',
      'app.json',
      'components.json',
      'firebase.json',
      'ionic.config.json',
      'tauri.conf.json',
      '.oxlintrc.json',
    ],
    load: () => toolConfigs,
  },
  {
    endings: ['.yml', '.yaml'],
    where: (_, name) => toolYaml.has(name.slice(0, name.lastIndexOf('.'))),
    load: () => yamlConfigs,
  },
  {
    names: [
      'Caddyfile',
      'Doxyfile',
      'Vagrantfile',
      'Tiltfile',
      'nginx.conf',
      'platformio.ini',
      'project.godot',
      'schema.prisma',
      'terragrunt.hcl',
    ],
    load: () => lineConfigs,
  },
  { names: ['conf.py'], load: () => sphinx },
  {
    names: [
      'AGENTS.md',
      'CLAUDE.md',
      'GEMINI.md',
      '.cursorrules',
      '.windsurfrules',
      '.clinerules',
      '.aider.conf.yml',
      'copilot-instructions.md',
      'SKILL.md',
    ],
    load: () => agentInstructions,
  },
  {
    names: ['.mcp.json', 'mcp.json', 'mcp_config.json'],
    where: (path) => servers.test(path),
    load: () => mcpServers,
  },
  {
    names: ['settings.json', 'opencode.json', 'config.toml', 'config.json'],
    where: (path) =>
      path === 'opencode.json' || /^\.(claude|gemini|codex|zed|continue)\/[a-z]+\.(json|toml)$/.test(path),
    load: () => hostSettings,
  },
  {
    endings: ['.md', '.mdc'],
    where: (path) =>
      path.startsWith('.c') && /^\.(claude\/(agents|commands)|cursor\/rules)\/.+\.mdc?$/.test(path),
    load: () => claudeFolder,
  },
];
