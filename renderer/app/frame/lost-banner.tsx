// The line above the screen while there is none to Gatehouse: what that means, whether it comes back
// by itself, and what to do where it does not.
import { PlugZap, Unplug } from 'lucide-react'
import { assertNever } from '../../../contract/never.ts'
import { useLive } from '../../state/live/live-store.ts'
import { useReturning } from '../../state/page-return.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/panel.tsx'
import { strings } from '../strings.ts'

export function LostBanner() {
  const inBrowser = useLive((live) => live.app?.host === 'browser')
  const { state, leaveAnyway } = useReturning()
  const newLink = <code>{strings.lostCommand}</code>
  switch (state) {
    case 'none':
      return (
        <Notice tone="bad" alert icon={<Unplug size={16} aria-hidden="true" />}>
          <b>{strings.lostTitle}</b> {strings.lostText}{' '}
          {inBrowser ? (
            <>
              {strings.lostOpen} {newLink}
            </>
          ) : null}
        </Notice>
      )
    case 'back':
      return (
        <Notice tone="warn" alert icon={<PlugZap size={16} aria-hidden="true" />}>
          <b>{strings.backTitle}</b> {strings.backText}
        </Notice>
      )
    case 'asks':
      return (
        <Notice
          tone="warn"
          alert
          icon={<PlugZap size={16} aria-hidden="true" />}
          action={
            <Button size="small" onClick={leaveAnyway}>
              {strings.reconnect}
            </Button>
          }
        >
          <b>{strings.backTitle}</b> {strings.backAsks}
        </Notice>
      )
    case 'link':
      return (
        <Notice tone="bad" alert icon={<Unplug size={16} aria-hidden="true" />}>
          <b>{strings.lostTitle}</b> {strings.needsLink} {newLink}
        </Notice>
      )
    default:
      return assertNever(state, 'LostBanner')
  }
}
