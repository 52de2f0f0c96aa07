// Draws screens ahead of their first visit, outside the page, so that the visit is quick.
import { Activity, type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { DrawnAheadProvider } from '../state/drawn-ahead.ts'
import { ScreenGuard } from './screen-guard.tsx'

/** Code runs slowly the first times, and is translated when it has run a few. */
const TIMES = 4
/** One is drawn by then, unless the window was busy all the while. */
const EACH_MS = 150

/**
 * Draws a part of the window a few times, outside the page and when nothing else is to be done, and
 * throws it away: the first time takes twice as long as later ones, and this way nobody waits for
 * that. Nothing in it comes to life: React runs no effect of what is hidden, and it asks for nothing.
 */
export function Prerender({ children }: { readonly children: ReactNode }) {
  const [prerendered, setPrerendered] = useState(0)
  const [nowhere] = useState(() => document.createElement('div'))
  useEffect(() => {
    const timer = setInterval(() => setPrerendered((before) => before + 1), EACH_MS)
    return () => clearInterval(timer)
  }, [])
  if (prerendered >= TIMES) return null
  return (
    <Activity key={prerendered} mode="hidden">
      {createPortal(
        <DrawnAheadProvider value>
          <ScreenGuard>{children}</ScreenGuard>
        </DrawnAheadProvider>,
        nowhere,
      )}
    </Activity>
  )
}
