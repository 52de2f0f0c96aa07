// What the agent would see and may do under the policy in force, one row for each tool.
import { Globe } from 'lucide-react'
import { useRef } from 'react'
import type { AgentCheck, AgentTool } from '../../../../contract/agent/own-agent.ts'
import { EffectWord } from '../../../ui/marks/effect-word.tsx'
import { Section } from '../../../ui/panel.tsx'
import { TierBadge } from '../../../ui/marks/tier-badge.tsx'
import css from '../own-agents.module.css'
import toolTable from './tool-table.module.css'
import { strings } from '../strings.ts'
import type { CheckedAgent } from './use-agent-check.ts'

const words = strings.tools

export function ToolTable({ checked: { check } }: { readonly checked: CheckedAgent }) {
  // While there is a mistake it would be empty, which the agent is not meant to be.
  const last = useRef<AgentCheck | null>(null)
  if (check.definition !== null) last.current = check
  const { tools, absent } = last.current ?? check
  const seen = tools.filter(({ missing }) => missing === null)
  return (
    <Section
      title={words.title}
      aside={words.summary(
        seen.length,
        seen.filter(({ readOnly }) => !readOnly).length,
        seen.filter(({ outbound }) => outbound).length,
      )}
    >
      <div className={toolTable.tableBox}>
        <p className={css.hint}>
          {words.text}
          {check.definition === null && last.current !== null ? ` ${words.stale}` : ''}
        </p>
        {tools.length === 0 ? (
          <p className={css.hint}>{words.none}</p>
        ) : (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keys
          <div
            className={toolTable.tableScroll}
            tabIndex={0}
            role="region"
            aria-label={words.title}
          >
            <table className={toolTable.table}>
              <thead>
                <tr>
                  <th scope="col">{words.columns.tool}</th>
                  <th scope="col">{words.columns.tier}</th>
                  <th scope="col">{words.columns.usually}</th>
                  <th scope="col">{words.columns.actions}</th>
                  <th scope="col">{words.columns.scope}</th>
                  <th scope="col">{words.columns.through}</th>
                </tr>
              </thead>
              <tbody>
                {tools.map((tool) => (
                  <ToolLine key={tool.tool} tool={tool} />
                ))}
              </tbody>
            </table>
          </div>
        )}
        {absent.length === 0 ? null : <p className={css.hint}>{words.absent(absent.join(', '))}</p>}
      </div>
    </Section>
  )
}

function ToolLine({ tool }: { readonly tool: AgentTool }) {
  const { title, actions, narrowed, scopes, capabilities, missing, outbound } = tool
  return (
    <tr data-unseen={missing !== null}>
      <th scope="row">
        <code>{tool.tool}</code>
        <span className={toolTable.toolTitle}>
          {title}
          {outbound ? (
            <span className={toolTable.out}>
              <Globe size={12} aria-hidden="true" /> {words.outbound}
            </span>
          ) : null}
        </span>
        {missing === null ? null : (
          <span className={toolTable.missing}>{words.unseen(missing)}</span>
        )}
      </th>
      <td>
        <TierBadge tier={tool.tier} />
      </td>
      <td>
        <EffectWord effect={tool.usually}>{words.effects[tool.usually]}</EffectWord>
      </td>
      <td>
        {actions.length === 0
          ? words.noActions
          : narrowed
            ? actions.map(({ name }) => name).join(', ')
            : words.all}
      </td>
      <td>
        {scopes.length === 0 ? (
          <span className={css.hint}>{words.unlimited}</span>
        ) : (
          scopes.map((scope) => (
            <span key={scope} className={toolTable.scopeLine}>
              {scope}
            </span>
          ))
        )}
      </td>
      <td className={css.hint}>{capabilities.join(', ')}</td>
    </tr>
  )
}
