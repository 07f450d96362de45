// The flags of `ctx serve` that are about the server.

import { flag } from '../../cli/inputs.js';

export const serverFlags = {
  listen: flag.text('where to listen: ADDRESS:PORT or unix:PATH (default 127.0.0.1:7433)', 'WHERE'),
  port: flag.integer('another port on this machine; 0 picks a free one', { min: 0, max: 65_535 }),
  'token-file': flag.text(
    'the file with the token (default: in your state folder, created if missing)',
    'FILE',
  ),
  'tls-cert': flag.text('serve TLS with this certificate, a PEM file with its chain', 'FILE'),
  'tls-key': flag.text('the private key of the certificate', 'FILE'),
  'without-tls': flag.switch('listen beyond this machine without TLS, on a network that is encrypted'),
  'allow-host': flag.texts('an additional host name of this server', 'NAME'),
  'allow-origin': flag.texts('a web page that may connect, as in https://page.example', 'ORIGIN'),
  'max-connections': flag.integerOr(256, 'limit of connected clients', { min: 1, max: 10_000 }),
  'max-message-bytes': flag.integerOr(8 << 20, 'limit of bytes per message', { min: 1024, max: 32 << 20 }),
  'idle-seconds': flag.integerOr(3600, 'close a connection after this many silent seconds', { min: 1 }),
  'ping-seconds': flag.integerOr(30, 'how often to ping clients', { min: 1 }),
  'wait-seconds': flag.integerOr(
    3600,
    'how long a question waits while nobody is connected; then the answer is no',
    {
      min: 0,
    },
  ),
  'until-idle': flag.decimal('end after this many seconds without clients and runs', 'SECONDS', {
    min: 0.01,
  }),
};
