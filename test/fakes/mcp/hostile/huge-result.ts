// One gigabyte as the text of one result, written as fast as it is read.
import { serve } from '../raw-server.ts'

const MIB = Buffer.alloc(1024 * 1024, 'a')
serve({
  tools: () => [{ name: 'huge' }],
  call: (_tool, _args, { id }) => {
    process.stdout.write(
      `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"content":[{"type":"text","text":"`,
    )
    let left = 1024
    const more = (): void => {
      while (left > 0) {
        left -= 1
        if (!process.stdout.write(MIB)) return void process.stdout.once('drain', more)
      }
      process.stdout.write('"}]}}\n')
    }
    more()
    return undefined
  },
})
