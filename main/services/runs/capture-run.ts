// Makes a capsule of a run and all sub-agents below it: from their transcripts, their rows in the
// journal, what is set, and the files of the workspace. Every text goes through the redactor once
// more, and the whole is signed.
import type { Capsule, CapsuleBody, CapsuleEvent } from '../../../contract/agent/capsule.ts'
import { Run, type RunItem } from '../../../contract/agent/run.ts'
import type { Failure } from '../../../contract/failure.ts'
import type { CallId, RunId } from '../../../contract/ids.ts'
import { canonicalJson, type JsonObject } from '../../../contract/json.ts'
import type { JournalRow } from '../../../contract/journal/journal.ts'
import type { Receipt, RequestId } from '../../../contract/journal/receipt.ts'
import { ok, type Result } from '../../../contract/result.ts'
import type { Signer } from '../../../contract/journal/signer.ts'
import { callFacts } from './call-facts.ts'
import { eventsOf } from './capsule-events.ts'
import { openCapsulePictures, withoutSecretHashes } from './capsule-pictures.ts'

export type CaptureDeps = {
  readonly ofCall: (callId: CallId) => readonly JournalRow[]
  readonly receipt: (id: RequestId) => Promise<Result<Receipt, Failure>>
  readonly signer: () => Promise<Result<Signer, Failure>>
  readonly config: () => JsonObject
  readonly snapshot: () => Promise<Capsule['workspace']>
  readonly redact: (value: JsonObject) => Promise<JsonObject>
  readonly version: string
  /** Epoch milliseconds. */
  readonly now: () => number
}

/** Which runs there are; `tree`: all of the tree that the run is in. */
export type CapturedRuns = {
  readonly tree: readonly Run[]
  readonly items: (id: RunId) => readonly RunItem[]
}

export async function captureRun(
  run: Run,
  { tree, items }: CapturedRuns,
  deps: CaptureDeps,
): Promise<Result<Capsule, Failure>> {
  const held = openCapsulePictures()
  const found = eventsOf(run, {
    items,
    pictures: (_id, { content = [] }) => held.of(content),
    facts: (id) => callFacts(deps.ofCall(id)),
    startedBy: (id) => tree.filter(({ parent }) => parent?.call === id),
  })
  const signer = await deps.signer()
  if (!signer.ok) return signer
  const receipts: Receipt[] = []
  for (const { id } of found.runs) {
    const receipt = await deps.receipt(id)
    if (!receipt.ok) return receipt
    receipts.push(receipt.value)
  }
  const { pictures, secret } = await held.kept(deps.redact)
  const events: CapsuleEvent[] = []
  for (const event of found.events) {
    const payload = await deps.redact(withoutSecretHashes(event.payload, secret))
    events.push({ ...event, index: events.length, payload })
  }
  const runs: Run[] = []
  for (const one of found.runs) runs.push(await shownRun(one, deps.redact))
  const body: CapsuleBody = {
    format: 'gatehouse.capsule.2',
    run: run.id,
    madeAt: deps.now(),
    version: deps.version,
    policyHashes: distinct(receipts.flatMap(({ policyHashes }) => policyHashes)),
    promptHashes: distinct(receipts.flatMap(({ promptHashes }) => promptHashes)),
    config: await deps.redact(deps.config()),
    workspace: await deps.snapshot(),
    runs,
    events,
    ...(Object.keys(pictures).length === 0 ? {} : { pictures }),
    receipts,
    channel: channelOf(found.events, deps.ofCall),
    key: signer.value.key,
  }
  return ok({ ...body, signature: signer.value.sign(canonicalJson(body)) })
}

/** Ids and hashes look like secrets and are none; what somebody wrote may hold some. */
async function shownRun(run: Run, redact: CaptureDeps['redact']): Promise<Run> {
  const { title, schedule = null } = run
  const shown = await redact({ title, schedule: JSON.parse(JSON.stringify(schedule)) })
  return Run.parse({ ...run, title: shown['title'], ...(schedule === null ? {} : shown) })
}

/** Of its first call that the journal knows. */
function channelOf(
  events: readonly { readonly payload: JsonObject }[],
  ofCall: CaptureDeps['ofCall'],
): Capsule['channel'] {
  for (const { payload } of events) {
    const id = payload['callId']
    if (typeof id !== 'string') continue
    const row = ofCall(id as CallId).find(({ entry }) => entry.kind === 'decision')
    if (row?.entry.kind === 'decision') return row.entry.channel
  }
  return 'window'
}

const distinct = (hashes: readonly string[]): string[] => [...new Set(hashes)]
