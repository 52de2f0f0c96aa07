// What the menus of each system offer: menu bar, Dock, and the jump list of Windows. And the colour a
// window opens with.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JumpListCategory } from 'electron'
import { describe, expect, it } from 'vitest'
import { setJumpList, type TaskBar } from '../../main/host/electron/menu/jump-list.ts'
import { dockTemplate, menuTemplate } from '../../main/host/electron/menu/menu-template.ts'
import { locationOfLink } from '../../main/host/electron/origin.ts'
import { backgroundColor } from '../../main/host/electron/windows/background-color.ts'

const root = join(import.meta.dirname, '..', '..')

describe('the menu bar', () => {
  const opened: (string | undefined)[] = []
  const open = (location?: string) => void opened.push(location)
  const labels = (platform: NodeJS.Platform, development: boolean) =>
    menuTemplate({ platform, development, open }).map(({ label, role, submenu }) => [
      label ?? role,
      Array.isArray(submenu) ? submenu.flatMap((item) => item.label ?? item.role ?? []) : [],
    ])
  const view = ['resetZoom', 'zoomIn', 'zoomOut', 'togglefullscreen']

  it('has on macOS an app menu with the settings, and ends by its Quit', () => {
    expect(labels('darwin', false)).toEqual([
      ['appMenu', ['about', 'Settings…', 'services', 'hide', 'hideOthers', 'unhide', 'quit']],
      ['&File', ['Open Window', 'Pending Approvals', 'close']],
      ['editMenu', []],
      ['&View', view],
      ['windowMenu', []],
    ])
  })

  it.each<NodeJS.Platform>(['linux', 'win32'])('has on %s all of that under File', (platform) => {
    expect(labels(platform, false)).toEqual([
      ['&File', ['Open Window', 'Pending Approvals', 'Settings…', 'quit']],
      ['editMenu', []],
      ['&View', view],
      ['windowMenu', []],
    ])
  })

  it('has developer tools in a clone only', () => {
    expect(JSON.stringify(labels('linux', true))).toContain('toggleDevTools')
    expect(JSON.stringify(labels('linux', false))).not.toContain('toggleDevTools')
  })

  it('leads where its words say, from the Dock too', () => {
    opened.length = 0
    const press = (item: { click?: unknown }) => (item.click as () => void)()
    for (const item of dockTemplate({ open })) press(item)
    const [file] = menuTemplate({ platform: 'linux', development: false, open })
    for (const item of Array.isArray(file?.submenu) ? file.submenu : [])
      if (item.click !== undefined) press(item)
    expect(opened).toEqual([undefined, '/approvals', undefined, '/approvals', '/settings'])
  })
})

describe('the jump list of Windows', () => {
  const program = String.raw`C:\Users\Ada\Gatehouse\gatehouse-desktop.exe`
  /** What Windows is told. */
  const notify = (platform: NodeJS.Platform, isPackaged: boolean) => {
    const ids: string[] = []
    const lists: JumpListCategory[] = []
    const taskBar: TaskBar = {
      isPackaged,
      setAppUserModelId: (id) => void ids.push(id),
      setJumpList(categories) {
        lists.push(...(categories ?? []))
        return 'ok'
      },
    }
    setJumpList(taskBar, platform, program)
    return { ids, lists }
  }

  it('leads where the menu of the Dock leads, by links that only show a place', () => {
    const { ids, lists } = notify('win32', true)
    expect(ids).toEqual(['io.gatehouse.desktop'])
    expect(lists.map(({ type }) => type)).toEqual(['tasks'])
    const tasks = lists.flatMap(({ items = [] }) => items)
    expect(tasks.map((task) => [task.type, task.program, task.iconPath, task.iconIndex])).toEqual([
      ['task', program, program, 0],
      ['task', program, program, 0],
    ])
    const led: (string | undefined)[] = []
    const dock = dockTemplate({ open: (place) => void led.push(place) })
    for (const { click } of dock) (click as () => void)()
    expect(tasks.map(({ title, args = '' }) => [title, locationOfLink(args) ?? undefined])).toEqual(
      dock.map(({ label }, at) => [label, led[at]]),
    )
  })

  it('has the name that the installer gives to its shortcuts', () => {
    const named = /^appId: (.+)$/m.exec(readFileSync(join(root, 'electron-builder.yml'), 'utf8'))
    expect(notify('win32', true).ids).toEqual([named?.[1]])
  })

  it.each<[NodeJS.Platform, boolean]>([
    ['win32', false],
    ['linux', true],
    ['darwin', true],
  ])('is not made on %s where installed is %s', (platform, packaged) => {
    expect(notify(platform, packaged)).toEqual({ ids: [], lists: [] })
  })
})

it('a window opens with the background colour of its page', () => {
  const tokens = readFileSync(join(root, 'renderer', 'theme', 'tokens.css'), 'utf8')
  expect(/--bg: light-dark\((.+?), (.+?)\);/.exec(tokens)?.slice(1)).toEqual([
    backgroundColor(false),
    backgroundColor(true),
  ])
})
