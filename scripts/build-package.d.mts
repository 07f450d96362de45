// The types of build-package.mjs, which is no TypeScript because it runs before anything is built.

export interface Build {
  readonly packageFolder: string;
  /** The program with all commands, from `src/main.ts`. */
  readonly program: string;
  /** The program that hosts start, from `src/<name>-main.ts`, and the modules in `src` that it looks and answers with. */
  readonly hook: {
    readonly name: string;
    readonly start?: string;
    readonly answer: string;
    /** Files that begin what few events need, by the name of the file that holds all of it. */
    readonly parts?: Readonly<Record<string, string>>;
  };
  readonly schemasFolder: string;
  /** Where the built programs go; `dist` in their package unless said otherwise. */
  readonly dist?: string;
}

export function buildPackage(build: Build): Promise<void>;
