import { describe, expect, it } from 'vitest';
import { storeAddress } from './store-address.js';

describe('the address of a store', () => {
  it('names user, password, hosts, ports and database; nobody sees the first two again', () => {
    const address = storeAddress('postgres://me:p%40ss@db1:6432,[::1],db3/fleets');
    expect(address).toMatchObject({
      user: 'me',
      password: 'p@ss',
      database: 'fleets',
      hosts: [
        { host: 'db1', port: 6432 },
        { host: '::1', port: 5432 },
        { host: 'db3', port: 5432 },
      ],
      shown: 'postgres://db1:6432,[::1],db3/fleets',
    });
    expect(storeAddress('postgresql:///x?host=/run/pg')).toMatchObject({
      hosts: [{ host: '/run/pg', port: 5432 }],
      sslmode: 'disable',
    });
  });

  it('is verified unless it is on this machine, or says otherwise', () => {
    const modeOf = (url: string) => storeAddress(url).sslmode;
    expect(modeOf('postgres://127.0.0.1/x')).toBe('disable');
    expect(modeOf('postgres://localhost/x')).toBe('disable');
    expect(modeOf('postgres://localhost,db/x')).toBe('verify-full');
    expect(modeOf('postgres://127.evil.example/x')).toBe('verify-full');
    expect(modeOf('postgres://db/x?sslmode=require')).toBe('require');
    expect(storeAddress('postgres://db/x?sslrootcert=ca.pem&sslcert=c&sslkey=k')).toMatchObject({
      sslmode: 'verify-full',
      sslrootcert: 'ca.pem',
      sslcert: 'c',
      sslkey: 'k',
    });
  });

  it.each([
    'mysql://db/x',
    'postgres://db',
    'postgres://db/',
    'postgres://db:0/x',
    'postgres://db:99999/x',
    'postgres://db:port/x',
    'postgres://db/x?options=-c',
    'postgres://db/x?sslmode=prefer',
    'postgres://db/x#y',
    'postgres://a@b@c/x',
    'postgres://%zz@db/x',
    'postgres:///x',
    'not an address',
  ])('is refused, without its password in the words: %s', (url) => {
    expect(() => storeAddress(url)).toThrow();
    const secret = url.replace('://', '://me:hidden-word@');
    try {
      storeAddress(secret);
    } catch (error) {
      expect(JSON.stringify(error) + String(error)).not.toContain('hidden-word');
    }
  });
});
