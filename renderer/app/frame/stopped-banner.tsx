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
  const done = useUi((ui) => ui.emergencyStopDone)
  const { emergencyStop } = words
  return (
    <Notice
      tone="bad"
      alert
      icon={<OctagonX size={16} aria-hidden="true" />}
      action={
        <Button size="small" onClick={() => setLiftOpen(true)}>
          {emergencyStop.lift}
        </Button>
      }
    >
      <b>{emergencyStop.title}</b>{' '}
      {emergencyStop.since(clockTime(stopped.at), emergencyStop.surfaces[stopped.surface])}
      {done === null ? null : ` ${emergencyStop.ended(done.runs, done.held, done.leases)}`}
      {stopped.fault === null ? null : ` ${stopped.fault}`}
    </Notice>
  )
}
