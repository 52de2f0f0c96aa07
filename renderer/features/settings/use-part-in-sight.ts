// Which part of Settings is being read: the uppermost that is in sight, as a person scrolls.
import { type RefObject, useEffect, useState } from 'react'

/** `scroller`: what scrolls; `again`: changes where other parts are shown. Null before anybody did. */
export function usePartInSight(
  scroller: RefObject<HTMLElement | null>,
  again: unknown,
): string | null {
  const [topic, setTopic] = useState<string | null>(null)
  useEffect(() => {
    const root = scroller.current
    if (root === null) return
    const inSight = new Set<Element>()
    const parts = [...root.querySelectorAll<HTMLElement>('[data-topic]:not([hidden])')]
    const seen = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) inSight.add(target)
          else inSight.delete(target)
        }
        setTopic(parts.find((part) => inSight.has(part))?.dataset['topic'] ?? null)
      },
      // The line that is read: a third from the top.
      { root, rootMargin: '0px 0px -66% 0px' },
    )
    for (const part of parts) seen.observe(part)
    return () => seen.disconnect()
  }, [scroller, again])
  return topic
}
