// What stands for the global Headers in the built program: Node's own would load all of its fetch before the first byte.

/** As much of it as the providers' packages use: names in lower case, one value each. */
export class Headers extends Map<string, string> {
  constructor(given: Readonly<Record<string, string>> = {}) {
    super(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]));
  }
}
