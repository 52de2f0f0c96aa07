// What many held calls cost: 10,000 calls of 50 clients of the gateway, each over one connection to
// the local socket of a real app without a window. One client may have 256 held, so there are as
// many clients as that takes. All requests stay open: nobody gives up.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findAppPaths } from '../../main/config/paths.ts'
import { engineEnv, engineFlags } from '../../main/host/launch/engine.mjs'
import { connect } from '../../main/host/local-client.ts'
import type { CliConnection } from '../../main/host/client-connection.ts'
import { CannotGoOn } from '../../main/host/launch/say.mjs'
import { type BenchLine, median } from './line.ts'

const CLIENTS = 50
const FEW = 10
const MANY = Number(process.env['HELD'] ?? 10_000)
const LOOKS = 21
/** So long no call more is held: the bench says how many were, and ends. */
const STALLED_MS = 120_000

export async function manyHeld(): Promise<BenchLine[]> {
  const base = mkdtempSync(join(tmpdir(), 'gatehouse-bench-held-'))
  const home = join(base, 'home')
  mkdirSync(home, { mode: 0o700 })
  mkdirSync(join(base, 'work'))
  writeFileSync(
    join(home, 'config.yaml'),
    `workspace: ${join(base, 'work')}\napprovals:\n  timeoutSeconds: 3600\n`,
  )
  const env = { PATH: process.env['PATH'], HOME: base, GATEHOUSE_HOME: home, ...engineEnv }
  const headless = join(import.meta.dirname, '..', '..', 'out', 'main', 'headless.js')
  const app = spawn(process.execPath, [...engineFlags, headless], {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  try {
    const places = findAppPaths({ env, platform: process.platform, homedir: base })
    const person = await reached(places.socketFile)
    const sockets = await Promise.all(
      Array.from({ length: CLIENTS }, (_, at) => openClient(places.socketFile, `client-${at}`)),
    )
    const rss = (): number =>
      Number(
        /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${app.pid}/status`, 'utf8'))?.[1] ?? Number.NaN,
      ) / 1024
    const hold = async (from: number, to: number): Promise<number> => {
      const began = performance.now()
      for (let at = from; at < to; at++) sockets[at % CLIENTS]?.(at)
      let last = { held: 0, at: began }
      for (let held = 0; held < to; held = await heldNow(person)) {
        const now = performance.now()
        if (held > last.held) last = { held, at: now }
        if (now - last.at > STALLED_MS)
          throw new CannotGoOn(
            `${held} of ${to} calls are held, and no more were for ${STALLED_MS / 1_000} s.`,
          )
        // A look takes processor time from what is measured.
        await new Promise((done) => setTimeout(done, 100))
      }
      return performance.now() - began
    }
    await hold(0, FEW)
    const early = await firstPage(person)
    const before = appProcessorMs(app.pid)
    const took = await hold(FEW, MANY)
    const busy = (appProcessorMs(app.pid) - before) / (MANY - FEW)
    const most = rss()
    const late = await firstPage(person)
    await new Promise((done) => setTimeout(done, 3_000))
    const rested = rss()
    person.close()
    const seconds = took / 1_000
    return [
      {
        name: `${MANY} calls held`,
        value: `${seconds.toFixed(1)} s`,
        goal: 'under 60 s',
        holds: seconds < 60,
      },
      {
        name: 'processor time of the app, each of them',
        value: `${busy.toFixed(2)} ms`,
        goal: null,
        holds: null,
      },
      {
        name: `memory with ${MANY} held, at once`,
        value: `${most.toFixed(0)} MB`,
        goal: 'under 300 MB',
        holds: most < 300,
      },
      {
        name: `memory with ${MANY} held, at rest`,
        value: `${rested.toFixed(0)} MB`,
        goal: null,
        holds: null,
      },
      {
        name: `first page of the queue, ${FEW} held`,
        value: `${early.toFixed(1)} ms`,
        goal: null,
        holds: null,
      },
      {
        name: `first page of the queue, ${MANY} held`,
        value: `${late.toFixed(1)} ms`,
        goal: `as with ${FEW}, to 10 ms`,
        holds: late < early + 10,
      },
    ]
  } finally {
    app.kill('SIGKILL')
    rmSync(base, { recursive: true, force: true })
  }
}

/** Of all its threads, to 10 ms. */
function appProcessorMs(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

async function reached(socketFile: string): Promise<CliConnection> {
  for (const until = Date.now() + 20_000; ;) {
    const found = await connect(socketFile)
    if (found.ok) return found.value
    if (Date.now() > until) throw new Error(found.error.text)
    await new Promise((done) => setTimeout(done, 50))
  }
}

/** Gives the way to send the call of that number. */
function openClient(socketFile: string, client: string): Promise<(at: number) => void> {
  return new Promise((ready, fail) => {
    const socket = createConnection(socketFile)
    const send = (message: object): void => void socket.write(`${JSON.stringify(message)}\n`)
    socket.on('error', fail)
    socket.once('data', () => {
      socket.resume()
      const clientInfo = { name: client, version: '1' }
      send({
        jsonrpc: '2.0',
        id: 'hello',
        method: 'initialize',
        params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
      })
      send({ jsonrpc: '2.0', method: 'notifications/initialized' })
      ready((at) => {
        const params = {
          name: 'write_file',
          arguments: { path: `notes/${at}.txt`, content: `line of call ${at}\n` },
        }
        send({ jsonrpc: '2.0', id: at, method: 'tools/call', params })
      })
    })
    send({ id: 0, mcp: { client } })
  })
}

async function heldNow(person: CliConnection): Promise<number> {
  const state = await person.call('app.state', {})
  if (!state.ok) throw new Error(state.error.text)
  return state.value.held
}

async function firstPage(person: CliConnection): Promise<number> {
  const times: number[] = []
  for (let look = 0; look < LOOKS; look++) {
    const began = performance.now()
    const page = await person.call('approvals.list', { states: ['pending'], limit: FEW })
    if (!page.ok) throw new Error(page.error.text)
    times.push(performance.now() - began)
  }
  return median(times)
}
