// Which events a person waits for. Beside event.ts, which brings its schema along.
import type { PanelEvent } from './event.ts'

/**
 * True for what is shown at once: an approval, and what becomes of it. Every other event may wait a
 * moment for what follows it.
 */
export const isAwaited = (event: PanelEvent): boolean =>
  event.kind === 'approval-opened' ||
  event.kind === 'approval-changed' ||
  event.kind === 'approval-closed'
