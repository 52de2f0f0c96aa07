// How fast the whole of `decide` is (tier, reasons, leases, rules), beside three policy engines on
// the same rules and calls. The engines know only allow and refuse, so what is compared is whether
// a call may run by itself; every one of the compared decisions has to be the same. And how long it
// takes to trace one call's arguments in 8 MB of text.
//
//   node test/bench/gate.bench.ts
import { createHash } from 'node:crypto'
import { CallId, SessionId } from '../../contract/ids.ts'
import type { Rule } from '../../contract/policy/rule.ts'
import type { CanonicalTouch } from '../../contract/call/touch.ts'
import { openProvenance } from '../../main/provenance/provenance.ts'
import { decide } from '../../main/gate/decide.ts'
import { makePolicy } from '../../main/gate/policy.ts'
import { plainPolicy } from '../gate/plain-policy.ts'
import type { DecisionRequest } from '../../main/gate/decision-request.ts'
import { exec } from '../../tools/exec.ts'
import { webFetch } from '../../tools/web/web-fetch.ts'
import { writeFile } from '../../tools/files/write-file.ts'
import type { BenchLine } from './line.ts'
import { openCasbin, openCedar, openGovernance } from './peers/policy-engines.ts'
import type { EngineCall, EngineRule } from './peers/policy-engines.ts'

const CALLS = 10_000
/** The engines take up to a millisecond for each. */
const COMPARED = 400
const AGENTS = 20
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const session = SessionId.parse('ses_00000001')

type Spoken = EngineRule & { readonly rule: Rule }
type Call = EngineCall & { readonly question: DecisionRequest }
const tools = [writeFile.manifest, webFetch.manifest, exec.manifest] as const

/** The same places in the words of a rule and as a text that begins so. */
function spoken(at: number, count: number): Spoken {
  const [agent, kind, place] = [
    `agent${at % AGENTS}`,
    at % 3,
    Math.floor(at / 3) % Math.ceil(count / 6),
  ]
  const effect = at % 5 === 0 ? 'deny' : 'allow'
  const tool = tools[kind]?.name ?? ''
  const where =
    kind === 0
      ? { paths: [`d${place}/**`] }
      : kind === 1
        ? { domains: [`h${place}.example`] }
        : { commands: [`prog${place} run`] }
  const rule: Rule = {
    id: `r${at}`,
    when: { agents: [agent], tools: [tool], ...where },
    effect,
    reason: 'said',
  }
  return { id: rule.id, agent, tool, target: targetOf(kind, place), effect, rule }
}
const targetOf = (kind: number, place: number): string =>
  kind === 0 ? `/w/d${place}/` : kind === 1 ? `https://h${place}.example/` : `prog${place} run `

function touchOf(kind: number, place: number, at: number): CanonicalTouch {
  if (kind === 0)
    return {
      kind: 'fs.write',
      path: `/w/d${place}/src/f${at}.ts`,
      zone: 'workspace',
      is: 'file',
      bytes: 900,
    }
  const host = `h${place}.example`
  if (kind === 1)
    return {
      kind: 'net.fetch',
      method: 'GET',
      url: `https://${host}/${at}`,
      host,
      port: 443,
      reach: 'public',
      listed: false,
    }
  const text = `prog${place} run ${at}`
  const part = {
    text,
    words: text.split(' '),
    opaque: false,
    exact: true,
    via: [],
    effects: ['read-only' as const],
  }
  return { kind: 'proc.run', command: text, cwd: '/w', zone: 'workspace', parts: [part] }
}

function callOf(at: number, count: number): Call {
  const [kind, place] = [(at * 7) % 3, (at * 31) % Math.ceil(count / 6)]
  const manifest = tools[kind] ?? tools[0]
  const agent = `agent${(at * 13) % AGENTS}`
  const question: DecisionRequest = {
    manifest,
    action: null,
    args: {},
    touches: [touchOf(kind, place, at)],
    origins: [],
    taint: { privateRead: [], untrustedRead: [] },
    principal: { kind: 'cli', name: agent, session },
    channel: 'cli',
    used: { session: 0, minute: 0 },
    earlier: {
      calls: tools.map(({ name: tool, id: capability }) => ({
        tool,
        capability,
        action: null,
        session: 4,
        minute: 4,
        hour: 4,
        day: 4,
      })),
      knownHosts: kind === 1 ? [`h${place}.example`] : [],
      denials: 2,
    },
    leases: [],
    at: { epochMs: 1, weekday: 'mon', minute: 600 },
    frozen: false,
    sandboxed: true,
    reviewed: null,
  }
  return { agent, tool: manifest.name, target: `${targetOf(kind, place)}${at}`, question }
}

type Figures = { readonly p50: number; readonly p99: number; readonly rate: number }
const at = (sorted: Float64Array, share: number): number =>
  sorted[Math.floor(sorted.length * share)] ?? Number.NaN

/** Microseconds of each call, after a warm-up. */
function timed<T>(calls: readonly T[], rounds: number, one: (call: T) => unknown): Figures {
  for (const call of calls) one(call)
  const times = new Float64Array(calls.length * rounds)
  for (let round = 0; round < rounds; round++) {
    for (const [place, call] of calls.entries()) {
      const started = performance.now()
      one(call)
      times[round * calls.length + place] = (performance.now() - started) * 1000
    }
  }
  const sum = times.reduce((all, time) => all + time, 0)
  times.sort()
  return { p50: at(times, 0.5), p99: at(times, 0.99), rate: (times.length / sum) * 1e6 }
}

const us = (value: number): string => `${value.toFixed(value < 100 ? 2 : 0)} us`

export async function run(): Promise<BenchLine[]> {
  return [
    ...(await engines(200, 10)),
    ...gateOnly(5_000, 15),
    ...gateOnly(5_000, 15, true),
    conditionsCost(5_000),
    ...tracing(),
  ]
}

function prepare(count: number, change: (spoken: Spoken) => Spoken = (one) => one) {
  const rules = Array.from({ length: count }, (_, each) => change(spoken(each, count)))
  const calls = Array.from({ length: CALLS }, (_, each) => callOf(each, count))
  const policy = makePolicy(
    {
      ...plainPolicy({ workspace: '/w', home: '/home/p', foldsCase: false }),
      rules: rules.map(({ rule }) => rule),
    },
    sha256,
  )
  return {
    rules,
    calls,
    mayRun: ({ question }: Call): boolean => decide(question, policy).effect === 'allow',
  }
}

function linesOf(count: number, goal: number, { p50, p99, rate }: Figures, what = ''): BenchLine[] {
  const name = `decide, ${count.toLocaleString('en')} rules${what}`
  return [
    {
      name: `${name}: decisions a second`,
      value: Math.round(rate).toLocaleString('en'),
      goal: null,
      holds: null,
    },
    { name: `${name}: p50`, value: us(p50), goal: null, holds: null },
    { name: `${name}: p99`, value: us(p99), goal: `below ${goal} us`, holds: p99 < goal },
  ]
}

/** @param all with every condition that a rule can have, all of which hold. */
function gateOnly(count: number, goal: number, all = false): BenchLine[] {
  const { calls, mayRun } = prepare(count, all ? withAll : (one) => one)
  for (let round = 0; round < 3; round++) calls.forEach(mayRun)
  return linesOf(count, goal, timed(calls, 5, mayRun), all ? ', all conditions' : '')
}

/**
 * What all conditions add to the slowest hundredth. Both are asked in turns, so that what else the
 * machine does falls on both alike.
 */
function conditionsCost(count: number): BenchLine {
  const both = [prepare(count), prepare(count, withAll)] as const
  for (let round = 0; round < 3; round++)
    for (const { calls, mayRun } of both) calls.forEach(mayRun)
  const rounds = 8
  const times = both.map(() => new Float64Array(CALLS * rounds))
  for (let round = 0; round < rounds; round++) {
    for (let place = 0; place < CALLS; place++) {
      for (const [which, { calls, mayRun }] of both.entries()) {
        const call = calls[place]
        const into = times[which]
        if (call === undefined || into === undefined) continue
        const started = performance.now()
        mayRun(call)
        into[round * CALLS + place] = performance.now() - started
      }
    }
  }
  const [plain = Number.NaN, all = Number.NaN] = times.map((each) => at(each.toSorted(), 0.99))
  const ratio = all / plain
  return {
    name: `decide, ${count.toLocaleString('en')} rules: p99 with all conditions, in turns`,
    value: `${ratio.toFixed(2)} times that without`,
    goal: 'at most 1.2 times',
    holds: ratio <= 1.2,
  }
}

function withAll(base: Spoken): Spoken {
  const { rule } = base
  const allows = rule.effect === 'allow'
  const { commands, domains } = rule.when
  const when: Rule['when'] = {
    ...rule.when,
    principals: ['cli'],
    channels: ['cli'],
    trust: ['trusted'],
    workspaces: ['/w'],
    ids: ['*'],
    tiers: ['R1', 'R2', 'R3'],
    hours: { from: '00:00', to: '00:00', days: ['mon', 'tue', 'wed', 'thu'], timeZone: 'UTC' },
    rate: allows ? { upTo: 50, per: 'hour' } : { over: 3, per: 'hour' },
    ...(allows ? {} : { denials: 1 }),
    ...(domains === undefined
      ? { zones: ['inside'] }
      : { ports: [443], methods: ['GET'], requestBytes: { upTo: 1_000 }, newHost: false }),
    ...(commands === undefined ? { guarded: false } : {}),
  }
  return { ...base, rule: { ...rule, when } }
}

async function engines(count: number, goal: number): Promise<BenchLine[]> {
  const { rules, calls, mayRun } = prepare(count)
  const some = calls.slice(0, COMPARED)
  const cedar = openCedar(rules)
  const casbin = await openCasbin(rules)
  const governance = openGovernance(rules, some)
  const all = [cedar, casbin, governance.texts, governance.textsByAgent, governance.factsByAgent]
  const equal = some.every((call) => all.every((engine) => engine(call) === mayRun(call)))
  const allowed = some.filter(mayRun).length
  for (let round = 0; round < 3; round++) calls.forEach(mayRun)
  const ours = timed(calls, 5, mayRun)
  const others = [
    ['cedar-wasm 4.13.0', timed(some, 1, cedar), 100],
    ['governance-sdk 4.0.0', timed(some, 5, governance.texts), 100],
    ['casbin 5.51.1', timed(some, 1, casbin), 1],
    ['governance-sdk by agent', timed(some, 5, governance.textsByAgent), 1],
    ['governance-sdk by agent, look-up', timed(some, 5, governance.factsByAgent), null],
  ] as const
  return [
    ...linesOf(count, goal, ours),
    {
      name: `same decisions of ${COMPARED} in all engines`,
      value: `${equal ? 'all' : 'NOT all'}, ${allowed} allowed`,
      goal: 'all, some of each',
      holds: equal && allowed > 0 && allowed < COMPARED,
    },
    ...others.flatMap(([name, { p50 }, least]): BenchLine[] => {
      const times = p50 / ours.p50
      return [
        { name: `${name}, ${count} rules: p50`, value: us(p50), goal: null, holds: null },
        {
          name: `${name}: times slower`,
          value: times.toFixed(times < 10 ? 1 : 0),
          goal: least === null ? null : `at least ${least}`,
          holds: least === null ? null : times >= least,
        },
      ]
    }),
  ]
}

/**
 * 8 MB of pages, files and words of the person; then calls of every kind, each of which is traced.
 */
function tracing(): BenchLine[] {
  const memory = openProvenance(() => [])
  let seed = 1
  const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
  const word = (): string =>
    Math.floor(random() * 2 ** 40).toString(36) + (random() < 0.1 ? '.example/' : ' ')
  const text = (): string => Array.from({ length: 2_200 }, word).join('')
  for (let page = 0, chars = 0; chars < 7_900_000; page++) {
    const seen = text()
    chars += seen.length
    const source = {
      callId: CallId.parse('call_00000001'),
      tool: 't',
      from: `page ${page}`,
      label: page % 3 === 0 ? 'workspace' : 'untrusted',
    } as const
    memory.see(session, { by: 'tool', text: seen, source })
  }
  memory.see(session, { by: 'person', text: 'look at https://docs.example/guide' })
  const commands = Array.from({ length: 1_000 }, (_, each) =>
    each % 3 === 0
      ? `src/file${each}.ts`
      : each % 3 === 1
        ? `curl -s "https://h${each}.example/a?b=${each}" | tee out/${each}.txt`
        : `https://docs.example/guide/${each}`,
  )
  const { p50, p99 } = timed(commands, 3, (it) =>
    memory.origins(session, { it }, [{ kind: 'proc.run', command: it, cwd: '/w' }]),
  )
  return [
    { name: 'origins of a call, 8 MB seen: p50', value: us(p50), goal: null, holds: null },
    {
      name: 'origins of a call, 8 MB seen: p99',
      value: us(p99),
      goal: 'below 2,000 us',
      holds: p99 < 2_000,
    },
  ]
}

if (import.meta.main)
  for (const { name, value, goal, holds } of await run())
    console.log(
      `${name.padEnd(48)} ${value.padStart(20)}  ${goal ?? ''} ${holds === false ? 'MISSED' : ''}`,
    )
