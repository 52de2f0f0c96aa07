import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findAppPaths } from '../../main/config/paths.ts'

const own = (paths: ReturnType<typeof findAppPaths>) => ({
  ...paths,
  stop: paths.stop.filter((position) => /gatehouse/i.test(position)),
})

describe('findAppPaths', () => {
  it('follows the XDG folders on Linux', () => {
    const env = {
      XDG_CONFIG_HOME: '/c',
      XDG_DATA_HOME: '/d',
      XDG_STATE_HOME: '/s',
      XDG_RUNTIME_DIR: '/run/user/1000',
    }
    expect(own(findAppPaths({ env, platform: 'linux', homedir: '/home/ann' }))).toEqual({
      home: '/d/gatehouse',
      configFile: '/c/gatehouse/config.yaml',
      agentsDir: '/c/gatehouse/agents',
      dataDir: '/d/gatehouse',
      databaseFile: '/d/gatehouse/gatehouse.db',
      backupDir: '/d/gatehouse/backups',
      earlierRowsFile: '/d/gatehouse/gatehouse.db-front',
      headFile: '/s/gatehouse/journal-head.json',
      runDir: '/run/user/1000/gatehouse',
      socketFile: '/run/user/1000/gatehouse/gatehouse.sock',
      lockFile: '/d/gatehouse/gatehouse.lock',
      defaultWorkspace: '/home/ann/Gatehouse',
      stop: [
        '/c/gatehouse',
        '/d/gatehouse',
        '/s/gatehouse',
        '/run/user/1000/gatehouse',
        '/c/gatehouse/config.yaml',
        '/c/gatehouse/agents',
      ],
    })
  })

  it('falls back to the dot folders, and ignores a relative XDG path', () => {
    const paths = findAppPaths({
      env: { XDG_CONFIG_HOME: 'rel', XDG_DATA_HOME: '  ' },
      platform: 'linux',
      homedir: '/home/ann',
    })
    expect([paths.configFile, paths.databaseFile, paths.headFile, paths.socketFile]).toEqual([
      '/home/ann/.config/gatehouse/config.yaml',
      '/home/ann/.local/share/gatehouse/gatehouse.db',
      '/home/ann/.local/state/gatehouse/journal-head.json',
      '/home/ann/.local/state/gatehouse/run/gatehouse.sock',
    ])
  })

  it('uses Application Support on macOS', () => {
    const paths = findAppPaths({ env: {}, platform: 'darwin', homedir: '/Users/ann' })
    const support = '/Users/ann/Library/Application Support/Gatehouse'
    expect([paths.configFile, paths.databaseFile, paths.socketFile]).toEqual([
      `${support}/config.yaml`,
      `${support}/data/gatehouse.db`,
      `${support}/run/gatehouse.sock`,
    ])
    expect(paths.stop).toContain('/Users/ann/Library/Keychains')
  })

  it('uses the application folders and a named pipe on Windows', () => {
    const env = {
      APPDATA: 'C:\\Users\\ann\\AppData\\Roaming',
      LOCALAPPDATA: 'C:\\Users\\ann\\AppData\\Local',
    }
    const paths = findAppPaths({ env, platform: 'win32', homedir: 'C:\\Users\\ann' })
    expect(own(paths)).toEqual({
      home: 'C:\\Users\\ann\\AppData\\Local\\Gatehouse\\data',
      configFile: 'C:\\Users\\ann\\AppData\\Roaming\\Gatehouse\\config.yaml',
      agentsDir: 'C:\\Users\\ann\\AppData\\Roaming\\Gatehouse\\agents',
      dataDir: 'C:\\Users\\ann\\AppData\\Local\\Gatehouse\\data',
      databaseFile: 'C:\\Users\\ann\\AppData\\Local\\Gatehouse\\data\\gatehouse.db',
      backupDir: 'C:\\Users\\ann\\AppData\\Local\\Gatehouse\\data\\backups',
      earlierRowsFile: 'C:\\Users\\ann\\AppData\\Local\\Gatehouse\\data\\gatehouse.db-front',
      headFile: 'C:\\Users\\ann\\AppData\\Local\\Gatehouse\\state\\journal-head.json',
      runDir: 'C:\\Users\\ann\\AppData\\Local\\Gatehouse\\run',
      socketFile: expect.stringMatching(/^\\\\\.\\pipe\\gatehouse-[0-9a-f]{16}$/),
      lockFile: 'C:\\Users\\ann\\AppData\\Local\\Gatehouse\\data\\gatehouse.lock',
      defaultWorkspace: 'C:\\Users\\ann\\Gatehouse',
      stop: [
        'C:\\Users\\ann\\AppData\\Roaming\\Gatehouse',
        'C:\\Users\\ann\\AppData\\Local\\Gatehouse\\data',
        'C:\\Users\\ann\\AppData\\Local\\Gatehouse\\state',
        'C:\\Users\\ann\\AppData\\Local\\Gatehouse\\run',
        'C:\\Users\\ann\\AppData\\Roaming\\Gatehouse\\config.yaml',
        'C:\\Users\\ann\\AppData\\Roaming\\Gatehouse\\agents',
      ],
    })
  })

  it('puts everything below GATEHOUSE_HOME but the workspace, which is its sibling', () => {
    const paths = findAppPaths({
      env: { GATEHOUSE_HOME: '/tmp/gh/' },
      platform: 'linux',
      homedir: '/home/ann',
      config: '/etc/other.yaml',
    })
    expect({ ...paths, stop: paths.stop.slice(0, 3) }).toEqual({
      home: '/tmp/gh',
      configFile: '/etc/other.yaml',
      agentsDir: '/etc/agents',
      dataDir: '/tmp/gh/data',
      databaseFile: '/tmp/gh/data/gatehouse.db',
      backupDir: '/tmp/gh/data/backups',
      earlierRowsFile: '/tmp/gh/data/gatehouse.db-front',
      headFile: '/tmp/gh/state/journal-head.json',
      runDir: '/tmp/gh/run',
      socketFile: '/tmp/gh/run/gatehouse.sock',
      lockFile: '/tmp/gh/gatehouse.lock',
      defaultWorkspace: '/tmp/gh-workspace',
      stop: ['/tmp/gh', '/tmp/gh/run', '/etc/other.yaml'],
    })
  })

  it('keeps every socket path short enough to bind, two homes apart, and stops it too', () => {
    const home = fc.stringMatching(/^\/[a-z/]{0,160}[a-z]$/)
    fc.assert(
      fc.property(home, home, (a, b) => {
        const [one, two] = [a, b].map((GATEHOUSE_HOME) =>
          findAppPaths({
            env: { GATEHOUSE_HOME, TMPDIR: '/var/tmp' },
            platform: 'linux',
            homedir: '/h',
          }),
        )
        if (one === undefined || two === undefined) throw new Error('two homes')
        expect(Buffer.byteLength(one.socketFile)).toBeLessThanOrEqual(100)
        expect(one.stop.some((position) => one.socketFile.startsWith(`${position}/`))).toBe(true)
        expect(one.socketFile === two.socketFile).toBe(one.home === two.home)
      }),
    )
  })

  it.each(['linux', 'darwin', 'win32'])(
    'never lets a call reach keys or its own files on %s',
    (platform) => {
      const homedir = platform === 'win32' ? 'C:\\Users\\ann' : '/home/ann'
      const paths = findAppPaths({ env: {}, platform, homedir })
      const slash = platform === 'win32' ? '\\' : '/'
      const stopped = (path: string) =>
        paths.stop.some((position) => path === position || path.startsWith(position + slash))
      expect(
        [
          paths.databaseFile,
          paths.headFile,
          paths.configFile,
          paths.lockFile,
          `${homedir}${slash}.ssh${slash}id_ed25519`,
        ].filter((path) => !stopped(path)),
      ).toEqual([])
      expect(stopped(paths.defaultWorkspace)).toBe(false)
    },
  )
})
