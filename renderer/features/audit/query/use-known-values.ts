// Reads the values that complete a query.
import { useEffect, useMemo, useState } from 'react'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { askedFor, type OwnKey, typingAt } from './complete.ts'
import type { Known } from './offers.ts'

/** The values in the journal that fit what is being typed at `caret`, as they were last found. */
export function useKnownValues(
  value: string,
  caret: number | null,
  own: readonly OwnKey[],
): Known | null {
  const bridge = useBridge()
  const [known, setKnown] = useState<Known | null>(null)
  const asked = useMemo(
    () => (caret === null ? null : askedFor(typingAt(value, caret), own)),
    [value, caret, own],
  )
  const [key, typed] = [asked?.key ?? null, asked?.typed ?? '']
  useEffect(() => {
    if (key === null) return
    let current = true
    void bridge.call('audit.values', { key, typed: typed.slice(0, 200) }).then((found) => {
      // Without them there is nothing to offer, and the line can be typed all the same.
      if (current) setKnown({ key, typed, values: found.ok ? found.value : [] })
    })
    return () => {
      current = false
    }
  }, [bridge, key, typed])
  return known
}
