// The curves of ECDSA keys that SSH knows: what each is called, its identifier in DER, its bytes and its hash.

export interface Curve {
  readonly name: string;
  readonly oid: string;
  /** Of one coordinate. */
  readonly bytes: number;
  readonly hash: 'sha256' | 'sha384' | 'sha512';
}

const curves: readonly Curve[] = [
  { name: 'nistp256', oid: '2a8648ce3d030107', bytes: 32, hash: 'sha256' },
  { name: 'nistp384', oid: '2b81040022', bytes: 48, hash: 'sha384' },
  { name: 'nistp521', oid: '2b81040023', bytes: 66, hash: 'sha512' },
];

export function curveNamed(name: string): Curve | undefined {
  return curves.find((curve) => curve.name === name);
}
