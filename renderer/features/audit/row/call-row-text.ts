// One journal row of a call in a few words. Pure.
import type { JournalEntry } from '../../../../contract/journal/journal.ts'
import { assertNever } from '../../../../contract/never.ts'
import type { Tier } from '../../../../contract/call/tier.ts'
import { badExit, factOf, isNo } from '../../../state/call-text.ts'
import { strings } from '../strings.ts'

/** A row of the life of one call, from its arrival to its outcome. */
export type CallEntry = Extract<JournalEntry, { readonly callId: unknown; readonly tool: string }>

export type RowSummary = {
  readonly tool: string
  readonly what: string
  readonly how: string
  readonly tone: 'ok' | 'warn' | 'bad' | 'plain'
  readonly tier: Tier | null
}

export function callRowSummary(entry: CallEntry, workspace: string): RowSummary {
  const plain = { tool: entry.tool, what: '', how: '', tone: 'plain', tier: null } as const
  switch (entry.kind) {
    case 'refused':
      return {
        ...plain,
        what: entry.error.text,
        how: entry.error.code,
        tone: 'bad',
      }
    case 'decision': {
      const { decision } = entry
      const tone = decision.effect === 'allow' ? 'ok' : decision.effect === 'deny' ? 'bad' : 'warn'
      return {
        ...plain,
        what: factOf(entry.args, decision.touches, workspace),
        how: strings.effects[decision.effect],
        tone,
        tier: decision.tier,
      }
    }
    case 'asked':
      return {
        ...plain,
        what: entry.again?.why ?? strings.asked,
        how: entry.again === undefined ? '' : strings.askedAgain,
      }
    case 'rehearsing':
      return { ...plain, what: strings.rehearsing }
    case 'rehearsed':
      return {
        ...plain,
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
      return { ...plain, what, how, tone: isNo(entry.answer) ? 'bad' : 'ok' }
    }
    case 'staged':
      return {
        ...plain,
        what: strings.staged(entry.change, entry.files, entry.why),
        how: entry.exitCode === null ? '' : strings.exit(entry.exitCode),
        tone: entry.exitCode === null || entry.exitCode === 0 ? 'plain' : 'warn',
      }
    case 'running':
      return { ...plain, what: strings.runsBy(strings.routes[entry.route]) }
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
    default:
      return assertNever(entry, 'callRowSummary')
  }
}
