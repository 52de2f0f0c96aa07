// Every topic of the IPC table is served by one file that is named for it, and nothing is between
// the router and these files.
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { ipc } from '../../contract/ipc/ipc.ts'

const root = join(import.meta.dirname, '../..')

const topics = [...new Set(Object.keys(ipc).map((channel) => channel.split('.')[0] ?? ''))]
const files = globSync('main/services/*/*-service.ts', { cwd: root })

it('has one service for each topic, by its name', () => {
  expect(files.map((file) => basename(file, '-service.ts')).toSorted()).toEqual(topics.toSorted())
})

it.each(topics)('%s: every channel is a handler of that service', (topic) => {
  const text = readFileSync(join(root, `main/services/${topic}/${topic}-service.ts`), 'utf8')
  const channels = Object.keys(ipc).filter((channel) => channel.startsWith(`${topic}.`))
  expect(channels.filter((channel) => !text.includes(`'${channel}'`))).toEqual([])
  expect(text).toContain(`TopicHandlers<'${topic}'>`)
})

it('hands every service to the router and to nothing else', () => {
  const imports = globSync('main/**/*.ts', { cwd: root }).flatMap((file) =>
    [
      ...readFileSync(join(root, file), 'utf8').matchAll(
        /^import \{[^}]*\} from '[^']*services\/[a-z-]+\/([a-z-]+)-service\.ts'/gm,
      ),
    ].map(([, topic]) => ({ file, topic })),
  )
  expect(imports.map(({ topic = '' }) => topic).toSorted()).toEqual(topics.toSorted())
  expect(imports.filter(({ file }) => !file.startsWith('main/wiring/services/'))).toEqual([])
})
