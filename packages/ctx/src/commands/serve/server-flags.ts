// The flags of `ctx serve` that are about the server.

import { flag } from '../../cli/inputs.js';

export const serverFlags = {
  listen: flag.text('where to listen: ADDRESS:PORT or unix:PATH (default 127.0.0.1:7433)', 'WHERE'),
  port: flag.integer('another port on this machine; 0 takes one that is free', { min: 0, max: 65_535 }),
  'token-file': flag.text(
    'the file with the token (default: one in your state folder, made when missing)',
    'FILE',
  ),
  'tls-cert': flag.text('serve TLS with this certificate, a PEM file with its chain', 'FILE'),
  'tls-key': flag.text('the private key of the certificate', 'FILE'),
  'without-tls': flag.switch('listen beyond this machine without TLS, because something else encrypts'),
  'allow-host': flag.texts('a name that clients may call this server by, besides its addresses', 'NAME'),
  'allow-origin': flag.texts('a web page that may connect, as in https://page.example', 'ORIGIN'),
  'max-connections': flag.integerOr(256, 'how many clients may be connected', { min: 1, max: 10_000 }),
  'max-message-bytes': flag.integerOr(8 << 20, 'how long a message may be', { min: 1024, max: 32 << 20 }),
  'idle-seconds': flag.integerOr(3600, 'end a connection that was silent for so long', { min: 1 }),
  'ping-seconds': flag.integerOr(30, 'how often a client has to show that it is there', { min: 1 }),
  'wait-seconds': flag.integerOr(
    3600,
    'how long a question waits while nobody is connected; then it is a no',
    {
      min: 0,
    },
  ),
  'until-idle': flag.decimal(
    'end by itself when nobody was connected and nothing ran for so long',
    'SECONDS',
    {
      min: 0.01,
    },
  ),
};
