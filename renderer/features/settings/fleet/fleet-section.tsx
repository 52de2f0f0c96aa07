// This machine among others: whether the shared database has its rows, and, for anyone who may read
// them, what it has of the others and whether somebody changed a journal.
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import type { Failure } from '../../../../contract/failure.ts'
import type { FleetMachine, FleetState, MachineCheck } from '../../../../contract/fleet/state.ts'
import { assertNever } from '../../../../contract/never.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { useRead } from '../../../state/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice, TroubleText } from '../../../ui/panel.tsx'
import { CopyLine } from '../../../ui/text/copy-line.tsx'
import { clockTime, fullTime } from '../../../ui/text/time-text.ts'
import { SettingsPart } from '../settings-part.tsx'
import css from './fleet-section.module.css'
import { CollectorPart } from './collector-part.tsx'
import { fleetStrings as words } from './strings.ts'

export function FleetSection() {
  const bridge = useBridge()
  const [changes, setChanges] = useState(0)
  const read = useRead(bridge, 'fleet.state', {}, changes)
  const collecting = useRead(bridge, 'fleet.collector', {}, changes)
  useEffect(
    () =>
      bridge.subscribe((event) => {
        if (event?.kind === 'fleet-changed') setChanges((before) => before + 1)
      }),
    [bridge],
  )
  const state = read.value
  const collector = collecting.value
  const error = read.error ?? collecting.error
  return (
    <SettingsPart
      topic="fleet"
      title={words.title}
      text={words.text}
      ready={(state !== null && collector !== null) || error !== null}
    >
      {error === null ? null : (
        <Notice tone="bad" alert>
          <TroubleText {...error} />
        </Notice>
      )}
      {state?.kind === 'none' && collector?.kind === 'none' ? (
        <p className={css.hint}>{words.none}</p>
      ) : null}
      {state === null || state.kind === 'none' ? null : <Member state={state} again={changes} />}
      {collector === null || collector.kind === 'none' ? null : (
        <CollectorPart state={collector} retry={() => void bridge.call('fleet.retry', {})} />
      )}
    </SettingsPart>
  )
}

function Member({
  state,
  again,
}: {
  readonly state: Exclude<FleetState, { kind: 'none' }>
  readonly again: number
}) {
  const bridge = useBridge()
  const identity = useRead(bridge, 'fleet.identity', {})
  const machines = useRead(bridge, 'fleet.machines', {}, state.kind === 'level' ? again : null)
  const mayRead = machines.error?.code !== 'fleet.no-reader'
  return (
    <div className={css.parts}>
      <Sending state={state} retry={() => void bridge.call('fleet.retry', {})} />
      <dl className={css.facts}>
        <dt>{words.machine}</dt>
        <dd>
          <code>{state.machine}</code>
        </dd>
        {identity.value === null ? null : (
          <>
            <dt>{words.key}</dt>
            <dd>
              <CopyLine text={identity.value.publicKey} words={words.copy} />
            </dd>
          </>
        )}
      </dl>
      {identity.error === null ? null : (
        <Notice tone="warn">
          <TroubleText {...identity.error} />
        </Notice>
      )}
      <h3>{words.machines}</h3>
      {!mayRead ? (
        <p className={css.hint}>{words.noReader}</p>
      ) : machines.error === null ? (
        <Others machines={machines.value ?? []} />
      ) : (
        <Notice tone="warn">
          <TroubleText {...machines.error} />
        </Notice>
      )}
      {mayRead ? (
        <p className={css.hint}>
          <Link href="/fleet">{words.open}</Link>
        </p>
      ) : null}
      {mayRead ? <Check /> : null}
    </div>
  )
}

function Sending({
  state,
  retry,
}: {
  readonly state: Exclude<FleetState, { kind: 'none' }>
  retry(): void
}) {
  switch (state.kind) {
    case 'level':
      return <p role="status">{words.level(state.seq)}</p>
    case 'sending':
      return <p role="status">{words.sending(state.behind)}</p>
    case 'waiting':
      return (
        <Notice tone="warn" action={<Button onClick={retry}>{words.retry}</Button>}>
          <p role="status">{words.waiting(state.behind)}</p>
          <TroubleText {...state.why} />
          <p className={css.hint}>{words.again(clockTime(state.next))}</p>
        </Notice>
      )
    default:
      return assertNever(state, 'Sending')
  }
}

function Others({ machines }: { readonly machines: readonly FleetMachine[] }) {
  return (
    <ul className={css.machines}>
      {machines.map(({ machine, person, last, revoked }) => (
        <li key={machine}>
          <span>
            <b>{machine}</b> {person}
          </span>
          <span className={css.hint}>
            {revoked === null
              ? last === null
                ? words.nothingYet
                : words.lastRow(last.seq, fullTime(last.received))
              : words.revoked(fullTime(revoked))}
          </span>
        </li>
      ))}
    </ul>
  )
}

type Checked =
  | { readonly kind: 'not-yet' }
  | { readonly kind: 'checking' }
  | { readonly kind: 'done'; readonly checks: readonly MachineCheck[] }
  | { readonly kind: 'failed'; readonly error: Failure }

function Check() {
  const bridge = useBridge()
  const [checked, setChecked] = useState<Checked>({ kind: 'not-yet' })
  const check = (): void => {
    setChecked({ kind: 'checking' })
    void bridge
      .call('fleet.verify', {})
      .then((result) =>
        setChecked(
          result.ok
            ? { kind: 'done', checks: result.value }
            : { kind: 'failed', error: result.error },
        ),
      )
  }
  return (
    <>
      <div>
        <Button onClick={check} disabled={checked.kind === 'checking'}>
          {checked.kind === 'checking' ? words.checking : words.verify}
        </Button>
      </div>
      <div role="status" className={css.parts}>
        {checked.kind === 'done'
          ? checked.checks.map((one) => <Result key={one.machine} check={one} />)
          : null}
        {checked.kind === 'failed' ? (
          <Notice tone="bad" alert>
            <TroubleText {...checked.error} />
          </Notice>
        ) : null}
      </div>
    </>
  )
}

function Result({ check: { machine, rows, findings } }: { readonly check: MachineCheck }) {
  if (findings.length === 0) return <p className={css.hint}>{words.intact(machine, rows)}</p>
  return (
    <Notice tone="bad">
      <b>{words.broken(machine)}</b>
      <ul>
        {findings.map(({ seq, text }) => (
          <li key={`${seq} ${text}`}>{text}</li>
        ))}
      </ul>
    </Notice>
  )
}
