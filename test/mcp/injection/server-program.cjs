// An external server as a program: offers the tools it is given as its last argument, and answers
// each call with what lies in its own folder: a text, or, after a sign of its own, whole messages.
const { readFileSync } = require('node:fs')
const { join } = require('node:path')
const { createInterface } = require('node:readline')

const tools = JSON.parse(process.argv.at(-1) ?? '[]')
const answerFile = join(process.env['HOME'] ?? '.', 'answer.txt')

/** @param {string} method @param {{ readonly protocolVersion?: string }} params */
function answerTo(method, params) {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'played', version: '1.0.0' },
      }
    case 'tools/list':
      return { tools }
    case 'tools/call': {
      const text = readFileSync(answerFile, 'utf8')
      if (!text.startsWith('\u0001')) return { content: [{ type: 'text', text }] }
      const { notes, body } = JSON.parse(text.slice(1))
      for (const note of notes)
        process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...note })}\n`)
      return body.result ?? body
    }
    default:
      return null
  }
}
createInterface({ input: process.stdin })
  .on('line', (line) => {
    const { id, method, params } = JSON.parse(line)
    if (id === undefined) return
    const result = answerTo(method, params ?? {})
    const error = { code: -32_601, message: 'There is no such method.' }
    const own = result !== null && 'error' in result
    const body = result === null ? { error } : own ? result : { result }
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...body })}\n`)
  })
  .on('close', () => process.exit(0))
