import { useCallback, useEffect, useRef } from 'react'

/**
 * `act`, for as long as the part of the window that asks for it is shown: an answer that comes late
 * leads nobody away from where they have gone meanwhile. Stays the same function.
 */
export function useWhileHere<Words extends readonly unknown[]>(
  act: (...words: Words) => void,
): (...words: Words) => void {
  const here = useRef(true)
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])
  return useCallback((...words) => {
    if (here.current) latest.current(...words)
  }, [])
}
