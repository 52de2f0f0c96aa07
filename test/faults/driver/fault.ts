// One fault: what is done to the real app, and what must happen. `run` gives what did happen, in
// one sentence, and throws when it is not what must happen.

export type Fault = {
  /** As the file is called. */
  readonly name: string
  /** What is done, in a few words. */
  readonly fault: string
  readonly mustHappen: string
  /** Part of `npm test`. */
  readonly short?: true
  /** Why it does not hold yet. It is run all the same, and the table says so. */
  readonly open?: string
  run(): Promise<string>
}

/** Thrown by a fault that this machine has no means for. The reason is in the table. */
export class NotHere extends Error {}

export function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(what)
}
