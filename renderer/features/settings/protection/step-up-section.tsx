// Passphrase and one-time codes. What is typed here goes to main and is forgotten.
import { useState } from 'react'
import type { Failure } from '../../../../contract/failure.ts'
import type { StepUpState } from '../../../../contract/approval/step-up.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { useNow } from '../../../state/use-now.ts'
import { useRead } from '../../../state/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice, TroubleText } from '../../../ui/panel.tsx'
import { clockSpan } from '../../../ui/text/time-text.ts'
import { OneTimeCodes } from './one-time-codes.tsx'
import { SecretField } from '../secret-field.tsx'
import { SettingsPart } from '../settings-part.tsx'
import css from '../settings-screen.module.css'
import { strings } from '../strings.ts'
import { useSave } from '../use-save.ts'
import { ToggleSwitch } from '../../../ui/toggle-switch.tsx'

export function StepUpSection() {
  const { value, error, reload } = useRead(useBridge(), 'step-up.state', {})
  return (
    <SettingsPart topic="step-up" title={strings.stepUp} text={strings.stepUpText}>
      {error === null ? null : (
        <Notice tone="bad">
          <TroubleText {...error} />
        </Notice>
      )}
      {value === null ? null : (
        <>
          {value.lockedUntil === null ? null : <Locked until={value.lockedUntil} />}
          <Passphrase isSet={value.passphrase} changed={reload} />
          {value.passphrase && value.system !== 'none' ? (
            <TouchId on={value.system === 'on'} changed={reload} />
          ) : null}
          {value.passphrase ? <OneTimeCodes isSet={value.totp} changed={reload} /> : null}
        </>
      )}
    </SettingsPart>
  )
}

function Locked({ until }: { readonly until: number }) {
  const left = until - useNow()
  return left <= 0 ? null : <Notice tone="warn">{strings.passphraseLocked(clockSpan(left))}</Notice>
}

function TouchId({ on, changed }: { readonly on: boolean; changed(): void }) {
  const { state, save } = useSave()
  return (
    <>
      <div className={css.switchRow}>
        <ToggleSwitch
          label={strings.touchId}
          on={on}
          onChange={(touchId) => void save({ desktop: { touchId } }).then(changed)}
        />
        <span>{strings.touchId}</span>
      </div>
      <p className={css.hint}>{strings.touchIdText}</p>
      {state.kind === 'failed' ? (
        <Notice tone="bad" alert>
          <TroubleText {...state.error} />
        </Notice>
      ) : null}
    </>
  )
}

const nothing = { current: '', next: '', again: '' }

function Passphrase({
  isSet,
  changed,
}: {
  readonly isSet: StepUpState['passphrase']
  changed(): void
}) {
  const bridge = useBridge()
  const [typed, setTyped] = useState(nothing)
  const [open, setOpen] = useState(!isSet)
  const [state, setState] = useState<Failure | 'rest' | 'busy' | 'done'>('rest')
  const failed = typeof state === 'object' ? state : null
  const short = typed.next !== '' && typed.next.length < 8
  const differs = typed.again !== '' && typed.again !== typed.next
  const ready =
    typed.next.length >= 8 &&
    typed.again === typed.next &&
    (!isSet || typed.current !== '') &&
    state !== 'busy'
  const change = (part: Partial<typeof nothing>): void => {
    setTyped({ ...typed, ...part })
    setState('rest')
  }
  const send = async (): Promise<void> => {
    if (!ready) return
    setState('busy')
    const result = await bridge.call('step-up.set-passphrase', {
      ...(isSet ? { current: typed.current } : {}),
      passphrase: typed.next,
    })
    setState(result.ok ? 'done' : result.error)
    setTyped(result.ok ? nothing : { ...typed, current: '' })
    if (!result.ok) return
    setOpen(false)
    changed()
  }
  const onEnter = (): void => void send()
  return (
    <>
      <p className={css.hint}>
        <b>{isSet ? strings.passphraseSet : strings.passphraseNotSet}</b>
      </p>
      {open ? (
        <>
          {isSet ? (
            <SecretField
              label={strings.passphraseCurrent}
              value={typed.current}
              onChange={(current) => change({ current })}
              onEnter={onEnter}
            />
          ) : null}
          <SecretField
            label={strings.passphraseNew}
            value={typed.next}
            hint={strings.passphraseHint}
            error={short ? strings.passphraseShort : null}
            onChange={(next) => change({ next })}
            onEnter={onEnter}
          />
          <SecretField
            label={strings.passphraseAgain}
            value={typed.again}
            error={failed ?? (differs ? strings.passphraseDiffers : null)}
            onChange={(again) => change({ again })}
            onEnter={onEnter}
          />
        </>
      ) : null}
      <div className={css.test}>
        <Button
          size="small"
          aria-disabled={open && !ready}
          onClick={() => (open ? void send() : setOpen(true))}
        >
          {isSet ? `${strings.passphraseDo.change}${open ? '' : '…'}` : strings.passphraseDo.set}
        </Button>
        <span role="status" className={css.saved}>
          {state === 'done' ? strings.passphraseDone : ''}
        </span>
      </div>
    </>
  )
}
