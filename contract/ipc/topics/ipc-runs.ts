// Channels: runs of the own agent, the tour, and the workspace they work in.
import { z } from 'zod'
import { Capsule, CapsuleScript } from '../../agent/capsule.ts'
import { SourceLabel } from '../../call/origin.ts'
import { CallId, RunId } from '../../ids.ts'
import { Run, RunItem, RunMatch, RunTotals } from '../../agent/run.ts'
import { TourState, TourStep } from '../../agent/tour.ts'
import { call, everywhere, none, screens } from '../channel.ts'

/**
 * `attach`: files to read with the message, by path. Each is read as a call, so the gate sees it.
 */
const message = {
  text: z.string().min(1).max(100_000),
  attach: z.array(z.string().min(1).max(4_096)).max(20).optional(),
}

export const runsChannels = {
  /** `agent`: only its runs, as a sub-agent too; left out: those that a person or a job began. */
  'runs.list': call(
    everywhere,
    z.strictObject({
      before: z.int().optional(),
      limit: z.int().min(1).max(200),
      agent: z.string().min(1).max(100).optional(),
    }),
    z.array(Run),
  ),
  /**
   * With its newest items (200 unless told), in order, whether there are older ones, and the runs
   * that go on from it differently.
   */
  'runs.get': call(
    everywhere,
    z.strictObject({ id: RunId, limit: z.int().min(1).max(1_000).optional() }),
    z.strictObject({
      run: Run,
      items: z.array(RunItem),
      older: z.boolean(),
      branches: z.array(Run),
    }),
  ),
  /** Items before one, in order. */
  'runs.items': call(
    everywhere,
    z.strictObject({ id: RunId, before: z.int(), limit: z.int().min(1).max(1_000) }),
    z.strictObject({ items: z.array(RunItem), older: z.boolean() }),
  ),
  /**
   * A page of what a call gave, cleaned and redacted: of a long one as it is kept beside the
   * transcript. `cut`: there was more, which is not kept. Fails with `results.unknown`.
   */
  'runs.result': call(
    everywhere,
    z.strictObject({
      id: RunId,
      callId: CallId,
      from: z.int().min(0),
      most: z.int().min(1).max(100_000),
    }),
    z.strictObject({
      tool: z.string(),
      label: SourceLabel,
      offset: z.int(),
      text: z.string(),
      chars: z.int(),
      cut: z.boolean(),
    }),
  ),
  /** Runs with these words in title, messages or arguments of calls, newest first, each once. */
  'runs.search': call(
    everywhere,
    z.strictObject({ text: z.string().max(200), limit: z.int().min(1).max(100) }),
    z.array(RunMatch),
  ),
  /** The run as one file without secrets, with a receipt. Failures: as for `audit.receipt`. */
  'runs.capture': call(everywhere, z.strictObject({ id: RunId }), Capsule),
  /**
   * Plays a captured run: its model's answers and its calls' results come out of the capsule, the
   * gate decides as it is set now. Runs nothing, writes nothing, and keeps nothing of it.
   */
  'runs.replay': call(everywhere, CapsuleScript, CapsuleScript),
  /** What all runs have used together. */
  'runs.totals': call(everywhere, none, RunTotals),
  /** Begins a run with its first message. */
  'runs.start': call(screens, z.strictObject(message), Run),
  'runs.send': call(screens, z.strictObject({ id: RunId, ...message }), Run),
  /**
   * A new run that goes on from just before a message, with another in its place. The old one stays
   * as it is.
   */
  'runs.branch': call(screens, z.strictObject({ id: RunId, item: z.int(), ...message }), Run),
  'runs.rename': call(
    screens,
    z.strictObject({ id: RunId, title: z.string().trim().min(1).max(200) }),
    Run,
  ),
  /**
   * Takes away its transcript, those of its other versions, and what was rehearsed for its calls.
   * The journal and the answers keep their rows. Fails with `run.busy` or `run.held` while one of
   * them is at work or waits.
   */
  'runs.remove': call(
    screens,
    z.strictObject({ id: RunId }),
    z.strictObject({ removed: z.array(RunId) }),
  ),
  /** Ends one call of it that runs or is held; the run goes on. */
  'runs.stop-call': call(screens, z.strictObject({ id: RunId, callId: CallId }), Run),
  /** Ends it and every sub-agent below it, with what is held for them. */
  'runs.stop': call(screens, z.strictObject({ id: RunId }), Run),
  /** The run that a person talks to, and every sub-agent below it, oldest first. */
  'runs.tree': call(everywhere, z.strictObject({ id: RunId }), z.array(Run)),
  /**
   * Takes back what was handed on to a sub-agent and all below it, with every lease of theirs, and
   * ends them. Fails with `run.no-subagent`.
   */
  'runs.revoke': call(screens, z.strictObject({ id: RunId }), Run),
  'runs.resume': call(screens, z.strictObject({ id: RunId }), Run),
  'tour.state': call(screens, none, TourState),
  /** The first begins a new run; the others go on with it. */
  'tour.step': call(screens, z.strictObject({ step: TourStep, id: RunId.optional() }), Run),
  /** Takes the demo folder away. The run and the rows of the journal stay. */
  'tour.remove': call(screens, none, TourState),
  /**
   * Paths of the workspace, relative to it, that fit what is being typed; folders end in a slash.
   * Only what may be listed without asking.
   */
  'workspace.paths': call(
    screens,
    z.strictObject({ text: z.string().max(1_000), limit: z.int().min(1).max(100) }),
    z.strictObject({ paths: z.array(z.string()), more: z.boolean() }),
  ),
  /** Folders that agents worked in before, newest first. */
  'workspace.recent': call(screens, none, z.array(z.string())),
  /**
   * The system's own dialog for a folder; null when it was closed. Changes nothing.
   * `workspace.no-dialog` in a browser.
   */
  'workspace.pick': call(screens, none, z.strictObject({ path: z.string().nullable() })),
} as const
