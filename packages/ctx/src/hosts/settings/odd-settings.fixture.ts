// Settings files as people really have them, and as nobody should: each must come back byte for byte.

const other = { hooks: [{ type: 'command', command: 'echo other' }] };
const stop = JSON.stringify({ hooks: { Stop: [other] } });

export const oddSettings: Readonly<Record<string, string>> = {
  'an empty object': '{}',
  'an empty object with a line end': '{}\n',
  'an empty object over two lines': '{\n}\n',
  'an empty file': '',
  'only white space': ' \n\n',
  'one line': '{"model":"x","env":{"A":"1"}}',
  'one line with spaces': '{ "model": "x", "env": { "A": "1" } }',
  'two spaces': '{\n  "model": "x"\n}\n',
  'four spaces': '{\n    "model": "x",\n    "list": [\n        1,\n        2\n    ]\n}\n',
  tabs: '{\n\t"model": "x",\n\t"env": {\n\t\t"A": "1"\n\t}\n}\n',
  'Windows line ends': '{\r\n  "model": "x",\r\n  "hooks": {\r\n    "Stop": []\r\n  }\r\n}\r\n',
  'mixed line ends': '{\r\n  "a": 1,\n  "b": 2\r\n}\n',
  'no line end at the end': '{\n  "model": "x"\n}',
  'many line ends at the end': '{\n  "model": "x"\n}\n\n\n',
  'a byte order mark': '\ufeff{\n  "model": "x"\n}\n',
  'hooks that are null': '{\n  "hooks": null,\n  "model": "x"\n}\n',
  'hooks that are empty': '{\n  "hooks": {},\n  "model": "x"\n}\n',
  'hooks that are empty, on one line': '{"hooks":{}}',
  'an event that is null': '{\n  "hooks": {\n    "Stop": null\n  }\n}\n',
  'an event that is empty': '{\n  "hooks": {\n    "Stop": [],\n    "Other": [ ]\n  }\n}\n',
  'another tool in the same event': `{\n  "hooks": ${JSON.stringify({ Stop: [other], PreToolUse: [{ matcher: 'Bash', ...other }] }, null, 2)}\n}\n`,
  'another tool, on one line': stop,
  'an event that we do not know':
    '{"hooks":{"Notification":[{"hooks":[{"type":"command","command":"beep"}]}]}}\n',
  'the closing brackets of somebody who saves lines':
    '{\n  "env": {"A": "1"},\n  "hooks": {"Stop": [\n    {"hooks": []}]}}\n',
  'keys that say nothing to us':
    '{\n  "$schema": "x",\n  "hooksOff": true,\n  "nested": { "hooks": [1] }\n}\n',
  'letters from everywhere': '{\n  "ключ": "значение \\u00e9 é 🐢",\n  "esc": "\\"\\\\\\/\\b\\n"\n}\n',
  'strange but legal spaces': '\n\t {\n\n\n  "a"   :\t1   ,\n\n "b":{ }\n\n}\t\n',
  'numbers as their author wrote them': '{\n  "a": 1.0,\n  "b": 1e3,\n  "c": -0\n}\n',
};
