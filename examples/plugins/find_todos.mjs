// Lists the lines of the workspace that hold a word such as TODO. Protocol 1: it says how far it is,
// stops when nobody waits any more, and says in a form of its own what went wrong. Gatehouse runs a
// plugin whose file ends in .mjs with its own Node.
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { createInterface } from 'node:readline'

const lines = createInterface({ input: process.stdin })
const [first] = await once(lines, 'line')
const call = JSON.parse(first)
const say = (message) =>
  process.stdout.write(`${JSON.stringify({ request_id: call.request_id, ...message })}\n`)

let cancelled = false
lines.on('line', (line) => {
  if (JSON.parse(line).kind === 'cancel') cancelled = true
})

const workspace = call.mounts.find(({ guest_path }) => guest_path === '/workspace')
const { words = ['TODO', 'FIXME'], most = 200 } = call.args
if (workspace === undefined) {
  const error = {
    code: 'no-workspace',
    text: 'There is no workspace to look through.',
    hint: 'Choose a workspace first.',
  }
  say({ kind: 'error', protocol_version: 1, error })
} else {
  const files = (await readdir('/workspace', { recursive: true, withFileTypes: true }))
    .filter(
      (entry) => entry.isFile() && !/[/\\](node_modules|\.git)([/\\]|$)/.test(entry.parentPath),
    )
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
  const found = []
  for (const [at, file] of files.entries()) {
    if (cancelled || found.length >= most) break
    if (at % 100 === 0)
      say({ kind: 'progress', fraction: at / files.length, text: relative('/workspace', file) })
    const text = await readFile(file, 'utf8').catch(() => '')
    if (text.includes('\0')) continue
    for (const [number, line] of text.split('\n').entries())
      if (found.length < most && words.some((word) => line.includes(word)))
        found.push({
          file: relative('/workspace', file),
          line: number + 1,
          text: line.trim().slice(0, 200),
        })
  }
  const data = { files: files.length, found, complete: found.length < most && !cancelled }
  say({ kind: 'result', protocol_version: 1, data })
}
lines.close()
