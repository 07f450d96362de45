// Opening what a stranger may have put into a project, without the table of failures.

export { NotPlain, readPlainFile, readProjectFile } from '../disk/plain-file.js';
