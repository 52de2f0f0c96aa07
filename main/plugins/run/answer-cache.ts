// Answers of plugins whose manifest says that they follow from arguments and files alone. The same
// question about the same bytes gets the same answer, and nothing is started. It is asked after the
// gate has decided, for the very folders that this call was granted.
import type { Failure } from '../../../contract/failure.ts'
import type { CallId } from '../../../contract/ids.ts'
import { canonicalJson } from '../../../contract/json.ts'
import type { PluginAnswer, PluginRequest } from '../../../contract/plugin/request.ts'
import type { Result } from '../../../contract/result.ts'
import type { MountedFiles } from './mounted-files.ts'

/** Who asks for what, under which policy: nobody is given what was read for another. */
export type RepeatableCall = {
  readonly request: PluginRequest
  readonly callId: CallId
  /** Of manifest and program. */
  readonly digest: string
  readonly asker: string
  readonly workspace: string
  readonly policyHash: string
}

/** `from`: the call that it was given to first; null: the plugin ran. */
export type Answered = {
  readonly answer: Result<PluginAnswer, Failure>
  readonly from: CallId | null
}

export type AnswerCache = {
  ask(call: RepeatableCall, run: () => Promise<Result<PluginAnswer, Failure>>): Promise<Answered>
}

export type AnswerCacheDeps = {
  readonly files: (mounts: PluginRequest['mounts']) => Promise<MountedFiles | null>
  readonly sha256: (text: string) => string
  /** At most so many answers, and so many characters of them together. */
  readonly most?: { readonly answers: number; readonly characters: number }
}

type Stored = { readonly answer: PluginAnswer; readonly from: CallId; readonly size: number }

const MOST = { answers: 500, characters: 8_000_000 }

export function openAnswerCache({ files, sha256, most = MOST }: AnswerCacheDeps): AnswerCache {
  /** In the order of their last use. */
  const stored = new Map<string, Stored>()
  let characters = 0
  const drop = (key: string): void => {
    characters -= stored.get(key)?.size ?? 0
    stored.delete(key)
  }
  const keep = (key: string, answer: PluginAnswer, from: CallId): void => {
    const size = JSON.stringify(answer).length
    if (size > most.characters) return
    drop(key)
    stored.set(key, { answer, from, size })
    characters += size
    for (const [oldest] of stored) {
      if (stored.size <= most.answers && characters <= most.characters) break
      drop(oldest)
    }
  }
  return {
    async ask(call, run) {
      const { request, callId } = call
      const before = mayRepeat(request) ? await files(request.mounts) : null
      if (before === null) return { answer: await run(), from: null }
      const key = sha256(canonicalJson(keyOf(call, before)))
      const found = stored.get(key)
      if (found !== undefined) {
        stored.delete(key)
        stored.set(key, found)
        return { answer: { ok: true, value: repeated(found.answer, request) }, from: found.from }
      }
      const answer = await run()
      if (!answer.ok || answer.value.error !== null) return { answer, from: null }
      const after = await files(request.mounts)
      // What changed while it ran may be in its answer or not.
      if (after?.content === before.content && after.stamps === before.stamps)
        keep(key, answer.value, callId)
      return { answer, from: null }
    },
  }
}

/** Something that can write or ask somebody does not follow from what it was given. */
const mayRepeat = ({ mounts, hosts }: PluginRequest): boolean =>
  hosts.length === 0 && mounts.every(({ readOnly }) => readOnly)

const keyOf = (
  { request, digest, asker, workspace, policyHash }: RepeatableCall,
  { content }: MountedFiles,
) => ({
  digest,
  asker,
  workspace,
  policyHash,
  content,
  tool: request.tool,
  args: request.args,
  limits: { ...request.limits },
  mounts: request.mounts.map(({ hostPath, guestPath }) => [hostPath, guestPath]),
})

const repeated = (answer: PluginAnswer, { requestId }: PluginRequest): PluginAnswer => ({
  ...answer,
  requestId,
  durationMs: 0,
})
