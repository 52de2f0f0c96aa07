// A real browser host in a home of its own, and a real Chromium, for the benches.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Browser, chromium } from '@playwright/test'
import { z } from 'zod'
import { engineEnv, engineFlags } from '../../main/host/launch/engine.mjs'
import { findChromium } from '../chromium.mjs'

const root = join(import.meta.dirname, '..', '..')

export type RunningHost = { readonly url: string; readonly pid: number; stop(): Promise<void> }

const built = [process.execPath, ...engineFlags, join(root, 'out', 'main', 'browser.js')]

/** Resolves when the host says where it listens. `words`: another way to start it. */
export async function startBrowserHost(
  home: string,
  [file = '', ...words]: readonly string[] = built,
): Promise<RunningHost> {
  const env = {
    ...engineEnv,
    PATH: process.env['PATH'],
    HOME: home,
    GATEHOUSE_HOME: join(home, 'gatehouse'),
  }
  const child = spawn(file, [...words, '--json', '--port', '0'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`the browser host ended with exit code ${String(code)} before it listened`)
    }),
  ])
  const { url, pid } = z.object({ url: z.string(), pid: z.int() }).parse(JSON.parse(String(line)))
  return {
    url,
    pid,
    async stop() {
      if (child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

export async function withHome<T>(work: (home: string) => Promise<T>): Promise<T> {
  const home = await mkdtemp(join(tmpdir(), 'gatehouse-bench-'))
  try {
    return await work(home)
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

export async function withBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const executablePath = findChromium()
  const browser = await chromium.launch(executablePath === null ? {} : { executablePath })
  try {
    return await work(browser)
  } finally {
    await browser.close()
  }
}

/** Resident memory of a process in MB (10^6 bytes). */
export function residentMegabytes(pid: number): number {
  const kilobytes =
    process.platform === 'linux'
      ? /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
      : spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim()
  return (Number(kilobytes) * 1024) / 1e6
}
