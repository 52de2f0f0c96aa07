// Who runs the shell commands of an agent: what holds now in a sentence, what could hold in a card
// that is shown once, and afterwards a switch.
import type { ClientCommands } from '../../../contract/server/gateway.ts'
import type { CommandsRun } from '../../../contract/server/server.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { useAct } from '../../state/use-act.ts'
import { Button } from '../../ui/button.tsx'
import { Notice, TroubleText } from '../../ui/panel.tsx'
import { ToggleSwitch } from '../../ui/toggle-switch.tsx'
import css from './agents.module.css'
import { strings } from './strings.ts'

const words = strings.commands

export function ShellCommands({
  about,
  changed,
}: {
  readonly about: ClientCommands
  changed(): void
}) {
  const bridge = useBridge()
  const { act, busy, error } = useAct()
  const { name, title, gate, hooked, run } = about
  const choose = (wanted: CommandsRun): void =>
    void act(wanted, () => bridge.call('clients.commands', { name, run: wanted })).then(
      (done) => done !== null && changed(),
    )
  const offered = gate === 'rewrite' && hooked && run === null
  return (
    <>
      <div className={css.commands}>
        <span className={css.text}>
          {words.how[howOf(about)]}
          {gate === 'none' || hooked ? '' : ` ${words.unhooked(name)}`}
        </span>
        {gate !== 'rewrite' || run === null ? null : (
          <ToggleSwitch
            label={words.toggle(title)}
            on={run === 'sandbox'}
            disabled={busy !== null}
            onChange={(on) => choose(on ? 'sandbox' : 'agent')}
          />
        )}
      </div>
      {offered ? (
        <div className={css.offer} role="group" aria-label={words.offerTitle(title)}>
          <b>{words.offerTitle(title)}</b>
          {words.offer.map((text) => (
            <p key={text}>{text}</p>
          ))}
          <div className={css.actions}>
            <Button size="small" aria-disabled={busy !== null} onClick={() => choose('agent')}>
              {words.later}
            </Button>
            <Button
              size="small"
              tone="strong"
              aria-disabled={busy !== null}
              onClick={() => choose('sandbox')}
            >
              {words.on}
            </Button>
          </div>
        </div>
      ) : null}
      {error === null ? null : (
        <Notice tone="bad" alert>
          <TroubleText {...error} />
        </Notice>
      )}
    </>
  )
}

const howOf = ({ gate, run, problem }: ClientCommands): keyof typeof words.how =>
  gate === 'rewrite' ? (problem ?? (run === 'sandbox' ? 'sandbox' : 'agent')) : gate
