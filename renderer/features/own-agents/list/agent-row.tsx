// One agent: what it is for and what it may use, or why it is broken.
import { Pencil, PowerOff, Trash2, TriangleAlert } from 'lucide-react'
import { Link } from 'wouter'
import type { OwnAgent } from '../../../../contract/agent/own-agent.ts'
import { Button } from '../../../ui/button.tsx'
import { ManagedBy } from '../../../ui/managed-by.tsx'
import { TroubleText } from '../../../ui/panel.tsx'
import css from '../own-agents.module.css'
import agentList from './agent-list.module.css'
import { pathOf } from '../paths.ts'
import { strings } from '../strings.ts'

type Props = {
  readonly agent: OwnAgent
  readonly unsaved: boolean
  readonly busy: boolean
  onGo(path: string): void
  remove(): void
}

const FEW = 3

export function AgentRow({ agent, unsaved, busy, onGo, remove }: Props) {
  const { name, definition, problems, maker } = agent
  return (
    <li className={agentList.agent} aria-label={name}>
      <div className={css.agentHead}>
        <h2>
          <Link href={pathOf(name)} className={agentList.name}>
            {name}
          </Link>
        </h2>
        {agent.state === 'broken' ? (
          <span className={css.mark} data-tone="bad">
            <TriangleAlert size={12} aria-hidden="true" /> {strings.broken}
          </span>
        ) : null}
        {agent.state === 'off' ? (
          <span className={css.mark} data-tone="warn">
            <PowerOff size={12} aria-hidden="true" /> {strings.off}
          </span>
        ) : null}
        {agent.organisation === undefined ? null : <ManagedBy name={agent.organisation} />}
        {unsaved ? (
          <span className={css.mark} data-tone="warn">
            {strings.unsaved}
          </span>
        ) : null}
        <span className={css.acts}>
          <Button
            size="small"
            icon={<Pencil size={13} aria-hidden="true" />}
            aria-label={strings.openNamed(name)}
            onClick={() => onGo(pathOf(name))}
          >
            {strings.open}
          </Button>
          <Button
            size="small"
            tone="quiet"
            icon={<Trash2 size={13} aria-hidden="true" />}
            aria-label={strings.removeNamed(name)}
            disabled={busy}
            focusableWhenDisabled
            onClick={remove}
          >
            {strings.remove}
          </Button>
        </span>
      </div>
      {definition === null ? (
        <div className={agentList.why}>
          <p>{strings.brokenText(problems.length)}</p>
          <ul>
            {problems.slice(0, FEW).map((each) => (
              <li key={`${each.line} ${each.column} ${each.text}`}>
                <span className={agentList.at}>{strings.line(each.line)}</span>{' '}
                <TroubleText text={each.text} hint={each.hint} />
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <>
          <p className={definition.description === '' ? css.hint : agentList.about}>
            {definition.description === '' ? strings.noDescription : definition.description}
          </p>
          <p className={css.hint}>
            {[
              strings.has(definition.capabilities.length),
              definition.model,
              ...(definition.createdBy === null && maker.kind === 'person'
                ? []
                : [strings.made(maker)]),
            ].join(' · ')}
          </p>
        </>
      )}
    </li>
  )
}
