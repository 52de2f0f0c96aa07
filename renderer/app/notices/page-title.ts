// The title of the page, by which a person finds its tab: how many calls are held is before the name.
import { useEffect } from 'react'
import { strings } from '../strings.ts'

/** @param held calls; null: not known yet, and the title stays as it is. */
export function usePageTitle(held: number | null): void {
  useEffect(() => {
    if (held === null) return
    document.title = held === 0 ? strings.name : `(${held}) ${strings.name}`
  }, [held])
}
