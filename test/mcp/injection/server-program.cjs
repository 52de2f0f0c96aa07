// An external server as a program: offers the tools it is given as its last argument, and answers
// each call with what lies in its own folder.
const { readFileSync } = require('node:fs')
const { join } = require('node:path')
const { createInterface } = require('node:readline')

const tools = JSON.parse(process.argv.at(-1))
const answerFile = join(process.env.HOME, 'answer.txt')
const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'played', version: '1.0.0' },
  }),
  'tools/list': () => ({ tools }),
  'tools/call': () => ({ content: [{ type: 'text', text: readFileSync(answerFile, 'utf8') }] }),
  ping: () => ({}),
}
createInterface({ input: process.stdin })
  .on('line', (line) => {
    const { id, method, params } = JSON.parse(line)
    if (id === undefined) return
    const answer = answers[method]
    const body =
      answer === undefined
        ? { error: { code: -32601, message: 'There is no such method.' } }
        : { result: answer(params ?? {}) }
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...body })}\n`)
  })
  .on('close', () => process.exit(0))
