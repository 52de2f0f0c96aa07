// The address of a screen, all of it behind the `#`: the path, and what a screen is asked with
// after a `?`. wouter's own moves the question before the `#`, where a reload would send it to the
// server.
import { useSyncExternalStore } from 'react'

const text = (): string => `/${location.hash.replace(/^#?\/?/, '')}`
const pathOf = (): string => text().split('?')[0] ?? '/'
const searchOf = (): string => text().split('?').slice(1).join('?')

function subscribe(listener: () => void): () => void {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}

type Options = { readonly replace?: boolean; readonly state?: unknown }

function navigate(to: string, { replace = false, state = null }: Options = {}): void {
  const oldURL = location.href
  const url = new URL(oldURL)
  url.hash = `/${to.replace(/^#?\/?/, '')}`
  history[replace ? 'replaceState' : 'pushState'](state, '', url.href)
  dispatchEvent(new HashChangeEvent('hashchange', { oldURL, newURL: url.href }))
}

/** A location hook for wouter. */
export function useHashLocation(): [string, typeof navigate] {
  return [useSyncExternalStore(subscribe, pathOf), navigate]
}
/**
 * What is after the `?`, without it, as it is written. wouter's own takes some of the writing
 * away, and the rest is then read wrongly.
 */
export const useHashSearch = (): string => useSyncExternalStore(subscribe, searchOf)
useHashLocation.searchHook = useHashSearch
useHashLocation.hrefs = (href: string): string => `#${href}`
