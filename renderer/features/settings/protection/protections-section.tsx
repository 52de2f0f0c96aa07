// What this machine can hold: what is missing first, with the way to get it; then what holds; then
// what cannot be had.
import {
  CircleCheck,
  CircleDashed,
  CircleSlash,
  CircleX,
  ShieldAlert,
  ShieldCheck,
  TriangleAlert,
} from 'lucide-react'
import type { Check, DoctorReport, Protection } from '../../../../contract/protection.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { useLive } from '../../../state/live/live-store.ts'
import { useRead } from '../../../state/use-read.ts'
import { CopyLine } from '../../../ui/text/copy-line.tsx'
import { Notice, TroubleText } from '../../../ui/panel.tsx'
import { commandIn, groupsOf, type ProtectionGroup } from './protection-text.ts'
import css from './protections.module.css'
import { RunnersTable } from './runners-table.tsx'
import { SettingsPart } from '../settings-part.tsx'
import shared from '../settings-screen.module.css'
import { strings } from '../strings.ts'

export function ProtectionsSection() {
  const bridge = useBridge()
  // Read again whenever what the strip says of them is something else.
  const now = useLive(({ app }) =>
    app === null
      ? null
      : JSON.stringify([app.sandbox, app.protections, app.untried, app.workspace]),
  )
  const { value, error } = useRead(bridge, 'doctor.report', {}, now)
  return (
    <SettingsPart
      topic="protections"
      title={strings.protections}
      text={strings.protectionsText}
      ready={value !== null}
    >
      {error === null ? null : (
        <p className={shared.error}>
          <TroubleText {...error} />
        </p>
      )}
      {value === null ? null : <Report report={value} />}
    </SettingsPart>
  )
}

function Report({ report }: { readonly report: DoctorReport }) {
  const sandbox = useLive((live) => live.app?.sandbox ?? null)
  const untried = useLive((live) => live.app?.untried ?? null)
  const groups = groupsOf(report.protections)
  const tally = useLive((live) => live.app?.protections ?? null) ?? counted(report.protections)
  return (
    <>
      {sandbox === null ? null : (
        <Notice
          tone={
            sandbox.state === 'missing'
              ? 'warn'
              : sandbox.state === 'trying'
                ? 'info'
                : tally.missing === 0
                  ? 'ok'
                  : 'warn'
          }
          icon={
            sandbox.state === 'enforced' ? (
              <ShieldCheck size={16} aria-hidden="true" />
            ) : (
              <ShieldAlert size={16} aria-hidden="true" />
            )
          }
        >
          <b>{strings.sandboxIs(sandbox.text)}</b> {strings.tally(tally)}
        </Notice>
      )}
      {untried === null ? null : (
        <Notice tone="warn" icon={<TriangleAlert size={16} aria-hidden="true" />}>
          <TroubleText text={untried.text} hint={untried.how} />
        </Notice>
      )}
      {groups.map((group) => (
        <Group key={group.state} group={group} />
      ))}
      {report.runner === null ? null : <RunnersTable runner={report.runner} />}
      <div className={css.group}>
        <h3>{strings.checksTitle}</h3>
        <ul className={css.list}>
          {report.checks.map((check) => (
            <State
              key={check.id}
              item={check}
              detail={check.text}
              word={strings.checks[check.state]}
            />
          ))}
        </ul>
      </div>
      <p className={shared.hint}>{strings.runsOn(report.platform, report.node)}</p>
    </>
  )
}

const counted = (all: readonly Protection[]) => ({
  enforced: all.filter(({ state }) => state === 'enforced').length,
  missing: all.filter(({ state }) => state === 'missing').length,
  all: all.length,
})

function Group({ group: { state, items } }: { readonly group: ProtectionGroup }) {
  return (
    <div className={css.group}>
      <h3>
        {strings.groups[state]} <span className={css.count}>{items.length}</span>
      </h3>
      <ul className={css.list} data-state={state} aria-label={strings.groups[state]}>
        {items.map((item) => (
          <State key={item.id} item={item} detail={item.detail} word={strings.states[state]} />
        ))}
      </ul>
    </div>
  )
}

const icons = {
  enforced: CircleCheck,
  ok: CircleCheck,
  missing: TriangleAlert,
  warn: TriangleAlert,
  impossible: CircleSlash,
  fail: CircleX,
  unset: CircleDashed,
}

function State({
  item,
  detail,
  word,
}: {
  readonly item: Protection | Check
  readonly detail: string
  readonly word: string
}) {
  const Icon = icons[item.state]
  const how = item.how ?? ''
  const command = commandIn(how)
  // Where the advice is a command and a word about it, the command is not said twice.
  const leads = command !== null && how.startsWith(command)
  const rest = leads ? how.slice(command.length).trim() : how
  const advice = rest === '' ? null : <p className={css.how}>{rest}</p>
  return (
    <li data-state={item.state}>
      <Icon size={16} aria-hidden="true" />
      <div>
        <p>
          <b>{item.title}</b> <span className={css.word}>{word}</span>
        </p>
        <p className={shared.hint}>{detail}</p>
        {leads ? null : advice}
        {command === null ? null : <CopyLine text={command} words={strings.copyWords} />}
        {leads ? advice : null}
      </div>
    </li>
  )
}
