// npm packages that a project is built, checked and tested with.

import type { DependencyTable } from './dependency-table.js';

export const npmTools: DependencyTable = `
angular-eslint eslint angular
ava ava
babel- babel
babel-core babel
babel-jest jest babel
babel-loader babel webpack
babel-plugin-react-compiler -
chai chai
chai-http chai
chromedriver selenium
copy-webpack-plugin webpack
cypress cypress
detox detox
esbuild esbuild
esbuild-register esbuild
eslint eslint
eslint-config- eslint
eslint-config-next eslint next.js
eslint-config-prettier eslint prettier
eslint-import-resolver- eslint
eslint-plugin- eslint
eslint-plugin-prettier eslint prettier
eslint-plugin-react eslint
fast-check fast-check
geckodriver selenium
gulp gulp
gulp- gulp
html-webpack-plugin webpack
husky husky
jasmine jasmine
jasmine-core jasmine
jest jest
jest-environment-jsdom jest
jsdoc jsdoc
karma karma
karma-jasmine karma jasmine
laravel-mix webpack
lefthook lefthook
lerna lerna
mini-css-extract-plugin webpack
mocha mocha
mochawesome mocha
msw msw
msw-storybook-addon msw storybook
nx nx
oxlint oxlint
parcel parcel
playwright playwright
prettier prettier
prettier-plugin-organize-imports prettier
prettier-plugin-tailwindcss prettier tailwindcss
promptfoo promptfoo
puppeteer puppeteer
puppeteer-core puppeteer
rolldown rolldown
rollup rollup
rollup-plugin- rollup
rollup-plugin-visualizer -
selenium-webdriver selenium
semantic-release semantic-release
storybook storybook
storybook-addon-designs storybook
supertest supertest
tap tap
terser-webpack-plugin webpack
testcontainers testcontainers
ts-jest jest
tsup tsup
turbo turborepo
typedoc typedoc
typedoc- typedoc
typescript-eslint eslint
vite vite
vite-plugin-dts vite
vite-plugin-pwa vite
vite-tsconfig-paths vite
vitest vitest
webdriverio webdriverio
webpack webpack
webpack- webpack
webpack-bundle-analyzer -
webpack-cli webpack
webpack-dev-server webpack
webpack-merge webpack`;
