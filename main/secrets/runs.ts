// Finds long unbroken runs of some characters. By hand: a pattern remembers every character of a run that it might have
// to give back, and a run of a few million is more than the engine can remember.

export type Run = { readonly start: number; readonly end: number }

/** `pattern` matches each single ASCII character that belongs to the kind. */
export function charactersOf(pattern: RegExp): Uint8Array {
  return Uint8Array.from({ length: 128 }, (_, code) => (pattern.test(String.fromCharCode(code)) ? 1 : 0))
}

/** Runs of at least `min` of these characters, in order. Linear, in constant memory. */
export function* runsOf(text: string, characters: Uint8Array, min: number): Generator<Run> {
  let start = 0
  for (let at = 0; at <= text.length; at++) {
    if (at < text.length && characters[text.charCodeAt(at)] === 1) continue
    if (at - start >= min) yield { start, end: at }
    start = at + 1
  }
}
