import { expect, it } from 'vitest'
import { isOwnFile } from '../../main/host/electron/save-files.ts'

it.each([
  ['blob:gatehouse://app/0a1b', true],
  ['gatehouse://app/index.html', false],
  ['blob:https://example.com/0a1b', false],
  ['blob:gatehouse://elsewhere/0a1b', false],
  ['blob:null/0a1b', false],
  ['blob:blob:gatehouse://app/0a1b', false],
  ['data:text/plain,x', false],
  ['https://example.com/file.zip', false],
  ['file:///etc/passwd', false],
  ['', false],
])('%s may be saved by the window: %s', (address, may) => {
  expect(isOwnFile(address)).toBe(may)
})
