// The card in the terminal: what of it is in sight, and writing all that is drawn.
import type { ScopePreviews } from '../../../../contract/approval/suggestion.ts'
import type { ApprovalId } from '../../../../contract/ids.ts'
import { paint } from '../output/show.ts'
import type { TerminalScreen } from '../terminal/terminal-screen.ts'
import { cachedCard } from './card-lines.ts'
import { chosenOf } from './queue.ts'
import { draw, isReadable } from './view.ts'
import type { Drawn, Shown } from './view.ts'

export type CardPane = {
  /** Gives whether the end of a card is on the screen now. */
  draw(shown: Omit<Shown, 'card' | 'top'>): boolean
  toTop(): void
  toEnd(): void
  scroll(by: number): void
  bodyRows(): number
  /** The screen is large enough for a card and a question. */
  isReadable(): boolean
  /** What the scopes of a card would have done; null where nobody has counted yet. */
  previews(id: ApprovalId | null): ScopePreviews | null
  keepPreviews(id: ApprovalId, found: ScopePreviews): void
}

export function openCardPane(screen: TerminalScreen, color: boolean): CardPane {
  const tones = paint(color)
  const cardLines = cachedCard(color)
  let top = 0
  let drawn: Drawn = { lines: [], top: 0, bodyRows: 0, cardRows: 0 }
  let previews: { readonly id: ApprovalId; readonly found: ScopePreviews } | null = null
  const previewsOf = (id: ApprovalId | null): ScopePreviews | null =>
    previews?.id === id ? previews.found : null
  return {
    draw(shown) {
      const chosen = chosenOf(shown.queue)
      const card = cardLines(chosen, previewsOf(shown.queue.chosen), screen)
      drawn = draw({ ...shown, card, top }, screen, tones)
      top = drawn.top
      // Cleared before it is written: after the last column a terminal would clear that column.
      const lines = drawn.lines.map((line) => `\u{1b}[K${line}\u{1b}[0m`)
      const rest = lines.length < screen.rows ? '\r\n\u{1b}[J' : ''
      screen.write(`\u{1b}[H${lines.join('\r\n')}${rest}`)
      return drawn.cardRows > 0 && top + drawn.bodyRows >= drawn.cardRows
    },
    toTop() {
      top = 0
    },
    toEnd() {
      top = Number.MAX_SAFE_INTEGER
    },
    scroll(by) {
      top = Math.max(0, Math.min(drawn.cardRows, top + by))
    },
    bodyRows: () => drawn.bodyRows,
    isReadable: () => isReadable(screen),
    previews: previewsOf,
    keepPreviews(id, found) {
      previews = { id, found }
    },
  }
}
