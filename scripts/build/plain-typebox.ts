// Stands in for typebox in the built program. There a schema is read as plain JSON Schema and nothing more, and typebox
// takes longer to build the schemas of a session's records than a run takes to write them.

type Options = Readonly<Record<string, unknown>>;

const isOptional = Symbol('optional');

const object = (properties: Readonly<Record<string, object>>, options?: Options) => {
  const required = Object.entries(properties).flatMap(([name, of]) => (isOptional in of ? [] : [name]));
  return { type: 'object', ...(required.length > 0 ? { required } : {}), properties, ...options };
};
const optional = <S extends object>(schema: S): S =>
  Object.defineProperty({ ...schema }, isOptional, { value: true });
const array = (items: object, options?: Options) => ({ type: 'array', items, ...options });
const record = (_: object, each: object, options?: Options) => ({
  type: 'object',
  patternProperties: { '^.*$': each },
  ...options,
});
const union = (anyOf: object[], options?: Options) => ({ anyOf, ...options });
const choice = (values: string[], options?: Options) => ({ enum: values, ...options });
const literal = (value: string | number | boolean) => ({ type: typeof value, const: value });
const ofType = (type: string) => (options?: Options) => ({ type, ...options });
const anything = () => ({});

const string = ofType('string');
const integer = ofType('integer');
const number = ofType('number');
const boolean = ofType('boolean');
const nothing = ofType('null');

export {
  anything as Unknown,
  array as Array,
  boolean as Boolean,
  choice as Enum,
  integer as Integer,
  literal as Literal,
  nothing as Null,
  number as Number,
  object as Object,
  optional as Optional,
  record as Record,
  string as String,
  union as Union,
};
