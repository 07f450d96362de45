// The dashboard's page: takes the token, connects, and shows the view that the address names.

import { render } from 'preact';
import { App } from './app.js';
import { followTheme } from './state/theme.js';
import { takeToken } from './state/token.js';

followTheme();
const token = takeToken();
document.addEventListener('DOMContentLoaded', () => {
  const root = document.getElementById('app');
  if (root !== null) render(<App token={token} />, root);
});
