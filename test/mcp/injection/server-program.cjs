// An external server as a program: offers the tools it is given as its last argument, and answers
// each call with what lies in its own folder.
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
    case 'tools/call':
      return { content: [{ type: 'text', text: readFileSync(answerFile, 'utf8') }] }
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
    const body = result === null ? { error } : { result }
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...body })}\n`)
  })
  .on('close', () => process.exit(0))
