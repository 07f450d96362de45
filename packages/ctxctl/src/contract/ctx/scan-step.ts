import { join } from 'node:path';
import { expectNone } from '../clean-host/step.js';
import { writeTree } from '../package/command-steps.js';
import { type CtxStep, ctxData } from './subject.js';

const service = {
  'pyproject.toml':
    '[project]\nname = "orders"\nversion = "0.1.0"\ndependencies = ["fastapi>=0.115", "uvicorn>=0.30", "sqlalchemy>=2"]\n\n[dependency-groups]\ndev = ["pytest>=8"]\n',
  'app/main.py':
    'from fastapi import FastAPI\n\napp = FastAPI()\n\n\n@app.get("/")\ndef root():\n    return {"ok": True}\n',
  'tests/test_main.py': 'def test_root():\n    assert True\n',
};

const expected = ['python', 'fastapi', 'pytest'];

export const scanStep: CtxStep = {
  name: 'scan',
  proves:
    '`ctx scan-repo --recommend` finds what a small FastAPI service is made of, and something that fits it',
  triage:
    'run `ctx scan-repo --recommend` on it with --keep-temp: the starter catalog or its index is not in the package',
  needs: ['install'],
  async run(subject) {
    const cwd = join(subject.places.work, 'service');
    writeTree(cwd, service);
    const data = await ctxData(subject, ['scan-repo', '--recommend'], { cwd });
    const text = JSON.stringify(data).toLowerCase();
    const recommendations = recommendationsIn(data['recommended']);
    const fitting = recommendations.filter((each) =>
      /fastapi|python|pytest|sqlalchemy/i.test(JSON.stringify(each)),
    );
    expectNone([
      ...expected.filter((name) => !text.includes(`"${name}"`)).map((name) => `it did not find ${name}`),
      ...(fitting.length > 0
        ? []
        : [`none of ${recommendations.length} recommendations fits a FastAPI service`]),
    ]);
    return { found: expected, recommendations: recommendations.length, fitting: fitting.length };
  },
};

function recommendationsIn(recommended: unknown): readonly unknown[] {
  const list =
    typeof recommended === 'object' && recommended !== null && 'recommendations' in recommended
      ? recommended.recommendations
      : [];
  return Array.isArray(list) ? list : [];
}
