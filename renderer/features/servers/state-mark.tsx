// The state of a server as icon, colour and word.
import {
  CircleCheck,
  CirclePause,
  CircleX,
  Eye,
  KeyRound,
  LoaderCircle,
  Moon,
  TimerReset,
  TriangleAlert,
} from 'lucide-react'
import type { ServerListing } from '../../../contract/server/server.ts'
import { faceOf } from './server-face.ts'
import css from './server-list.module.css'
import { strings } from './strings.ts'

const icons = {
  off: CirclePause,
  starting: LoaderCircle,
  running: CircleCheck,
  review: Eye,
  changed: TriangleAlert,
  'sign-in': KeyRound,
  waiting: TimerReset,
  idle: Moon,
  stopped: CircleX,
}

/** How a server is: by shape, hue and word. */
export function StateMark({
  server,
}: {
  readonly server: Pick<ServerListing, 'state' | 'review'>
}) {
  const face = faceOf(server)
  const Icon = icons[face]
  return (
    <span className={css.state} data-face={face}>
      <Icon size={14} aria-hidden="true" />
      {strings.faces[face]}
    </span>
  )
}
