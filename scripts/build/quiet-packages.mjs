// Packages that write to stdout or stderr on their own account say nothing in the built program: what went wrong is told by ctx, in
// its own words and in the one place that may print.

const talkative = /\/node_modules\/@modelcontextprotocol\/client\//;

export const quietPackages = {
  name: 'quiet-packages',
  transform(code, id) {
    if (!talkative.test(id)) return null;
    return { code: code.replace(/\bconsole\.(?:log|debug|info|warn|error)\(/g, '(() => {})('), map: null };
  },
};
