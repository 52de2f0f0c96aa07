#!/usr/bin/env node
// A server of the Model Context Protocol in one file, to be packed: it says where it runs, and
// whether a script was run when it was installed.
import { existsSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

/** @param {unknown} id @param {object} result */
const answer = (id, result) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`)
const wrote = () => {
  try {
    writeFileSync(new URL('planted', import.meta.url), '')
    return 'its own program'
  } catch {
    writeFileSync('state', '1')
    return 'its own folder alone'
  }
}
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (method === 'initialize')
    answer(id, {
      protocolVersion: params.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'packed', version: '1' },
    })
  else if (method === 'tools/list')
    answer(id, {
      tools: [{ name: 'get_place', description: 'Says where.', inputSchema: { type: 'object' } }],
    })
  else if (method === 'tools/call') {
    const built =
      existsSync(new URL('node_modules/built/ran', `file://${process.cwd()}/`)) ||
      existsSync('/home/package/node_modules/built/ran')
    const text = `args ${process.argv.slice(2).join(' ')}; writes ${wrote()}; scripts ${built ? 'ran' : 'did not run'}`
    answer(id, { content: [{ type: 'text', text }] })
  } else if (id !== undefined)
    process.stdout.write(
      `${JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'no' } })}\n`,
    )
})
