// Finds any of many fixed strings in a text in one pass, however many they are. What two characters
// next to each other say about how far away the next of the strings can begin lets most of a text
// be stepped over (Wu and Manber).

export type FormIndex = (text: string, visit: (start: number, end: number) => void) => void

const PAIRS = 1 << 14

/** Characters beyond ASCII share a place with others: that costs a look and finds nothing wrong. */
const pairAt = (text: string, at: number): number =>
  ((text.charCodeAt(at - 1) & 127) << 7) | (text.charCodeAt(at) & 127)

/** `visit` for each place of each form, of one form none that overlaps the one before. @param least no form is shorter; two at least. */
export function openFormIndex(forms: readonly string[], least: number): FormIndex {
  if (forms.length === 0) return () => {}
  if (forms.some((form) => form.length < least))
    throw new Error(`A form is shorter than ${least} characters.`)
  const steps = new Uint8Array(PAIRS).fill(Math.min(least - 1, 255))
  const byPair = new Map<number, number[]>()
  for (const [of, form] of forms.entries()) {
    for (let at = 1; at < least; at++) {
      const pair = pairAt(form, at)
      steps[pair] = Math.min(steps[pair] ?? 0, least - 1 - at)
    }
    const last = pairAt(form, least - 1)
    const sharing = byPair.get(last)
    if (sharing === undefined) byPair.set(last, [of])
    else sharing.push(of)
  }
  return (text, visit) => {
    const ends = new Map<number, number>()
    for (let at = least - 1; at < text.length;) {
      const pair = pairAt(text, at)
      const step = steps[pair] ?? 1
      if (step > 0) {
        at += step
        continue
      }
      const start = at - least + 1
      for (const of of byPair.get(pair) ?? []) {
        const form = forms[of] ?? ''
        if (!text.startsWith(form, start) || start < (ends.get(of) ?? 0)) continue
        ends.set(of, start + form.length)
        visit(start, start + form.length)
      }
      at += 1
    }
  }
}
