// Entry of the Electron host: out/main/electron.js. Order matters here: what must be said before
// Electron is ready comes first.
import { letGo } from '../../../contract/let-go.ts'
import { existsSync, mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { app, ipcMain, protocol, session, shell } from 'electron'
import about from '../../../package.json' with { type: 'json' }
import { findAppPaths } from '../../config/paths.ts'
import type { App } from '../app.ts'
import { openLastHandler } from '../last-handler.ts'
import { openAppSafely } from '../../wiring/safe-mode.ts'
import { showBadge } from './tray/badge.ts'
import { configOf } from './config-argument.ts'
import { followHeld } from './held.ts'
import { browse } from './browse.ts'
import { refusedSwitches, setSwitches, switchesFailure } from './hardening/switches.ts'
import { connectWindows } from './ipc.ts'
import { type Lifetime, manageLifetime } from './lifetime.ts'
import { followLinks, isFirstInstance, type Links, locationOfArguments } from './links.ts'
import { followLoginItem, startsHidden } from './login/login-item.ts'
import { setJumpList } from './menu/jump-list.ts'
import { setMenu } from './menu/menu.ts'
import { restrictNavigation } from './navigation.ts'
import { notifyHeld } from './notices/held-notifications.ts'
import { notifyQuestions } from './notices/question-notifications.ts'
import { declareScheme, servePage } from './page-protocol.ts'
import { pickFolder } from './pick-folder.ts'
import { showTexts } from './notices/agent-notifications.ts'
import { askWhereToSave } from './save-files.ts'
import { refuse } from './refuse.ts'
import { restrictSession } from './hardening/permissions.ts'
import { setShortcut } from './shortcut.ts'
import { followSettings } from './settings.ts'
import { systemPermission } from './system-permission.ts'
import { systemStore } from './system-store.ts'
import { followStop, setStopKeys } from './stop.ts'
import { touchId } from './touch-id.ts'
import { openTray } from './tray/tray.ts'
import { findUpdateSource } from './updates/find-source.ts'
import { ensureHomeVariable } from '../../config/folders/home-variable.ts'
import { workIn } from '../../config/folders/working-folder.ts'
import { openPanelWindow } from './window.ts'
import { openApprovalWindow } from './windows/approval-window.ts'

ensureHomeVariable(process.env, process.platform)
const out = join(import.meta.dirname, '..')
const paths = findAppPaths({
  env: process.env,
  platform: process.platform,
  homedir: homedir(),
  config: configOf(process.argv),
})

let lifetime: Lifetime | null = null
const last = openLastHandler({ exit: (code) => app.exit(code) })
app.enableSandbox()
setSwitches(app.commandLine)
declareScheme(protocol)
// Chromium's own files go into our home; the lock of the single instance is theirs, so each home
// has its own.
const chromium = join(paths.dataDir, 'electron')
mkdirSync(chromium, { recursive: true, mode: 0o700 })
app.setPath('userData', chromium)

const refused = refusedSwitches({
  given: process.argv.slice(1),
  platform: process.platform,
  packaged: app.isPackaged,
  testBuild: existsSync(join(import.meta.dirname, 'test-build')),
})
if (refused.length > 0) refuse(switchesFailure(refused))
else if (isFirstInstance()) letGo(start())
else app.quit()

async function start(): Promise<void> {
  restrictNavigation(app, shell)
  const links = followLinks()
  const [composed] = await Promise.all([
    openAppSafely({
      host: 'electron',
      paths,
      version: about.version,
      systemStore,
      systemPermission,
      browse,
      pickFolder,
      touchId,
      updates: findUpdateSource({
        packaged: app.isPackaged,
        platform: process.platform,
        appImage: process.env['APPIMAGE'],
        resources: process.resourcesPath,
        keyFile: join(import.meta.dirname, 'update-key.pem'),
        end: async () => lifetime?.endForUpdate(),
      }),
    }),
    app.whenReady(),
  ])
  if (!composed.ok) return refuse(composed.error)
  workIn(paths.home)
  last.join({ noted: composed.value.noted, end: composed.value.dispose })
  show(composed.value, links)
}

function show(panel: App, links: Links): void {
  restrictSession(session.defaultSession)
  askWhereToSave(session.defaultSession, () => app.getPath('downloads'))
  servePage(session.defaultSession, join(out, 'renderer'))
  const preload = join(out, 'preload', 'preload.cjs')
  const window = openPanelWindow(preload, join(chromium, 'window.json'))
  const held = followHeld(panel)
  const stop = followStop(panel)
  const settings = followSettings(panel)
  const approval = openApprovalWindow({ preload, held, settings, window })
  const contents = () => [...window.contents(), ...approval.contents()]
  const disconnect = connectWindows(panel, { contents }, ipcMain)
  const tray = openTray(window, held, stop)
  showBadge(window, held)
  notifyHeld({ app: panel, window, held, settings, approval })
  const stopTexts = showTexts(panel, window)
  notifyQuestions({ app: panel, window })
  setMenu(window)
  setJumpList(app, process.platform, process.execPath)
  setShortcut(window, approval)
  setStopKeys(window, stop)
  lifetime = manageLifetime({
    window,
    held,
    hasTray: tray !== null,
    async end() {
      disconnect()
      stopTexts()
      held.dispose()
      stop.dispose()
      settings.dispose()
      await panel.dispose()
    },
  })
  followLoginItem(settings)
  const location = locationOfArguments(process.argv)
  // Without a tray there would be no way to it.
  if (location !== undefined || tray === null || !startsHidden(process.argv)) window.open(location)
  links.leadTo(window)
}
