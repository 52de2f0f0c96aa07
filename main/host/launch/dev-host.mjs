// The browser host as a child, straight from its sources, started again when they change.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { engineFlags } from './engine.mjs'
import { say } from './say.mjs'

/** How to get into a running host: its port, the secret path of its window, and a cookie. @typedef {{port: number, base: string, cookie: string}} Entrance */

/** Editors write a file in several steps, and several files at once. */
const QUIET_MS = 150
const WATCHED = ['contract', 'main', 'tools']

/**
 * @param {string} root
 * @param {readonly string[]} args for the host
 * @returns {{entrance: () => Promise<Entrance>, dispose: () => Promise<void>}} `entrance` waits for a host that is starting
 */
export function openDevHost(root, args) {
  let host = start(root, args)
  /** @type {NodeJS.Timeout | undefined} */
  let timer
  const restart = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      say('restarting …')
      const before = host
      host = { ...before, entrance: before.stop().then(() => (host = start(root, args)).entrance) }
    }, QUIET_MS)
  }
  const watchers = WATCHED.map((folder) => watch(join(root, folder), { recursive: true }, restart))
  return {
    entrance: () => host.entrance,
    async dispose() {
      clearTimeout(timer)
      for (const watcher of watchers) watcher.close()
      await host.stop()
    },
  }
}

/** @param {string} root @param {readonly string[]} args */
function start(root, args) {
  const child = spawn(
    process.execPath,
    [
      ...engineFlags,
      join(root, 'main', 'host', 'browser', 'main.ts'),
      '--json',
      '--port',
      '0',
      ...args,
    ],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const ended = once(child, 'exit')
  const entrance = Promise.race([
    once(createInterface(child.stdout), 'line').then(([line]) =>
      enter(JSON.parse(String(line)).url),
    ),
    // It has said why; the next change of a source starts it again.
    ended.then(() => new Promise(() => {})),
  ])
  // A host that is stopped while it starts has no entrance, and nobody waits for it.
  entrance.catch(() => undefined)
  return {
    entrance: /** @type {Promise<Entrance>} */ (entrance),
    /** @returns {Promise<unknown>} */
    stop: () => {
      child.kill('SIGTERM')
      return ended
    },
  }
}

/** Uses the one-time link as a browser would. @param {string} link @returns {Promise<Entrance>} */
async function enter(link) {
  const [response] = /** @type {[import('node:http').IncomingMessage]} */ (
    await once(get(link), 'response')
  )
  response.resume()
  const [cookie = ''] = (response.headers['set-cookie']?.[0] ?? '').split(';')
  return { port: Number(new URL(link).port), base: response.headers.location ?? '/', cookie }
}
