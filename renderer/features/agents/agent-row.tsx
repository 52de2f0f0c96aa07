// One agent: how far it is behind the gate, what it may do, who runs its commands, and what of it
// still passes by.
import { CircleCheck, CircleDashed, CircleDot, TriangleAlert } from 'lucide-react'
import { Link } from 'wouter'
import type { AgentFinding } from '../../../contract/agent/other-agent.ts'
import { auditAddress, exactly } from '../../state/audit-address.ts'
import { useNewestRows } from '../../state/use-newest-rows.ts'
import { useNow } from '../../state/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { ago } from '../../ui/text/time-text.ts'
import { AgentPreset } from './agent-preset.tsx'
import css from './agents.module.css'
import { ShellCommands } from './shell-commands.tsx'
import { strings } from './strings.ts'
import { type Agent, linkStatusOf, type LinkStatus } from './use-agents.ts'

type Props = {
  readonly agent: Agent
  /** It is being read again: what its buttons say may be out of date. */
  readonly busy: boolean
  connect(): void
  disconnect(): void
  changed(): void
}

export function AgentRow({ agent, busy, connect, disconnect, changed }: Props) {
  const { title, other, connected, commands } = agent
  const status = linkStatusOf(agent)
  const findings = other?.findings ?? []
  const known = status !== 'none'
  return (
    <li className={css.agent} aria-label={title}>
      <div className={css.agentHead}>
        <h3>{title}</h3>
        <LinkStatusMark status={status} />
        <span className={css.acts}>
          {other === null || status === 'gateway' || status === 'now' ? null : (
            <Button
              size="small"
              aria-label={status === 'none' ? strings.connectNamed(title) : undefined}
              disabled={busy}
              focusableWhenDisabled
              onClick={connect}
            >
              {status === 'half' && other.gateway ? strings.gate : strings.connect}
            </Button>
          )}
          {other !== null && (other.gateway || other.hooks === true) ? (
            <Button
              size="small"
              tone="quiet"
              aria-label={strings.disconnectNamed(title)}
              disabled={busy}
              focusableWhenDisabled
              onClick={disconnect}
            >
              {strings.disconnect}
            </Button>
          ) : null}
        </span>
      </div>
      <Ways agent={agent} known={known} />
      {connected.some(({ hook }) => hook === 'silent') ? (
        <p className={css.silent} role="alert">
          {strings.silent(title)}
        </p>
      ) : null}
      {known ? (
        <div className={css.settings}>
          <AgentPreset agent={agent} changed={changed} />
        </div>
      ) : null}
      {commands === null || !known ? null : <ShellCommands about={commands} changed={changed} />}
      {findings.length === 0 ? null : (
        <ul className={css.findings} aria-label={strings.findings(findings.length)}>
          {findings.map((finding) => (
            <FindingLine
              key={`${finding.kind} ${finding.file} ${finding.line} ${finding.text}`}
              finding={finding}
              busy={busy}
              connect={connect}
            />
          ))}
        </ul>
      )}
      {other !== null && other.files.length > 0 && known && findings.length === 0 ? (
        <p className={css.fine}>
          <CircleCheck size={14} aria-hidden="true" /> {strings.findingsNone}
        </p>
      ) : null}
      {(other?.notes ?? []).map((note) => (
        <p key={note} className={css.text}>
          {note}
        </p>
      ))}
    </li>
  )
}

const marks = {
  now: CircleDot,
  gateway: CircleCheck,
  half: TriangleAlert,
  none: CircleDashed,
}

export function LinkStatusMark({ status }: { readonly status: LinkStatus }) {
  const Mark = marks[status]
  return (
    <span className={css.status} data-status={status}>
      <Mark size={14} aria-hidden="true" />
      {strings.states[status]}
    </span>
  )
}

/** By which ways it comes, and when it last did. */
function Ways({ agent, known }: { readonly agent: Agent; readonly known: boolean }) {
  const { other, connected } = agent
  const now = useNow()
  const [first] = connected
  const words = !known
    ? [...(other !== null && other.servers > 0 ? [strings.servers(other.servers)] : [])]
    : [
        other === null || other.gateway || first !== undefined
          ? strings.ways.gateway
          : strings.ways.noGateway,
        ...(first === undefined
          ? []
          : [`${strings.ways[first.over]}, ${strings.ways.since(ago(now - first.since))}`]),
        ...(other === null
          ? []
          : [
              other.hooks === null
                ? strings.ways.cannotHook
                : other.hooks
                  ? strings.ways.hooks
                  : strings.ways.noHooks,
            ]),
      ]
  if (words.length === 0 && !known) return null
  return (
    <p className={css.text}>
      {words.join(' · ')}
      {known ? <LastCall name={agent.name} /> : null}
    </p>
  )
}

function LastCall({ name }: { readonly name: string }) {
  const now = useNow()
  const query = `${exactly('who', name)} kind:decision`
  const last = useNewestRows(query, 1).found?.rows[0]
  if (last === undefined) return null
  return (
    <>
      {' · '}
      <Link href={auditAddress(exactly('who', name))} className={css.link}>
        {strings.lastCall(ago(now - last.at))}
      </Link>
    </>
  )
}

function FindingLine({
  finding: { text, file, line, mend, fix },
  busy,
  connect,
}: {
  readonly finding: AgentFinding
  readonly busy: boolean
  connect(): void
}) {
  return (
    <li className={css.finding}>
      <TriangleAlert size={14} aria-hidden="true" />
      <div>
        <p>{text}</p>
        <p className={css.text}>
          <code>{line === null ? file : `${file}:${line}`}</code>
          {fix === null ? ` ${mend}` : ''}
        </p>
      </div>
      {fix === 'hooks' ? (
        <Button
          size="small"
          aria-label={strings.fixNamed(strings.fix.hooks, text)}
          disabled={busy}
          focusableWhenDisabled
          onClick={connect}
        >
          {strings.fix.hooks}
        </Button>
      ) : null}
      {fix === 'import' ? (
        <Link
          href="/servers/import"
          className={css.link}
          aria-label={strings.fixNamed(strings.fix.import, text)}
        >
          {strings.fix.import}
        </Link>
      ) : null}
    </li>
  )
}
