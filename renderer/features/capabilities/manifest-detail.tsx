// One tool's manifest, rendered whole.
import { X } from 'lucide-react'
import type { Requirement, ToolListing } from '../../../contract/manifest.ts'
import { IconButton } from '../../ui/button.tsx'
import { ExactBlock } from '../../ui/exact-text.tsx'
import { Facts, Notice } from '../../ui/panel.tsx'
import table from '../../ui/table.module.css'
import { TierBadge } from '../../ui/tier-badge.tsx'
import { bytes, count } from '../../ui/time-words.ts'
import css from './capabilities-screen.module.css'
import { TierRange } from './cells.tsx'
import { strings } from './strings.ts'

export function ManifestDetail({ tool, onClose }: { readonly tool: ToolListing; onClose(): void }) {
  const { manifest } = tool
  const { facts } = strings
  const rates = [
    manifest.rateLimits.perMinute === 0 ? null : strings.perMinute(manifest.rateLimits.perMinute),
    manifest.rateLimits.perSession === 0 ? null : strings.perSession(manifest.rateLimits.perSession),
  ].filter((part) => part !== null)
  const redacted = [...manifest.redaction.args, ...manifest.redaction.result]
  return (
    <aside className={table.detail} aria-label={strings.detail}>
      <div>
        <div className={table.detailHead}>
          <h2>{manifest.title}</h2>
          <IconButton label={strings.close} onClick={onClose}>
            <X size={15} aria-hidden="true" />
          </IconButton>
        </div>
        <p className={table.quiet}>{manifest.description}</p>
      </div>
      {tool.hiddenByGuard ? <Notice tone="ok">{strings.hiddenWhy}</Notice> : null}
      {tool.missing.length === 0 ? null : (
        <Notice tone="warn">
          <b>{strings.missingTitle}</b>
          <ul>
            {tool.missing.map(({ what, how }) => (
              <li key={what}>
                {what}: {how}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <Facts
        facts={[
          { key: facts.id, value: <code>{manifest.id}</code> },
          { key: facts.category, value: `${strings.categories[manifest.category]}, ${tool.source}, ${manifest.version}` },
          { key: facts.tier, value: <TierRange tool={tool} /> },
          { key: facts.effect, value: `${strings.effects[manifest.defaultPolicy.effect]}: ${manifest.defaultPolicy.scope}` },
          { key: facts.side, value: manifest.sideEffects ? strings.yes : strings.no },
          { key: facts.outbound, value: manifest.networkOutbound ? strings.yes : strings.no },
          { key: facts.data, value: manifest.dataAccess.join(', ') || strings.nothing },
          { key: facts.subagents, value: strings.subagents[manifest.subagentAccess] },
          { key: facts.requires, value: manifest.requires.map(requirement).join(', ') || strings.nothing },
          { key: facts.redacted, value: redacted.length === 0 ? strings.nothing : <code>{redacted.join(', ')}</code> },
          { key: facts.rate, value: rates.join(', ') || strings.noLimit },
          {
            key: facts.limits,
            value: `${strings.runTime(manifest.limits.runTimeMs)} · ${bytes(manifest.limits.stdoutBytes)} · ${strings.chars(count(manifest.limits.resultChars))}`,
          },
        ]}
      />
      <ActionList title={strings.reads} tool={tool} readOnly />
      <ActionList title={strings.writes} tool={tool} readOnly={false} />
      <div>
        <h3>{strings.schema}</h3>
        <div className={table.boxed}>
          <ExactBlock text={JSON.stringify(tool.inputSchema, null, 2)} label={strings.schema} />
        </div>
      </div>
    </aside>
  )
}

function ActionList({ title, tool, readOnly }: { readonly title: string; readonly tool: ToolListing; readonly readOnly: boolean }) {
  const actions = tool.manifest.actions.filter((action) => action.readOnly === readOnly)
  if (actions.length === 0) return null
  return (
    <div>
      <h3>{title}</h3>
      <ul className={css.pills}>
        {actions.map((action) => (
          <li key={action.name} data-read={readOnly}>
            <code>{action.name}</code>
            {action.riskTier === undefined ? null : <TierBadge tier={action.riskTier} />}
          </li>
        ))}
      </ul>
    </div>
  )
}

const requirement = (need: Requirement): string =>
  need.kind === 'program' || need.kind === 'credential' ? `${strings.requires[need.kind]} ${need.name}` : strings.requires[need.kind]
