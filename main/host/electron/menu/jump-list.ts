// What the icon on the task bar of Windows offers, and the name by which Windows knows the app. A
// task is a second start with a link: like every link it shows a place and does nothing else.
import type { App, JumpListCategory } from 'electron'
import { APPROVALS, linkTo } from '../origin.ts'

/** As electron-builder.yml has it: the installer gives its shortcuts this name. */
const APP_ID = 'io.gatehouse.desktop'

export type TaskBar = Pick<App, 'isPackaged' | 'setAppUserModelId' | 'setJumpList'>

/** Only for an installed app: a clone would name bare Electron. */
export function setJumpList(app: TaskBar, platform: NodeJS.Platform, program: string): void {
  if (platform !== 'win32' || !app.isPackaged) return
  // Without it notifications have no name and the list hangs on no icon.
  app.setAppUserModelId(APP_ID)
  const said = app.setJumpList(jumpList(program))
  if (said !== 'ok') console.error(`gatehouse: Windows took no jump list (${said}).`)
}

/** The same places as the menu of the Dock. */
const jumpList = (program: string): JumpListCategory[] => [
  {
    type: 'tasks',
    items: [
      { title: 'Open Window', description: 'Shows the window of Gatehouse', args: '' },
      {
        title: 'Pending Approvals',
        description: 'Shows the calls that wait for approval',
        args: linkTo(APPROVALS),
      },
    ].map((task) => ({ type: 'task', program, iconPath: program, iconIndex: 0, ...task })),
  },
]
