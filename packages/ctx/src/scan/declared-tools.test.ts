import { expect, it } from 'vitest';
import { type Files, json, namesIn } from '../../test/scanned.js';

it.each<[string, Files, string]>([
  [
    'build files',
    {
      Makefile: 'A := 1\nall: x\n',
      justfile: 'test:\n  x\n',
      'Taskfile.yml': 'tasks:\n',
      'meson.build': "project('a')\n",
      'MODULE.bazel': 'module(name = "a")\n',
      'build.sbt': 'name := "a"\n',
      'a.scala': '',
      'build.zig': 'pub fn build(b: *B) void {}\n',
    },
    'bazel just make meson sbt scala task zig',
  ],
  [
    'Dockerfiles and compose',
    {
      Dockerfile: 'FROM --platform=linux/amd64 node:22\n',
      'web/Dockerfile.dev': 'from nginx:1\n',
      'compose.prod.yaml':
        'services:\n  db:\n    image: registry:5000/x/pgvector:16@sha256:ab\n  q:\n    image: rabbitmq\n',
      '.devcontainer/devcontainer.json': '// c\n{"image":"x",}',
    },
    'devcontainer docker docker-compose nginx pgvector postgresql rabbitmq',
  ],
  [
    'Kubernetes, kustomize and Helm',
    {
      'k8s/a.yaml':
        'apiVersion: v1\nkind: Service\n---\napiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\n',
      'deploy/b.yml': 'apiVersion: networking.istio.io/v1\nkind: Gateway\n',
      'kustomization.yaml': 'resources:\n  - a.yaml\n',
      'Chart.yaml': 'apiVersion: v2\nname: a\ndependencies:\n  - name: postgresql\n',
    },
    'flux helm infrastructure-code istio kubernetes kustomize postgresql',
  ],
  [
    'Terraform',
    {
      'a.tf':
        '# provider "google" {}\nterraform {\n  required_providers {\n    azurerm = {\n      source = "x"\n    }\n  }\n}\nprovider "datadog" {\n}\n',
    },
    'azure datadog infrastructure-code terraform',
  ],
  [
    'serverless',
    {
      'serverless.yml': 'service: a\nprovider:\n  name: aws\n',
      'cdk.json': '{"app":"x"}',
      'Pulumi.yaml': 'runtime: nodejs\n',
    },
    'aws aws-cdk aws-lambda infrastructure-code pulumi serverless serverless-framework',
  ],
  [
    'CloudFormation and SAM, with tags of their own',
    {
      'template.yaml': 'Transform: AWS::Serverless-2016-10-31\nResources:\n  A: !Sub "x"\n',
      'b/template.yml': 'AWSTemplateFormatVersion: "2010-09-09"\n',
      'c/template.yaml': 'something: else\n',
    },
    'aws aws-lambda cloudformation infrastructure-code sam serverless',
  ],
  [
    'pnpm’s workspace file',
    {
      'pnpm-workspace.yaml': '# all\npackages:\n  - "apps/*" # web\n',
      'x/pnpm-workspace.yaml': 'catalog: {}\n',
      'apps/a/package.json': json({ name: 'a' }),
    },
    'monorepo node.js pnpm pnpm-workspaces',
  ],
  [
    'other clouds of the serverless framework',
    {
      'a/serverless.yml': 'provider: google\n',
      'b/serverless.yml': 'provider:\n  stage: x\n  name: azure\n',
    },
    'azure gcp serverless serverless-framework',
  ],
  [
    'platforms',
    {
      'fly.toml': 'app = "a"\n',
      'vercel.json': '{"rewrites":[]}',
      'render.yaml': 'services:\n  - type: web\n',
      Procfile: 'web: x\n',
      'app.yaml': 'runtime: python312\n',
      'wrangler.jsonc': '{"name":"a",}',
    },
    'cloudflare cloudflare-workers fly.io gcp heroku render vercel',
  ],
  [
    'CI',
    {
      '.github/workflows/a.yml': 'jobs:\n',
      '.gitlab-ci.yml': 'include:\n',
      '.circleci/config.yml': 'jobs:\n',
      Jenkinsfile: 'node {\n}',
      '.travis.yml': 'language: c\n',
      'bitbucket-pipelines.yml': 'pipelines:\n',
      '.pre-commit-config.yaml': 'repos: []\n',
    },
    'bitbucket-pipelines circleci github github-actions gitlab gitlab-ci jenkins pre-commit travis-ci',
  ],
  [
    'configuration files',
    {
      'tsconfig.json': '/* c */ {"extends":"x",}',
      'a.ts': '',
      'jest.config.ts': 'export default {}\n',
      'karma.conf.js': 'module.exports = x\n',
      'biome.json': '{"linter":{}}',
      'mkdocs.yml': 'site_name: a\nx: !!python/name:a\n',
      'schema.prisma': 'generator a {\n}\n  provider = "sqlserver"\n',
      'components.json': '{"aliases":{}}',
      '.prettierrc': 'semi: false\n',
      'docs/conf.py': 'project = "a"\n',
      'docs/index.rst': 'a\n',
    },
    'biome documentation-site jest karma mkdocs mssql prisma python shadcn-ui sphinx typescript',
  ],
  [
    'agents’ files',
    {
      'CLAUDE.md': '# a\n',
      'AGENTS.md': 'a\n',
      '.mcp.json': '{"mcpServers":{"x":{}}}',
      '.cursor/mcp.json': '{"mcpServers":{"y":{}}}',
      '.claude/settings.json': '{"hooks":{}}',
      '.claude/agents/a.md': '---\nname: a\n',
      'skills/a/SKILL.md': '---\nname: a\n',
      '.github/copilot-instructions.md': 'x\n',
      '.codex/config.toml': 'model = "x"\n',
      '.cursor/rules/a.mdc': 'x\n',
    },
    'agents-md claude-code claude-skills codex copilot cursor mcp',
  ],
  [
    'WordPress and Ansible',
    {
      'a.php': '<?php\n/* \n * Plugin Name: A\n */\n',
      'site.yml': '- hosts: all\n',
      'ansible.cfg': '[defaults]\n',
    },
    'ansible infrastructure-code php wordpress',
  ],
])('files of tools and platforms declare what a project uses: %s', async (_, files, expected) => {
  expect(await namesIn(files)).toEqual(expected.split(' '));
});
