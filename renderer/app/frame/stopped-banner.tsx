// Over every screen while everything is stopped: since when, by which way, what was ended, and the
// way back.
import { OctagonX } from 'lucide-react'
import type { Stopped } from '../../../contract/approval/emergency-stop.ts'
import { setLiftOpen, useUi } from '../../state/ui.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/panel.tsx'
import { clockTime } from '../../ui/text/time-text.ts'
import { words } from './frame-text.ts'

export function StoppedBanner({ stopped }: { readonly stopped: Stopped }) {
  const done = useUi((ui) => ui.panicDone)
  const { panic } = words
  return (
    <Notice
      tone="bad"
      alert
      icon={<OctagonX size={16} aria-hidden="true" />}
      action={
        <Button size="small" onClick={() => setLiftOpen(true)}>
          {panic.lift}
        </Button>
      }
    >
      <b>{panic.title}</b> {panic.since(clockTime(stopped.at), panic.surfaces[stopped.surface])}
      {done === null ? null : ` ${panic.ended(done.runs, done.held, done.leases)}`}
      {stopped.fault === null ? null : ` ${stopped.fault}`}
    </Notice>
  )
}
