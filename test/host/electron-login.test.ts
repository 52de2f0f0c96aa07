// The autostart entry of a Linux desktop.
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  autostartEntry,
  autostartFile,
  setAutostart,
} from '../../main/host/electron/login/autostart-file.ts'
import { makeTemporary } from '../temporary.ts'

let folder: string
beforeEach(() => {
  folder = makeTemporary('login')
})
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

describe('the autostart entry', () => {
  it.each([
    ['/opt/Gatehouse/gatehouse', 'Exec="/opt/Gatehouse/gatehouse" --hidden'],
    ['/home/a b/G.AppImage', 'Exec="/home/a b/G.AppImage" --hidden'],
    ['/x/50%/g', 'Exec="/x/50%%/g" --hidden'],
    ['/x/$HOME/g', String.raw`Exec="/x/\\$HOME/g" --hidden`],
    ['/x/"/g', String.raw`Exec="/x/\\"/g" --hidden`],
    ['/x/\\/g', String.raw`Exec="/x/\\\\/g" --hidden`],
  ])('of %s quotes the program', (program, line) => {
    expect(autostartEntry(program).split('\n')).toContain(line)
  })

  it('is written once, and goes', () => {
    const file = autostartFile(folder)
    setAutostart(file, '/opt/g', true)
    expect(readFileSync(file, 'utf8')).toBe(autostartEntry('/opt/g'))
    const { ino } = statSync(file)
    setAutostart(file, '/opt/g', true)
    expect(statSync(file).ino).toBe(ino)
    setAutostart(file, '/opt/other', true)
    expect(readFileSync(file, 'utf8')).toContain('/opt/other')
    setAutostart(file, '/opt/other', false)
    setAutostart(file, '/opt/other', false)
    expect(existsSync(join(folder, 'autostart', 'gatehouse.desktop'))).toBe(false)
  })
})
