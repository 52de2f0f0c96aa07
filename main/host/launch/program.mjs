// Finding and running other programs. Knows nothing of Gatehouse.
import { spawn } from 'node:child_process'
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * Where a program is on PATH, or null.
 * @param {string} name
 */
export function findProgram(name) {
  const names = process.platform === 'win32' ? [`${name}.exe`, `${name}.cmd`] : [name]
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    for (const candidate of names) {
      const file = join(folder, candidate)
      if (folder !== '' && isProgram(file)) return file
    }
  }
  return null
}

/** @param {string} file */
export function isProgram(file) {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

/** What ends each program that `run` has under way. @type {Set<(signal: NodeJS.Signals) => void>} */
const underWay = new Set()

/**
 * Runs to the end with its output kept. Never rejects: a program that cannot start has code 127,
 * one that is cut off by the time limit 124.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{cwd?: string, env?: NodeJS.ProcessEnv, timeoutMs: number, show?: boolean | ((bytes: Buffer) => void)}} options `show` passes the output on as it comes, to the terminal or to a function
 * @returns {Promise<{code: number, output: string}>}
 */
export function run(program, args, { cwd, env, timeoutMs, show = false }) {
  return new Promise((done) => {
    // Its own process group where there are such things, so that the time limit ends its children
    // too.
    const group = process.platform !== 'win32'
    // A group of its own does not hear Ctrl+C: pass it on, and end the way it would have. Before
    // the child is there, for the same reason as below.
    /** @param {NodeJS.Signals} signal */
    const stop = (signal) => {
      // Of several at once only the first is told: it ends them all.
      for (const each of underWay) each('SIGKILL')
      process.exit(128 + signalNumber(signal))
    }
    process.on('SIGINT', stop).on('SIGTERM', stop).on('SIGHUP', stop)
    const child = spawn(program, args, {
      cwd,
      env: env ?? process.env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: group,
    })
    /** @param {NodeJS.Signals} signal */
    const end = (signal) => {
      try {
        if (group && child.pid !== undefined) process.kill(-child.pid, signal)
        else child.kill(signal)
      } catch {
        // It has ended by itself in the meantime.
      }
    }
    underWay.add(end)
    let output = ''
    let late = false
    const timer = setTimeout(() => {
      late = true
      end('SIGKILL')
      // Something may have left the group and still hold the pipes: it does not hold us.
      setTimeout(() => finish(1), 2000).unref()
    }, timeoutMs)
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (/** @type {Buffer} */ bytes) => {
        output += bytes.toString('utf8')
        if (typeof show === 'function') show(bytes)
        else if (show) process.stderr.write(bytes)
      })
    }
    /** @param {number} code */
    const finish = (code) => {
      clearTimeout(timer)
      underWay.delete(end)
      process.off('SIGINT', stop).off('SIGTERM', stop).off('SIGHUP', stop)
      done({
        code: late ? 124 : code,
        output: late ? `${output}\n(stopped after ${timeoutMs / 1000} seconds)` : output,
      })
    }
    child.on('error', (error) => {
      output += error.message
      finish(127)
    })
    child.on('close', (code) => finish(code ?? 1))
  })
}

/**
 * Runs in the foreground: the terminal, the signals and the exit code are the child's.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{cwd?: string, env?: NodeJS.ProcessEnv}} [options]
 * @returns {Promise<number>} the exit code; 128 + n for a child that died of signal n
 */
export function runInForeground(program, args, options = {}) {
  return new Promise((done, fail) => {
    // The handlers come first: the child may be up, and the one who waits for it may send a signal,
    // before `spawn` returns to us. They run in a later turn, when there is a child.
    // In a terminal Ctrl+C reaches the whole group; twice would read as "now, at once". Elsewhere
    // only we are told.
    const onInterrupt = () => void (process.stdin.isTTY || child.kill('SIGINT'))
    const onTerminate = () => void child.kill('SIGTERM')
    const onHangUp = () => void child.kill('SIGHUP')
    process.on('SIGINT', onInterrupt).on('SIGTERM', onTerminate).on('SIGHUP', onHangUp)
    const child = spawn(program, args, { ...options, stdio: 'inherit' })
    const cleanUp = () =>
      void process.off('SIGINT', onInterrupt).off('SIGTERM', onTerminate).off('SIGHUP', onHangUp)
    child.on('error', (error) => {
      cleanUp()
      fail(error)
    })
    child.on('close', (code, signal) => {
      cleanUp()
      done(code ?? 128 + signalNumber(signal))
    })
  })
}

/** @param {NodeJS.Signals | null} signal */
function signalNumber(signal) {
  return { SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGKILL: 9, SIGTERM: 15 }[String(signal)] ?? 1
}

/** The last lines of a program's output: what a person needs of a long log. @param {string} output @param {number} [lines] */
export function tail(output, lines = 15) {
  return output.trimEnd().split('\n').slice(-lines).join('\n')
}
