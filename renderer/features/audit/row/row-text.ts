// One journal row in a few words: what it is about, and how it went. Pure.
import type { JournalEntry } from '../../../../contract/journal/journal.ts'
import { assertNever } from '../../../../contract/never.ts'
import type { Tier } from '../../../../contract/call/tier.ts'
import { badExit, factOf, isNo } from '../../../state/call-text.ts'
import { strings } from '../strings.ts'

export type RowSummary = {
  readonly tool: string
  readonly what: string
  readonly how: string
  readonly tone: 'ok' | 'warn' | 'bad' | 'plain'
  readonly tier: Tier | null
}

export function rowSummary(entry: JournalEntry, workspace: string): RowSummary {
  const plain = { tool: '', what: '', how: '', tone: 'plain', tier: null } as const
  switch (entry.kind) {
    case 'started':
      return { ...plain, what: strings.host(entry.host, entry.version) }
    case 'stopped':
      return { ...plain, what: entry.host }
    case 'refused':
      return {
        ...plain,
        tool: entry.tool,
        what: entry.error.text,
        how: entry.error.code,
        tone: 'bad',
      }
    case 'decision': {
      const { decision } = entry
      const tone = decision.effect === 'allow' ? 'ok' : decision.effect === 'deny' ? 'bad' : 'warn'
      return {
        tool: entry.tool,
        what: factOf(entry.args, decision.touches, workspace),
        how: strings.effects[decision.effect],
        tone,
        tier: decision.tier,
      }
    }
    case 'asked':
      return {
        ...plain,
        tool: entry.tool,
        what: entry.again?.why ?? strings.asked,
        how: entry.again === undefined ? '' : strings.askedAgain,
      }
    case 'rehearsing':
      return { ...plain, tool: entry.tool, what: strings.rehearsing }
    case 'rehearsed':
      return {
        ...plain,
        tool: entry.tool,
        what: entry.error?.text ?? strings.rehearsed(entry.changes, entry.hosts.length),
        how:
          entry.error === null
            ? entry.exitCode === null
              ? strings.triedWell
              : strings.exit(entry.exitCode)
            : strings.triedNot,
        tone: entry.error === null ? 'plain' : 'warn',
      }
    case 'answered': {
      const how =
        entry.route === 'person' ? strings.answers[entry.answer] : strings.noPerson[entry.route]
      const way = [
        strings.noPerson[entry.route],
        ...(entry.stepUp === undefined ? [] : [strings.withProof[entry.stepUp]]),
        ...(entry.edited === undefined ? [] : [strings.edited]),
        ...(entry.second === undefined ? [] : [strings.secondOf(entry.second)]),
      ].join(', ')
      const what = entry.word === undefined ? way : `${way}: ${entry.word}`
      return { ...plain, tool: entry.tool, what, how, tone: isNo(entry.answer) ? 'bad' : 'ok' }
    }
    case 'staged':
      return {
        ...plain,
        tool: entry.tool,
        what: strings.staged(entry.change, entry.files, entry.why),
        how: entry.exitCode === null ? '' : strings.exit(entry.exitCode),
        tone: entry.exitCode === null || entry.exitCode === 0 ? 'plain' : 'warn',
      }
    case 'running':
      return { ...plain, tool: entry.tool, what: strings.runsBy(strings.routes[entry.route]) }
    case 'outcome': {
      const exit = badExit(entry)
      const tone =
        entry.status === 'done' && exit === null
          ? 'ok'
          : exit !== null || entry.status === 'unknown' || entry.status === 'cancelled'
            ? 'warn'
            : 'bad'
      return {
        ...plain,
        tool: entry.tool,
        what:
          entry.error?.text ??
          [
            strings.routes[entry.route],
            ...(entry.undo?.kind === 'kept' ? [strings.undoStored(entry.undo.files)] : []),
          ].join(', '),
        how: exit === null ? strings.statuses[entry.status] : strings.exitWord(exit),
        tone,
      }
    }
    case 'undone':
      return {
        ...plain,
        how:
          entry.change === 'started'
            ? ''
            : entry.failed === 0 && entry.error === null
              ? strings.undoneWell
              : strings.undoneNot,
        what:
          entry.error?.text ??
          strings.undone(entry.callId, entry.change, entry.files, entry.failed),
        tone: entry.error === null && entry.failed === 0 ? 'ok' : 'bad',
      }
    case 'run':
      return {
        ...plain,
        what: entry.text === '' ? entry.change : `${entry.change}: ${entry.text}`,
        tone: entry.change === 'failed' ? 'bad' : 'plain',
      }
    case 'lease':
      return {
        ...plain,
        tool: entry.tool,
        what: entry.text ?? entry.change,
        how: entry.text === undefined ? '' : strings.leaseChanges[entry.change],
      }
    case 'step-up':
      return {
        ...plain,
        what: strings.stepUp[entry.change],
        tone: entry.change === 'failed' || entry.change === 'locked' ? 'bad' : 'plain',
      }
    case 'secret':
      return {
        ...plain,
        what: strings.secret(entry.change, entry.name),
        tone: entry.change === 'failed' ? 'bad' : 'plain',
      }
    case 'record':
      return { ...plain, what: strings.record(entry.change, entry.of, entry.id) }
    case 'agent':
      return {
        ...plain,
        what: strings.agentTurned(entry.change, entry.name),
        how: strings.agentMade(entry.maker),
        tone: entry.change === 'enabled' ? 'warn' : 'plain',
      }
    case 'schedule':
      return {
        ...plain,
        what: strings.job(entry.name, entry.change),
        how: entry.text?.split('\n', 1)[0] ?? '',
        tone: entry.change === 'failed' || entry.change === 'missed' ? 'bad' : 'plain',
      }
    case 'terminal':
      return {
        ...plain,
        what: strings.terminal(entry.change, entry.name, entry.agent),
        how: [...(entry.text === null ? [strings.terminalHidden] : [entry.text]), ...entry.keys]
          .filter((word) => word !== '')
          .join(' '),
      }
    case 'server':
      return {
        ...plain,
        what: [entry.server, ...entry.items.map(({ name }) => name), entry.text ?? '']
          .filter((word) => word !== '')
          .join(' '),
        how: strings.serverChanges[entry.change],
        tone:
          entry.change === 'tampered'
            ? 'bad'
            : ['closed', 'request-refused', 'new-behavior', 'misbehaved', 'ended'].includes(
                  entry.change,
                )
              ? 'warn'
              : 'plain',
      }
    case 'plugin':
      return {
        ...plain,
        what: entry.plugin,
        how: strings.serverChanges[entry.change],
        tone: entry.change === 'tampered' ? 'bad' : entry.change === 'closed' ? 'warn' : 'plain',
      }
    case 'gateway':
      return {
        ...plain,
        what: strings.gateway(entry.change, entry.client, entry.count),
        tone: entry.change.startsWith('client') ? 'plain' : 'warn',
      }
    case 'webhook':
      return {
        ...plain,
        what: strings.webhook(entry.change, entry.name, entry.count),
        how: entry.text,
        tone: ['signature-refused', 'throttled', 'too-large'].includes(entry.change)
          ? 'warn'
          : 'plain',
      }
    case 'second-approval':
      return {
        ...plain,
        ...(entry.toolName === null ? {} : { tool: entry.toolName }),
        what: strings.second(entry.change, entry.person, entry.machine),
        how: entry.text,
        tone: entry.change.endsWith('refused') ? 'bad' : 'plain',
      }
    case 'bundle':
      return {
        ...plain,
        what: strings.bundle(entry.change, entry.organisation, entry.serial),
        how: entry.text,
        tone: ['refused', 'unreachable', 'expired', 'waiting'].includes(entry.change)
          ? 'warn'
          : 'plain',
      }
    case 'model':
      return {
        ...plain,
        what: [entry.provider, entry.name, entry.server ?? '', entry.text]
          .filter((word) => word !== '')
          .join(' '),
        how: strings.model(entry.change, entry.count),
        tone: entry.change === 'selected' ? 'plain' : 'warn',
      }
    case 'emergency-stop':
      return {
        ...plain,
        what: strings.emergencyStop[entry.change],
        tone: entry.change === 'stopped' ? 'bad' : 'ok',
      }
    case 'fault':
      return { ...plain, what: entry.text, tone: 'bad' }
    case 'restored':
      return entry.lostFrom === null || entry.lostTo === null
        ? { ...plain, what: strings.restoredWhole(entry.backup), tone: 'warn' }
        : {
            ...plain,
            what: strings.restoredPart(entry.backup, entry.lostFrom, entry.lostTo),
            tone: 'bad',
          }
    case 'guard':
      return {
        ...plain,
        what: entry.on ? strings.guardOn : strings.guardOff,
        tone: entry.on ? 'ok' : 'warn',
      }
    case 'signing-key':
      return { ...plain, what: strings.keyRotated(entry.after.slice(0, 16)) }
    case 'page':
      return {
        ...plain,
        what: strings.page[entry.change](entry.port, entry.pages),
        tone: entry.change === 'refused' ? 'bad' : 'plain',
      }
    case 'policy':
      return {
        ...plain,
        what: entry.text === '' ? entry.change : `${entry.change}: ${entry.text}`,
        tone: entry.change === 'rejected' ? 'bad' : 'plain',
      }
    default:
      return assertNever(entry, 'rowSummary')
  }
}
