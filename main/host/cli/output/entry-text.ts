// One line for one row of the journal.
import { counted } from '../../../../contract/counted.ts'
import type { JournalEntry } from '../../../../contract/journal/journal.ts'
import { assertNever } from '../../../../contract/never.ts'
import { touchText } from './touch-text.ts'

export function entryText(entry: JournalEntry): string {
  switch (entry.kind) {
    case 'started':
      return `Gatehouse ${entry.version}, ${entry.host}`
    case 'stopped':
      return entry.host
    case 'refused':
      return `${entry.tool}: ${entry.error.text}`
    case 'decision':
      return `${entry.tool} ${entry.decision.effect} ${entry.decision.tier} for ${entry.principal.name}: ${entry.decision.touches.map(touchText).join(', ')}`
    case 'asked':
      return `${entry.tool} ${entry.approvalId}${entry.again === undefined ? '' : ` again, instead of ${entry.again.of}: ${entry.again.why}`}`
    case 'rehearsing':
      return `${entry.tool} ${entry.approvalId} in a throw-away copy (${entry.surface ?? entry.by})`
    case 'rehearsed':
      return `${entry.tool} ${entry.approvalId} ${rehearsedText(entry)}`
    case 'answered':
      return [
        `${entry.tool} ${entry.answer} (${entry.route}${entry.surface === null ? '' : `, ${entry.surface}`}`,
        ...(entry.stepUp === undefined ? [] : [`, proof: ${entry.stepUp}`]),
        `)${entry.edited === undefined ? '' : ', with other arguments'}`,
        ...(entry.second === undefined
          ? []
          : [`, and ${entry.second.person} on ${entry.second.machine}`]),
        ...(entry.word === undefined ? [] : [`: ${entry.word}`]),
      ].join('')
    case 'staged':
      return `${entry.tool} ${stagedText(entry)}`
    case 'running':
      return `${entry.tool} (${entry.route})`
    case 'outcome':
      return `${entry.tool} ${entry.leftTo === undefined ? endOf(entry) : `left to ${entry.leftTo}`} in ${Math.round(entry.durationMs)} ms${entry.exitCode === null ? '' : `, exit ${entry.exitCode}`}${entry.error === null ? '' : `: ${entry.error.text}`}${entry.undo?.kind === 'kept' && entry.undo.files > 0 ? `; undo: ${entry.callId}` : ''}`
    case 'undone':
      return `${entry.callId} ${entry.change}${entry.change === 'started' ? '' : `, ${entry.files} restored${entry.failed === 0 ? '' : `, ${entry.failed} not`}`} (${entry.surface}); undo of it: ${entry.undoId}${entry.error === null ? '' : `: ${entry.error.text}`}`
    case 'run':
      return `${entry.runId} ${entry.change} ${entry.text}`
    case 'lease':
      return `${entry.tool} ${entry.change} ${entry.leaseId}${entry.text === undefined ? '' : `: ${entry.text}`}`
    case 'step-up':
      return `${entry.change} (${entry.surface})`
    case 'secret':
      return `${entry.change}${entry.name === null ? '' : ` ${entry.name}`} (${entry.surface})`
    case 'record':
      return `${entry.of} ${entry.id} ${entry.change} (${entry.surface})`
    case 'agent':
      return `${entry.name} ${entry.change}${entry.hash === null ? '' : ` ${entry.hash.slice(0, 12)}`}, made by ${entry.maker} (${entry.surface})`
    case 'schedule':
      return `${entry.name} ${entry.change}${entry.surface === null ? '' : ` (${entry.surface})`}${entry.text === undefined || entry.text === '' ? '' : `: ${entry.text.split('\n', 1)[0]}`}`
    case 'terminal':
      return `${entry.agent}/${entry.name} ${entry.change}${entry.change === 'typed' ? ` ${[entry.text ?? '(hidden)', ...entry.keys].filter((word) => word !== '').join(' ')}` : ''} (${entry.surface})`
    case 'server':
      return `${[entry.server, entry.change, ...entry.items.map(({ what, name }) => (what === 'server' ? 'itself' : `${what} ${name}`)), entry.text ?? ''].filter((word) => word !== '').join(' ')}${entry.surface === null ? '' : ` (${entry.surface})`}`
    case 'plugin':
      return `${entry.plugin} ${entry.change}${entry.hash === null ? '' : ` ${entry.hash.slice(0, 12)}`}${entry.surface === null ? '' : ` (${entry.surface})`}`
    case 'gateway':
      return `${entry.change}${entry.client === null ? '' : ` ${entry.client}`}${times(entry.count)}`
    case 'second-approval':
      return `${[entry.change, entry.toolName ?? '', entry.person ?? '', `on ${entry.machine}`, entry.request?.slice(0, 12) ?? ''].filter((word) => word !== '').join(' ')}${entry.surface === null ? '' : ` (${entry.surface})`}${entry.text === '' ? '' : `: ${entry.text}`}`
    case 'webhook':
      return `${entry.name ?? 'webhook'} ${entry.change}${entry.surface === null ? '' : ` (${entry.surface})`}${entry.text === '' ? '' : `: ${entry.text}`}${times(entry.count)}`
    case 'bundle':
      return `${entry.organisation} ${entry.change}${entry.serial === null ? '' : ` ${entry.serial}`}${entry.surface === null ? '' : ` (${entry.surface})`}${entry.text === '' ? '' : `: ${entry.text}`}`
    case 'model':
      return `${entry.change} ${[entry.provider, entry.name, entry.server ?? ''].filter((word) => word !== '').join(' ')}${entry.text === '' ? '' : `: ${entry.text}`}${times(entry.count)}`
    case 'emergency-stop':
      return `${entry.change}${entry.stepUp === undefined ? '' : `, with the ${entry.stepUp}`} (${entry.surface})`
    case 'fault':
      return entry.text.split('\n', 1)[0] ?? ''
    case 'restored':
      return `from ${entry.backup}, ${entry.lostFrom === null ? 'no row lost' : `rows ${entry.lostFrom} to ${entry.lostTo} lost`}`
    case 'guard':
      return `${entry.on ? 'on' : 'off'} (${entry.surface})`
    case 'signing-key':
      return `${entry.change}: ${entry.before.slice(0, 16)} to ${entry.after.slice(0, 16)} (${entry.surface})`
    case 'page':
      return `${entry.change}${entry.pages === 1 ? '' : ` ${entry.pages}`} at port ${entry.port} (${entry.surface})`
    case 'policy':
      return `${entry.change} ${entry.text}`
    default:
      return assertNever(entry, 'entryText')
  }
}

const times = (count: number): string => (count === 1 ? '' : `, ${count} times`)

function stagedText({
  change,
  files,
  exitCode,
  why,
}: Extract<JournalEntry, { kind: 'staged' }>): string {
  switch (change) {
    case 'started':
      return 'runs in a staged copy'
    case 'ended': {
      const exit = exitCode === null ? '' : `, exit ${exitCode}`
      return `ended in the staged copy${exit}: ${files === 0 ? 'nothing' : counted(files, 'path')} changed`
    }
    case 'discarded':
      return `staged copy discarded: ${why ?? ''}`
    default:
      return assertNever(change, 'stagedText')
  }
}

/** A command that ended with another exit code than 0 ran, which is not to say that it is done. */
const endOf = ({ status, exitCode }: Extract<JournalEntry, { kind: 'outcome' }>): string =>
  status === 'done' && (exitCode ?? 0) !== 0 ? 'ended' : status

function rehearsedText({
  error,
  view,
  changes,
  hosts,
  exitCode,
  durationMs,
}: Extract<JournalEntry, { kind: 'rehearsed' }>): string {
  if (error !== null) return `not: ${error.text}`
  const exit = exitCode === null ? '' : `, exit ${exitCode}`
  return `in ${Math.round(durationMs)} ms (${view ?? 'no view'})${exit}: ${counted(changes, 'change')}, ${counted(hosts.length, 'host')} tried`
}
