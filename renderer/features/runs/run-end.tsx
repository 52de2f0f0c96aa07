// What is below the last item of a run that did not end by itself, and how to go on.
import { CirclePause, CircleStop, CircleX, Play, RotateCcw } from 'lucide-react'
import type { Run } from '../../../contract/agent/run.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/panel.tsx'
import { isBusy } from './run-text.ts'
import { strings } from './strings.ts'
import { useRunAction } from './use-run-action.ts'

const ends = {
  interrupted: {
    tone: 'warn',
    Icon: CirclePause,
    text: strings.interrupted,
    Act: Play,
    act: strings.resume,
  },
  failed: { tone: 'bad', Icon: CircleX, text: strings.failed, Act: RotateCcw, act: strings.retry },
  stopped: {
    tone: 'info',
    Icon: CircleStop,
    text: strings.stopped,
    Act: Play,
    act: strings.resume,
  },
} as const

export function RunEnd({ run }: { readonly run: Run }) {
  const act = useRunAction(run.id)
  if (run.state === 'idle' || isBusy(run.state)) return null
  const { tone, Icon, text, Act, act: word } = ends[run.state]
  return (
    <Notice
      tone={tone}
      icon={<Icon size={16} aria-hidden="true" />}
      action={
        <Button
          size="small"
          icon={<Act size={13} aria-hidden="true" />}
          onClick={() => act('runs.resume')}
        >
          {word}
        </Button>
      }
    >
      {text}
    </Notice>
  )
}
