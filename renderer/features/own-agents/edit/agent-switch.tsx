// Turns an agent that a program made on, with the text shown below, or off again.
import { Power, PowerOff } from 'lucide-react'
import type { WholeAgent } from '../../../../contract/ipc/topics/ipc-own-agents.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { useAct } from '../../../state/use-act.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice, TroubleText } from '../../../ui/panel.tsx'
import { strings } from '../strings.ts'

const words = strings.isOff

type Props = {
  readonly whole: WholeAgent
  /** What is on the screen is not what is in the file. */
  readonly dirty: boolean
  onTurned(said: string): void
}

export function AgentSwitch({ whole: { agent, text }, dirty, onTurned }: Props) {
  const bridge = useBridge()
  const { act, busy, error } = useAct()
  const { name, state, maker, untrusted } = agent
  const isOff = state === 'off'
  const turn = async (): Promise<void> => {
    const done = await act('turn', () =>
      bridge.call('own-agents.turn', { name, on: isOff, seen: text }),
    )
    if (done !== null) onTurned(isOff ? words.turnedOn : words.turnedOff)
  }
  return (
    <Notice
      tone={isOff ? 'warn' : 'info'}
      action={
        state === 'broken' ? undefined : (
          <Button
            size="small"
            tone={isOff ? 'strong' : 'plain'}
            icon={
              isOff ? (
                <Power size={13} aria-hidden="true" />
              ) : (
                <PowerOff size={13} aria-hidden="true" />
              )
            }
            disabled={dirty || busy !== null}
            focusableWhenDisabled
            onClick={() => void turn()}
          >
            {isOff ? words.on : words.off}
          </Button>
        )
      }
    >
      {isOff ? words.text(maker) : strings.madeSentence(maker)}
      {untrusted === null ? null : ` ${words.untrusted(untrusted)}`}
      {dirty ? ` ${words.dirty}` : null}
      {error === null ? null : <TroubleText {...error} />}
    </Notice>
  )
}
