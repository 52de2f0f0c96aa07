// A run of an agent: its state, its items and what it has used.
import { z } from 'zod'
import { CallState } from '../call/call.ts'
import { Failure } from '../failure.ts'
import { CallId, PromptHash, RunId, SessionId } from '../ids.ts'
import { Json } from '../json.ts'
import { Delegation } from './delegation.ts'
import { ScheduledText } from '../schedule/scheduled-text.ts'

/**
 * idle: your turn. working: the model or a tool is busy. waiting: a call is held for a person.
 * interrupted: Gatehouse ended in the middle; can be resumed. stopped: by the stop button. failed:
 * by an error that a new message may fix. queued: a sub-agent that waits until others of its run
 * make room.
 */
export const RunState = z.enum([
  ...(['idle', 'working', 'waiting', 'interrupted', 'stopped', 'failed'] as const),
  'queued',
])
export type RunState = z.infer<typeof RunState>

/**
 * What a run has cost, in whole units of a currency, by the price that was set when it was spent.
 */
export const Cost = z.strictObject({ currency: z.string(), amount: z.number().nonnegative() })
export type Cost = z.infer<typeof Cost>

/** What makes a run a sub-agent of another. */
export const RunParent = z.strictObject({
  run: RunId,
  /** Agents that it works for, from the one that started it up to the one that a person talks to. */
  names: z.array(z.string()).min(1),
  /** The run that a person talks to, and its session. */
  root: RunId,
  rootSession: SessionId,
  /** The call that started it. */
  call: CallId,
  delegation: Delegation,
  /** Its end was given to the run that started it. */
  reported: z.boolean().default(false),
})
export type RunParent = z.infer<typeof RunParent>

export const Run = z.strictObject({
  id: RunId,
  session: SessionId,
  title: z.string(),
  agent: z.string(),
  model: z.string(),
  state: RunState,
  createdAt: z.int(),
  updatedAt: z.int(),
  steps: z.int(),
  tokensIn: z.int(),
  tokensOut: z.int(),
  /** One for each currency; empty while no price is set. */
  costs: z.array(Cost).default([]),
  /**
   * What the model was given and said last, of what it takes at once; absent while its server does
   * not tell the latter.
   */
  context: z
    .strictObject({ used: z.int().nonnegative(), window: z.int().positive() })
    .nullable()
    .optional(),
  /**
   * The run that this one branches from, and its message that this run replaces.
   */
  from: z.strictObject({ run: RunId, item: z.int() }).nullable().default(null),
  /** Left out: no sub-agent. */
  parent: RunParent.optional(),
  /** The job that began it, on whose maker's word it runs; left out: a person began it. */
  schedule: ScheduledText.nullable().optional(),
})
export type Run = z.infer<typeof Run>

const at = { id: z.int().positive(), at: z.int() }

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** What a model was asked, by which two requests can be told apart without what stood in them. */
export const Asked = z.strictObject({
  model: z.string(),
  /** Of the whole request. */
  promptHash: PromptHash,
  /** Of what it is told about itself, and of the tools it is offered. */
  system: Sha256,
  toolsHash: Sha256,
  messages: z.int().nonnegative(),
  tools: z.int().nonnegative(),
})
export type Asked = z.infer<typeof Asked>

/**
 * How an answer ended that did not end by itself: at the length limit, stopped or left, out of time,
 * or with what went wrong.
 */
export const AnswerEnd = z.union([z.enum(['length', 'gone', 'overtime']), Failure])
export type AnswerEnd = z.infer<typeof AnswerEnd>

/** One thing in a transcript. `id` counts up inside its run. */
export const RunItem = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('user'),
    ...at,
    text: z.string(),
    /**
     * Files that came with the message, by path; what reading them gave is in calls behind it.
     */
    attached: z.array(z.string()).optional(),
    /** An agent wrote it, as the task of its sub-agent. Left out: a person did. */
    by: z.literal('agent').optional(),
  }),
  z.strictObject({
    kind: z.literal('assistant'),
    ...at,
    text: z.string(),
    streaming: z.boolean(),
    /** Left out of answers of before this was kept. */
    asked: Asked.optional(),
    /** Left out: it ended by itself. */
    end: AnswerEnd.optional(),
    /** Sentences in it that say something was done which no call of the run can have done. */
    unbacked: z.array(z.string()).min(1).optional(),
  }),
  z.strictObject({
    kind: z.literal('call'),
    ...at,
    callId: CallId,
    /** The id the model gave it; results go back under this name. */
    modelCallId: z.string(),
    tool: z.string(),
    /**
     * person: reads what came with a message. loop: fetches what a sub-agent has done. instructions:
     * reads what the workspace tells agents. Otherwise the model asked for it.
     */
    by: z.enum(['person', 'loop', 'instructions']).optional(),
    /** As the model wrote them, secrets replaced. */
    args: Json,
    state: CallState,
  }),
  z.strictObject({
    kind: z.literal('notice'),
    ...at,
    tone: z.enum(['info', 'error']),
    text: z.string(),
    hint: z.string(),
  }),
  /**
   * From here on the model is told what came before in short, so that it fits into what it takes at
   * once: results up to the item `results` in a line each, steps up to `steps` in a list. 0: none.
   * The items themselves stay as they are.
   */
  z.strictObject({
    kind: z.literal('compacted'),
    ...at,
    results: z.int().nonnegative(),
    steps: z.int().nonnegative(),
    /** What the request would have held, and what it held then. Estimated. */
    tokensBefore: z.int().nonnegative(),
    tokensAfter: z.int().nonnegative(),
  }),
])
export type RunItem = z.infer<typeof RunItem>

export const RunTotals = z.strictObject({
  runs: z.int(),
  tokensIn: z.int(),
  tokensOut: z.int(),
  costs: z.array(Cost),
  /** Of the day so far, on this machine; with the price of now where there was none then. */
  today: z.array(Cost),
})
export type RunTotals = z.infer<typeof RunTotals>

/** Where the words of a search are in a run. */
export const RunMatch = z.strictObject({
  run: Run,
  /** Number of the item; null when the title has them. */
  item: z.int().nullable(),
  before: z.string(),
  match: z.string(),
  after: z.string(),
})
export type RunMatch = z.infer<typeof RunMatch>

export type RunItemOf<K extends RunItem['kind']> = Extract<RunItem, { kind: K }>
