// What the window calls each kind of tool.
import type { Category } from '../../../contract/call/category.ts'

export const categories: Readonly<Record<Category, string>> = {
  fs: 'Files',
  system: 'System',
  network: 'Network',
  browser: 'Browser',
  comms: 'Messages',
  secrets: 'Secrets',
  payments: 'Payments',
  account: 'Accounts',
  admin: 'Administration',
  memory: 'Memory',
  agents: 'Agents',
  schedule: 'Schedules',
  text: 'Text',
}
