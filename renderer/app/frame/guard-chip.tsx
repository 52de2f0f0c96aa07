// The exfiltration guard: its state in words and by a picture, the switch, and what it hides at
// this moment.
import { Popover } from '@base-ui/react/popover'
import { ShieldCheck, ShieldOff, X } from 'lucide-react'
import { useBridge } from '../../bridge/bridge-context.ts'
import { useLive } from '../../state/live/live-store.ts'
import { setGuard, switchGuard } from '../../state/policy/set-guard.ts'
import { setGuardAsked, useUi } from '../../state/ui.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { ToggleSwitch } from '../../ui/toggle-switch.tsx'
import dialogCss from '../dialogs/frame-dialog.module.css'
import { words } from './frame-text.ts'
import css from './guard-chip.module.css'
import { strings } from '../strings.ts'

const none: readonly string[] = []

export function GuardChip() {
  const bridge = useBridge()
  const on = useLive((live) => live.app?.guard.on ?? null)
  const hidden = useLive((live) => live.app?.guard.hidden ?? none)
  const commands = useLive((live) => live.app?.guard.commandNetwork ?? 'asked')
  if (on === null) return null
  const state = on ? strings.guardOn : strings.guardOff
  return (
    <div className={css.guard} data-on={on}>
      <Popover.Root>
        <Popover.Trigger className={css.state} title={words.guard.open}>
          {on ? (
            <ShieldCheck size={15} aria-hidden="true" />
          ) : (
            <ShieldOff size={15} aria-hidden="true" />
          )}
          <span id="guard-words" className={css.words}>
            {state}
            {on ? (
              <span className={css.hiddenTools}> · {strings.guardHidden(hidden.length)}</span>
            ) : null}
          </span>
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Positioner sideOffset={8} align="end" className={css.positioner}>
            <Popover.Popup className={css.popup}>
              <Popover.Title className={css.title}>{strings.guard}</Popover.Title>
              <Popover.Description className={css.text}>
                {on ? words.guard.onText : words.guard.offText}
              </Popover.Description>
              <dl className={css.facts}>
                <dt>{words.guard.network}</dt>
                <dd>{commands === 'closed' ? words.guard.closed : words.guard.asked}</dd>
                {on ? (
                  <>
                    <dt>{words.guard.hides}</dt>
                    <dd>{hidden.length === 0 ? words.guard.nothing : <Names names={hidden} />}</dd>
                  </>
                ) : null}
              </dl>
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
      <ToggleSwitch
        label={strings.guard}
        describedBy="guard-words"
        on={on}
        onChange={(next) => switchGuard(bridge, next)}
      />
    </div>
  )
}

const Names = ({ names }: { readonly names: readonly string[] }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keys
  <ul className={css.names} tabIndex={names.length > 8 ? 0 : undefined}>
    {names.map((name) => (
      <li key={name}>
        <code>{name}</code>
      </li>
    ))}
  </ul>
)

/** Off is asked about, on never. */
export function GuardDialog() {
  const bridge = useBridge()
  const asked = useUi((ui) => ui.guardAsked)
  const hidden = useLive((live) => live.app?.guard.hidden ?? none)
  return (
    <Modal
      open={asked}
      onOpenChange={setGuardAsked}
      title={words.guard.off}
      closeLabel={words.guard.close}
      closeIcon={<X size={16} aria-hidden="true" />}
    >
      <div className={dialogCss.body}>
        <p>{hidden.length === 0 ? words.guard.offNone : words.guard.offWarns}</p>
        {hidden.length === 0 ? null : <Names names={hidden} />}
        <div className={dialogCss.actions}>
          <Button autoFocus onClick={() => setGuardAsked(false)}>
            {words.guard.keep}
          </Button>
          <Button
            tone="strong"
            onClick={() => {
              setGuardAsked(false)
              void setGuard(bridge, false)
            }}
          >
            {words.guard.sure}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
