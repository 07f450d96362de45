// The calls of a turn that were let through. Whoever asks for one mostly asks for the newest, and a set of tens of thousands
// grows slowly: it is made once somebody asks for another.

export class LetThrough {
  readonly #ids: string[] = [];
  readonly #known = new Set<string>();

  add(call_id: string): void {
    this.#ids.push(call_id);
  }

  has(call_id: string): boolean {
    if (this.#ids.at(-1) === call_id || this.#known.has(call_id)) return true;
    for (const id of this.#ids.splice(0)) this.#known.add(id);
    return this.#known.has(call_id);
  }
}
