// Finds long unbroken runs of some characters. By hand: a pattern remembers every character of a
// run that it might have to give back, and a run of a few million is more than the engine can
// remember.

export type Run = { readonly start: number; readonly end: number }

/** `pattern` matches each single ASCII character that belongs to the kind. */
export function charactersOf(pattern: RegExp): Uint8Array {
  return Uint8Array.from({ length: 128 }, (_, code) =>
    pattern.test(String.fromCharCode(code)) ? 1 : 0,
  )
}

/** Runs of at least `min` of these characters, in order. Linear, in constant memory. */
export function* runsOf(text: string, characters: Uint8Array, min: number): Generator<Run> {
  // A run that begins at `start` reaches `probe`, or is too short: so of most text one character in
  // `min` is looked at.
  let start = 0
  let probe = min - 1
  while (probe < text.length) {
    if (!isOf(characters, text.charCodeAt(probe))) {
      start = probe + 1
      probe = start + min - 1
      continue
    }
    const first = firstOf(text, characters, start, probe)
    if (first > start) {
      // Broken by something before the probe: the next try begins after it.
      start = first
      probe = first + min - 1
      continue
    }
    const end = endOf(text, characters, probe + 1)
    yield { start: first, end }
    start = end + 1
    probe = start + min - 1
  }
}

function firstOf(text: string, characters: Uint8Array, start: number, at: number): number {
  let first = at
  while (first > start && isOf(characters, text.charCodeAt(first - 1))) first -= 1
  return first
}

function endOf(text: string, characters: Uint8Array, at: number): number {
  let end = at
  while (end < text.length && isOf(characters, text.charCodeAt(end))) end += 1
  return end
}

const isOf = (characters: Uint8Array, code: number): boolean => code < 128 && characters[code] === 1

/** Whether there is one. */
export const hasRun = (text: string, characters: Uint8Array, min: number): boolean =>
  runsOf(text, characters, min).next().done !== true
