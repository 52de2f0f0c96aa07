// The button of the tour's next step. It has the focus once there is a next step, so that Enter goes on,
// unless the person is elsewhere.
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'

export function TourNext({ children, onClick }: { readonly children: ReactNode; onClick(): void }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isFree(document.activeElement)) button.current?.focus({ preventScroll: true })
  }, [])
  return (
    <Button ref={button} size="small" tone="strong" onClick={onClick}>
      {children}
    </Button>
  )
}

/** Nothing has the focus, or a message field in which nothing was written. */
const isFree = (active: Element | null): boolean =>
  active === null ||
  active === document.body ||
  (active instanceof HTMLTextAreaElement && active.value === '')
