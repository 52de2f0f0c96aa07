// What the webhooks and the list of events take from others.
import type {
  EventCount,
  EventState,
  EventsAsked,
  InboundEvent,
} from '../../contract/inbound/event.ts'
import type { Webhook } from '../../contract/inbound/webhook.ts'
import type { Failure } from '../../contract/failure.ts'
import type { JournalEntry } from '../../contract/journal/journal.ts'
import type { Result } from '../../contract/result.ts'
import type { StartingEvent } from '../../contract/schedule/scheduled-text.ts'
import type { Matched } from './pattern-match.ts'

type WebhookEntry = Extract<JournalEntry, { kind: 'webhook' }>

export type InboundDeps = {
  readonly hooks: {
    list(): readonly Webhook[]
    get(name: string): Webhook | null
    put(hook: Webhook): void
    remove(name: string): void
    /** False: this delivery came in before. */
    deliver(name: string, delivery: string, at: number): boolean
  }
  readonly events: {
    add(event: Omit<InboundEvent, 'id' | 'chars'>): number
    started(id: number, jobs: readonly string[]): void
    mark(id: number, state: EventState, at: number): void
    get(id: number): InboundEvent | null
    list(asked: EventsAsked): readonly InboundEvent[]
    counts(): readonly EventCount[]
  }
  readonly secrets: {
    ready(): Promise<Result<null, Failure>>
    load(name: string): Promise<Result<string | null, Failure>>
    save(name: string, secret: string): Promise<Result<null, Failure>>
    remove(name: string): Promise<Result<null, Failure>>
  }
  /**
   * Starts the jobs that wait for it. `receive` stores the event, in the one transaction that keeps
   * the runs; null: it is here already, and nothing starts.
   */
  readonly start: (
    receive: () => StartingEvent | null,
    matches: (pattern: string) => Matched,
    named: (id: number, jobs: readonly string[]) => void,
  ) => void
  /** Without secrets, and nothing in it hides. */
  readonly clean: (
    text: string,
  ) => Promise<{ readonly text: string; readonly flags: readonly string[] }>
  /** Why nothing may come in now: everything is stopped, or the program ends. */
  readonly barred: () => Failure | null
  readonly record: (entry: WebhookEntry) => Promise<Result<unknown, Failure>>
  /** For what anybody on this machine can bring about as often as they like. */
  readonly counted: (key: string, entry: WebhookEntry) => void
  /** Null: this process takes nothing in. Left out: the usual port. */
  readonly port: number | null
  readonly now: () => number
  readonly monotonic: () => number
  readonly changed: () => void
  readonly report: (fault: unknown) => void
}
