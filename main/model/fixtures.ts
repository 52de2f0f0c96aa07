// Answers of a model that are stored and played again, for tests without a network and a key. An
// answer is found by the hash of the whole request, the one that the journal calls promptHash. What
// was asked is not stored, and of the answer no secret.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { z } from 'zod'
import { failure, type Failure } from '../../contract/failure.ts'
import { PromptHash } from '../../contract/ids.ts'
import { canonicalJson, Json } from '../../contract/json.ts'
import type { Model, ModelEvent, ModelRequest } from '../../contract/agent/model.ts'
import { assertNever } from '../../contract/never.ts'

export type FixtureMode =
  | { readonly kind: 'off' }
  | { readonly kind: 'record' | 'replay'; readonly folder: string }
  /** What was asked for makes no sense: nothing is asked of any model. */
  | { readonly kind: 'wrong'; readonly error: Failure }

export type FixturePorts = {
  readonly mode: FixtureMode
  readonly redact: (value: Json) => Promise<Json>
  readonly sha256: (text: string) => string
}

const VARIABLE = 'GATEHOUSE_MODEL_FIXTURES'

/** `off`, `record:FOLDER` or `replay:FOLDER`; nothing is off. */
export function readFixtureMode(text: string | undefined): FixtureMode {
  if (text === undefined || text === '' || text === 'off') return { kind: 'off' }
  const [, kind, folder = ''] = /^(record|replay):(.+)$/s.exec(text) ?? []
  if ((kind === 'record' || kind === 'replay') && isAbsolute(folder)) return { kind, folder }
  return {
    kind: 'wrong',
    error: failure(
      'model.fixtures',
      `${VARIABLE} is "${text}", which is none of its values, so no model is asked.`,
      'Write off, record:FOLDER or replay:FOLDER, with the whole path of the folder.',
    ),
  }
}

const Stored = z.strictObject({
  format: z.literal('gatehouse.fixture.1'),
  promptHash: PromptHash,
  model: z.string(),
  text: z.string(),
  calls: z.array(z.strictObject({ id: z.string(), name: z.string(), args: Json })),
  reason: z.enum(['said', 'calls', 'length']),
  tokensIn: z.int(),
  tokensOut: z.int(),
  tokensCached: z.int().optional(),
})
type Stored = z.infer<typeof Stored>

/** The same model in front of its fixtures. In replay it is never asked itself. */
export function withFixtures(model: Model, ports: FixturePorts): Model {
  const { mode } = ports
  switch (mode.kind) {
    case 'off':
      return model
    case 'record':
      return {
        ...model,
        step: (request, signal) => record(model, mode.folder, ports, request, signal),
      }
    case 'replay':
      // Its window would be asked of the server.
      return {
        label: `${model.label}, replayed`,
        ...(model.name === undefined ? {} : { name: model.name }),
        step: (request) => replay(mode.folder, hashOf(request, ports)),
      }
    case 'wrong':
      return {
        label: model.label,
        async *step() {
          yield { kind: 'failed', error: mode.error }
        },
      }
    default:
      return assertNever(mode, 'withFixtures')
  }
}

const hashOf = (request: ModelRequest, { sha256 }: Pick<FixturePorts, 'sha256'>): PromptHash =>
  PromptHash.parse(sha256(canonicalJson(request)))

const fileOf = (folder: string, hash: PromptHash): string => join(folder, `${hash}.json`)

async function* record(
  model: Model,
  folder: string,
  ports: FixturePorts,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  let text = ''
  const calls: Stored['calls'] = []
  for await (const event of model.step(request, signal)) {
    if (event.kind === 'text') text += event.delta
    if (event.kind === 'call')
      calls.push({ id: event.id, name: event.name, args: Json.parse(event.args ?? null) })
    if (event.kind === 'end') {
      const { kind: _kind, ...end } = event
      const promptHash = hashOf(request, ports)
      // Whole, because a secret may come in two pieces.
      const said = await ports.redact({ text, calls })
      const answer = { ...end, ...(said as Pick<Stored, 'text' | 'calls'>) }
      const error = await store(folder, {
        format: 'gatehouse.fixture.1',
        promptHash,
        model: model.name ?? '',
        ...answer,
      })
      if (error !== null) {
        yield { kind: 'failed', error }
        return
      }
    }
    yield event
  }
}

async function store(folder: string, stored: Stored): Promise<Failure | null> {
  const file = fileOf(folder, stored.promptHash)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(`${file}.tmp`, `${JSON.stringify(stored, null, 2)}\n`, { mode: 0o600 })
    await rename(`${file}.tmp`, file)
    return null
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return failure(
      'model.fixtures',
      `The answer could not be recorded: ${why}.`,
      `Check the folder in ${VARIABLE}, or unset it.`,
    )
  }
}

async function* replay(folder: string, hash: PromptHash): AsyncGenerator<ModelEvent> {
  let stored: Stored
  try {
    stored = Stored.parse(JSON.parse(await readFile(fileOf(folder, hash), 'utf8')))
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    const text = missing
      ? `There is no recorded answer to this request (${hash}).`
      : `The recorded answer ${hash} cannot be read.`
    yield {
      kind: 'failed',
      error: failure('model.fixtures', text, `Record it again: ${VARIABLE}=record:FOLDER.`),
    }
    return
  }
  if (stored.promptHash !== hash) {
    const text = `The recorded answer ${hash} is to another request (${stored.promptHash}).`
    yield {
      kind: 'failed',
      error: failure('model.fixtures', text, `Record it again: ${VARIABLE}=record:FOLDER.`),
    }
    return
  }
  const { text, calls, reason, tokensIn, tokensOut, tokensCached } = stored
  if (text !== '') yield { kind: 'text', delta: text }
  for (const call of calls) yield { kind: 'call', ...call }
  const cached = tokensCached === undefined ? {} : { tokensCached }
  yield { kind: 'end', reason, tokensIn, tokensOut, ...cached }
}
