// Starts the process of a WASI module without a sandbox, for tests of what the process itself holds.
import { spawn } from 'node:child_process'
import { ok } from '../../contract/result.ts'
import type { StartChild } from '../../main/sandbox/wasi/child-process.ts'

export const plainChild: StartChild = async ({ argv: [file, ...args], env }) => {
  const child = spawn(file, args, {
    env,
    cwd: process.platform === 'win32' ? undefined : '/',
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  })
  let grumble = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    grumble = `${grumble}${text}`.slice(-4096)
  })
  return ok({
    stdin: child.stdin,
    stdout: child.stdout,
    grumble: () => grumble,
    kill: () => void child.kill('SIGKILL'),
    ended: new Promise((resolve) => {
      child.once('error', (error) => {
        if (child.pid === undefined) resolve({ code: null, signal: null, failed: error.message })
      })
      child.once('close', (code, signal) => resolve({ code, signal, failed: null }))
    }),
  })
}
