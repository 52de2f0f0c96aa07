// This checkout beside another one, say of an earlier version: calls of a client in turns, through
// both apps as their users have them. Machines differ by half and change by the minute, so what
// counts is the ratio of two neighbouring blocks, and the median of these.
//
//   BESIDE=FOLDER npm run bench -- beside      ROUNDS=40 for more; the other one must be built
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCheckout, type Checkout, type Transport } from './beside/checkout.ts'
import { median, type BenchLine } from './line.ts'

const root = join(import.meta.dirname, '../..')
const ROUNDS = Number(process.env['ROUNDS'] ?? 20)
/** Until what a call runs through is compiled. */
const WARM = 600
/** No more than this is slower, issue by issue. */
const MOST = 1.1

const tools = {
  echo: { name: 'echo__echo', arguments: { text: 'hello' } },
  read_file: { name: 'read_file', arguments: { path: 'notes.txt' } },
} as const

type Block = {
  readonly transport: Transport
  readonly tool: keyof typeof tools
  readonly atOnce: number
  readonly calls: number
}
const blocks: readonly Block[] = (['stdio', 'http'] as const).flatMap((transport) =>
  (['echo', 'read_file'] as const).flatMap((tool) => [
    { transport, tool, atOnce: 1, calls: 100 },
    { transport, tool, atOnce: 32, calls: 640 },
  ]),
)

/** Milliseconds a call. */
type Cost = { readonly clock: number; readonly processor: number }

export async function run(): Promise<BenchLine[]> {
  const other = process.env['BESIDE']
  if (other === undefined || !existsSync(join(other, 'out/main/headless.js'))) {
    const value = 'not measured: BESIDE is to be the folder of another checkout that is built'
    return [{ name: 'beside another checkout', value, goal: null, holds: null }]
  }
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-beside-')))
  const [before, now] = await Promise.all(
    [other, root].map((checkout, at) => {
      const place = join(folder, String(at))
      mkdirSync(place)
      return openCheckout(checkout, place)
    }),
  )
  if (before === undefined || now === undefined) throw new Error('Nothing was opened.')
  try {
    for (const block of blocks)
      for (const one of [before, now]) await measure(one, { ...block, calls: WARM })
    const lines: BenchLine[] = []
    for (const block of blocks) lines.push(...(await inTurns(block, before, now)))
    return lines
  } finally {
    await before.close()
    await now.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function inTurns(block: Block, before: Checkout, now: Checkout): Promise<BenchLine[]> {
  const rounds: { readonly before: Cost; readonly now: Cost }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    // Each begins as often as the other.
    const first = round % 2 === 0 ? await measure(before, block) : null
    const ours = await measure(now, block)
    rounds.push({ before: first ?? (await measure(before, block)), now: ours })
  }
  return (['clock', 'processor'] as const).map((kind) => {
    const ratio = median(rounds.map((one) => one.now[kind] / one.before[kind]))
    const of = (side: 'before' | 'now') => median(rounds.map((one) => one[side][kind])).toFixed(2)
    return {
      name: `${block.transport}, ${block.tool}, ${block.atOnce} at once: ${kind} a call`,
      value: `${of('before')} and ${of('now')} ms, ${ratio.toFixed(2)} times`,
      goal: `at most ${MOST} times`,
      holds: ratio <= MOST,
    }
  })
}

async function measure(checkout: Checkout, block: Block): Promise<Cost> {
  const lane = checkout.lanes[block.transport]
  const spent = checkout.processorTime()
  const began = performance.now()
  let left = block.calls
  const oneAfterTheOther = async (): Promise<void> => {
    while (left-- > 0) {
      const answer = await lane.ask('tools/call', tools[block.tool])
      const result = answer.result as { readonly isError?: boolean } | undefined
      if (result === undefined || result.isError === true)
        throw new Error(`${block.tool}: ${JSON.stringify(answer).slice(0, 600)}`)
    }
  }
  await Promise.all(Array.from({ length: block.atOnce }, oneAfterTheOther))
  return {
    clock: (performance.now() - began) / block.calls,
    processor: (checkout.processorTime() - spent) / block.calls,
  }
}
