// The part of JSON Schema that our own records and documents are written in.

export interface PlainSchema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, PlainSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  /** A map: members of any name, all of one form. Its one key is `^.*$`, as typebox writes it. */
  readonly patternProperties?: Readonly<Record<string, PlainSchema>>;
  readonly items?: PlainSchema;
  readonly minItems?: number;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly PlainSchema[];
  readonly description?: string;
}
