import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { colourTerminal, runCtx } from '../../../test/in-process.js';
import { memoryProject } from '../../../test/memory-project.js';

describe('ctx pad show', () => {
  it('prints the text and nothing else', async () => {
    const project = await memoryProject();
    await project.data('pad', 'add', 'one\n  two\u001b[31m');
    expect((await project.text('pad', 'show', '1')).stdout).toBe('one\n  two\u001b[31m\n');
  });

  it('lets no text steer a terminal', async () => {
    const project = await memoryProject();
    await project.data('pad', 'add', 'two\u001b[31m');
    const { stdout } = await runCtx(['pad', 'show', '1'], {
      cwd: project.root,
      env: project.env,
      terminal: colourTerminal,
    });
    expect(stdout).toBe('two␛[31m\n');
  });

  it('says what a file is', async () => {
    const project = await memoryProject();
    writeFileSync(join(project.root, 'x.bin'), 'abc');
    await project.data('pad', 'add', '--file', 'x.bin');
    expect((await project.text('pad', 'show', '1')).stdout).toContain('File x.bin, 3 bytes');
  });

  it('says what lists the entries where none has that id: another number is another entry', async () => {
    const project = await memoryProject();
    expect(await project.error('pad', 'show', '3')).toMatchObject({
      code: 'entry_unknown',
      kind: 'entry_not_found',
    });
    await project.data('pad', 'add', 'a');
    await project.data('pad', 'add', 'b');
    const error = await project.error('pad', 'show', '9');
    expect(error).toMatchObject({ code: 'entry_unknown', target: '9', hint: 'Run `ctx pad` for the list.' });
    expect(await project.error('pad', 'show', 'first')).toMatchObject({ code: 'argument_invalid' });
    expect(await project.error('pad', 'show', '0')).toMatchObject({ code: 'argument_invalid' });
  });
});
