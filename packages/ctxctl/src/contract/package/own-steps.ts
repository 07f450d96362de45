// The names of the steps that every contract has, which no file can give to its own.

export const ownStepNames: readonly string[] = [
  'pack',
  'install',
  'environment',
  'commands',
  'uninstall',
  'project',
];
