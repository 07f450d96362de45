// What a program preloads (`--require`) to kill itself at the n-th moment of its writing, and to tell how many it had.

export const diesAtMoment = `
const fs = require('node:fs');
const writeFileSync = fs.writeFileSync;
const { DIE_AT_MOMENT, TELL_MOMENTS, FULL_FROM_MOMENT } = process.env;
let moment = 0;
const pass = () => {
  moment += 1;
  if (moment === Number(DIE_AT_MOMENT)) process.kill(process.pid, 'SIGKILL');
};
// From one moment on the disk takes nothing more; what goes to a pipe is not on the disk.
const full = (name, target) => {
  if (FULL_FROM_MOMENT === undefined || moment < Number(FULL_FROM_MOMENT)) return;
  if (!['writeSync', 'writeFileSync', 'appendFileSync', 'mkdirSync'].includes(name)) return;
  if (target === 1 || target === 2) return;
  const message = 'ENOSPC: no space left on device, write';
  throw Object.assign(new Error(message), { code: 'ENOSPC', errno: -28, syscall: 'write' });
};
const watch = (module, names) => {
  for (const name of names) {
    const real = module[name];
    module[name] = (...given) => {
      pass();
      full(name, given[0]);
      const result = real(...given);
      pass();
      return result;
    };
  }
};
watch(fs, ['writeSync', 'fsyncSync', 'renameSync', 'linkSync', 'unlinkSync', 'mkdirSync', 'ftruncateSync']);
watch(fs, ['writeFileSync', 'appendFileSync', 'rmSync', 'chmodSync', 'fchmodSync']);
watch(require('node:child_process'), ['spawn']);
if (process.env.WATCH_SOCKETS !== undefined) {
  const { prototype } = require('node:net').Socket;
  const write = prototype.write;
  prototype.write = function (...given) {
    pass();
    const result = write.apply(this, given);
    pass();
    return result;
  };
}
process.on('exit', () => writeFileSync(TELL_MOMENTS, String(moment)));
`;
