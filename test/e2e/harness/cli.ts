// The `gatehouse` command, run to its end.
import { spawn } from 'node:child_process'
import { findNode } from '../../../main/host/launch/node.mjs'
import { compiled } from './child.ts'
import { built, installed, root } from './root.ts'

export type CliEnd = {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export function runCli(words: readonly string[], env: NodeJS.ProcessEnv): Promise<CliEnd> {
  return new Promise((resolve, reject) => {
    const command = installed('command')
    const program = command ?? findNode(root)
    const script = command === null ? [built('main', 'cli.js')] : []
    const child = spawn(program, [...script, ...words], {
      cwd: root,
      env: { ...env, ...compiled },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, stdout, stderr }))
  })
}
