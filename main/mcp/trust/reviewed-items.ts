// What a person reads of a server at its review: each thing it offers, with what was found by looking
// through its words.
import type { Offer, Reviewed } from '../../../contract/server/server.ts'
import type { LabelReview } from '../../../contract/server/tool-labels.ts'
import type { Compared } from './compare.ts'
import { keyOf } from './items.ts'
import type { Memo } from './scan-memo.ts'
import {
  NOTHING_FOUND,
  SOON_CHARS,
  UNSCANNED,
  scanItem,
  scanKey,
  type Scanned,
  type ScanItem,
} from './scan/scan-item.ts'
import type { Scanners } from './scan/scan.ts'

/** A tool of the server, judged by its name, definition and labels. */
export type EvaluatedTool = {
  readonly refusal: string | null
  readonly warnings: readonly string[]
  /** Names of built-in tools that it has too. */
  readonly equal: readonly string[]
  readonly labels: LabelReview | null
}

type Given = {
  readonly compared: readonly Compared[]
  /** What a thing says of itself, by its key. */
  readonly words: ReadonlyMap<string, string>
  readonly offer: Offer | null
  readonly refusalOf: (one: Pick<Compared, 'what' | 'name' | 'now'>) => string | null
  readonly evaluated: ReadonlyMap<string, EvaluatedTool>
  readonly others: () => ReadonlySet<string>
}

/** Nothing is looked through before somebody asks for it. */
export function openReviewedItems(
  { compared, words, offer, refusalOf, evaluated, others: othersNow }: Given,
  { memo, scanners }: { readonly memo: Memo; readonly scanners: Scanners },
) {
  /** What is looked through: nothing of what is refused anyway. */
  const toScan = (one: Compared): ScanItem | null =>
    one.now === null || offer === null || refusalOf(one) !== null
      ? null
      : {
          name: one.name,
          words: words.get(keyOf(one)) ?? '',
          text: one.now,
          instructs: one.what === 'server' || one.what === 'prompt',
        }
  const unscanned = (): readonly ScanItem[] => {
    const left = compared.flatMap((one) => {
      const item = toScan(one)
      return item === null || memo.scans.has(scanKey(item)) ? [] : [item]
    })
    return left.reduce((sum, { text }) => sum + text.length, 0) <= SOON_CHARS ? [] : left
  }
  const ownNow = (): readonly string[] =>
    (offer?.tools ?? []).flatMap(({ name, title, annotations }) =>
      [name, title, annotations.title].filter((one) => one !== null),
    )
  const reviewNow = (): readonly Reviewed[] => {
    const [others, own] = [othersNow(), new Set(ownNow())]
    const late = new Set(unscanned().map(scanKey))
    const scanned = (item: ScanItem): Scanned =>
      memo.scans.get(scanKey(item)) ??
      (late.has(scanKey(item)) ? UNSCANNED : scanItem(item, others, own, scanners))
    const found = compared.map((one) => {
      const item = toScan(one)
      return { one, scan: item === null ? NOTHING_FOUND : scanned(item) }
    })
    // Servers of files have names of ours in good faith. One that raises suspicion elsewhere may
    // mean to be mistaken for ours.
    const suspicious =
      found.some(({ scan }) => scan.warnings.length > 0) ||
      compared.some((one) => one.state !== 'gone' && refusalOf(one) !== null) ||
      [...evaluated.values()].some(({ warnings }) => warnings.length > 0)
    return found.map(({ one, scan }) => reviewedOf(one, scan, suspicious))
  }
  const reviewedOf = (
    { what, name, state, before, now }: Compared,
    scanned: Scanned,
    suspicious: boolean,
  ): Reviewed => {
    const shownTool = what === 'tool' ? evaluated.get(name) : undefined
    const refusal = refusalOf({ what, name, now })
    const back =
      state === 'changed' && before === now
        ? ['It was changed, gone or closed since your review, and is as it was again.']
        : []
    const warnings = [
      ...(refusal === null ? [] : [refusal]),
      ...back,
      ...(shownTool?.warnings ?? []),
      ...(suspicious ? (shownTool?.equal ?? []) : []),
      ...scanned.warnings,
    ]
    const notes = suspicious ? [] : [...(shownTool?.equal ?? [])]
    return {
      what,
      name,
      state: refusal !== null && state !== 'gone' ? 'refused' : state,
      before,
      now,
      warnings,
      ...(notes.length === 0 ? {} : { notes }),
      highlights: [...scanned.highlights],
      labels: now === null ? null : (shownTool?.labels ?? null),
    }
  }
  let [created, madeAt]: [readonly Reviewed[] | null, number] = [null, 0]
  return {
    reviewed: (): readonly Reviewed[] => {
      // Made again once a thread has found more.
      if (created === null || madeAt !== memo.scans.size) created = reviewNow()
      madeAt = memo.scans.size
      return created
    },
    unscanned,
    others: (): readonly string[] => [...othersNow()],
    own: ownNow,
  }
}
