// The types of build-package.mjs, which is no TypeScript because it runs before anything is built.

export interface Build {
  readonly packageFolder: string;
  readonly program: string;
  readonly schemasFolder: string;
  /** Where the built program goes; `dist` in its package unless said otherwise. */
  readonly dist?: string;
  /** A module that hosts wait for: what it loads becomes one file. */
  readonly together?: string;
}

export function buildProgram(build: Build): Promise<void>;
