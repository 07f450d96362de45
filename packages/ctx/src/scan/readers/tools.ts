// Readers of what belongs to tools: pipelines, configurations, documentation, and the files of agents and their hosts.

import { agentInstructions, hostFolder, hostSettings, mcpServers } from './ai.js';
import { jenkins, pipelines } from './ci.js';
import {
  configScripts,
  hookNames,
  lineConfigNames,
  lineConfigs,
  pageConfig,
  sphinx,
  toolConfigNames,
  toolConfigs,
  tsconfig,
  yamlConfigs,
} from './configs.js';
import type { ReaderEntry } from './reader-entry.js';

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
const servers = /^((?:.+\/)?\.mcp\.json|\.(cursor|vscode|windsurf|kiro\/settings|roo)\/mcp(_config)?\.json)$/;
/** Names of tools' YAML files, without their ending. */
const toolYaml = new Set(
  'hugo config mkdocs _config antora dbt_project .golangci lefthook prometheus openapi swagger buf .readthedocs sqlc promptfooconfig'.split(
    ' ',
  ),
);

const native = () => import('./native.js');

export const toolReaders: readonly ReaderEntry[] = [
  {
    endings: ['.yml', '.yaml'],
    where: (path) =>
      pipelineFiles.has(path) || (path.startsWith(workflows) && !path.includes('/', workflows.length)),
    load: () => pipelines,
  },
  { names: ['Jenkinsfile'], load: () => jenkins },
  {
    names: hookNames,
    where: (path) => path.startsWith('.husky/'),
    load: () => lineConfigs,
  },
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
    names: toolConfigNames,
    load: () => toolConfigs,
  },
  {
    endings: ['.yml', '.yaml'],
    where: (_, name) => toolYaml.has(name.slice(0, name.lastIndexOf('.'))),
    load: () => yamlConfigs,
  },
  {
    names: lineConfigNames,
    load: () => lineConfigs,
  },
  {
    endings: ['.js', '.mjs', '.ts', '.mts'],
    where: (path) => /(^|\/)\.(vitepress|vuepress)\/config\.m?[jt]s$/.test(path),
    load: () => pageConfig,
  },
  {
    names: ['config.toml'],
    where: (path) => /^((docs?|site|website|www)\/)?config\.toml$/.test(path),
    load: () => toolConfigs,
  },
  { names: ['conf.py'], load: () => sphinx },
  { endings: ['.conf'], where: (path) => path.includes('nginx'), load: () => lineConfigs },
  { endings: ['.cabal'], load: async () => (await native()).cabal },
  {
    names: [
      'AGENTS.md',
      'agents.md',
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
      path.startsWith('.') &&
      /^\.((claude|opencode)\/(agents?|commands?)|cursor\/rules)\/.+\.mdc?$/.test(path),
    load: () => hostFolder,
  },
];
