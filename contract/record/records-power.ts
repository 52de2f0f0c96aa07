// What a tool can do with records, and how it speaks to the person. As every power, bound to the
// permitted touches of one call.
import type { Failure } from '../failure.ts'
import type { Result } from '../result.ts'
import type { RecordChange, RecordDraft, RecordKind, RecordOf, RecordsAsked } from './record.ts'

/** Why a tool is not in an agent out of recorded use. */
export type LeftOutTool = {
  readonly tool: string
  readonly why: 'unknown' | 'sends' | 'not-had' | 'too-many'
}
export type MadeFromUse = {
  readonly name: string
  readonly capabilities: readonly string[]
  readonly leftOut: readonly LeftOutTool[]
}

const whyLeftOut: { readonly [W in LeftOutTool['why']]: string } = {
  unknown: 'no capability holds it',
  sends: 'what holds it sends, and no generated agent may send',
  'not-had': 'its maker does not have it',
  'too-many': 'it would be one capability too many',
}
export const leftOutText = ({ tool, why }: LeftOutTool): string =>
  `Left out: ${tool}, because ${whyLeftOut[why]}.`

/**
 * What is kept for the person. Fails with `record.outside-permit` for what this call was not
 * permitted, `record.unknown`, `record.full`.
 */
export type RecordsPower = {
  /** Those that want attention soonest first, then the newest. */
  list<K extends RecordKind>(
    of: K,
    asked: RecordsAsked,
  ): Promise<Result<readonly RecordOf<K>[], Failure>>
  get<K extends RecordKind>(of: K, id: number): Promise<Result<RecordOf<K>, Failure>>
  add<K extends RecordKind>(of: K, draft: RecordDraft<K>): Promise<Result<RecordOf<K>, Failure>>
  change<K extends RecordKind>(
    of: K,
    id: number,
    change: (record: RecordOf<K>) => RecordChange<K>,
  ): Promise<Result<RecordOf<K>, Failure>>
  remove<K extends RecordKind>(of: K, id: number): Promise<Result<RecordOf<K>, Failure>>
  /** Once more for this; `pattern` in lower case. `action`: null where nobody said which. */
  countUse(
    tool: string,
    action: string | null,
    pattern: string,
  ): Promise<Result<RecordOf<'usage'>, Failure>>
  /**
   * An agent out of a suggestion, and the suggestion is used. Fails with `suggestion.no-skill`,
   * `suggestion.not-open`, `suggestion.nothing-left`, `suggestion.no-maker`, and as files of agents do.
   */
  makeAgent(id: number): Promise<Result<MadeFromUse, Failure>>
  /** All enabled alert rules, evaluated now. */
  checkAlerts(): Promise<Result<readonly RecordOf<'alert'>[], Failure>>
  readonly now: () => number
}

export type NotificationText = {
  readonly title: string
  readonly message: string
  readonly subtitle: string
  readonly sound: boolean
}
/** Shows a text of an agent to the person, under the agent's name. */
export type NotifyPower = {
  /** Fails with `notification.nobody` where no screen is there. */
  notify(text: NotificationText): Promise<Result<{ readonly shown: number }, Failure>>
}
