// Pictures of runs and their calls, for make-shots.ts.
import { full, held, type Shot } from './shot.ts'

export const transcriptShots: readonly Shot[] = [
  { name: 'runs-empty', path: '/runs' },
  {
    name: 'runs',
    path: '/runs/run_00000001',
    options: full,
    act: (page) => page.getByText('All 48 tests pass').waitFor(),
  },
  {
    name: 'runs-folded-out',
    path: '/runs/run_00000001',
    options: full,
    act: async (page) => {
      await page.getByRole('button', { name: /^read_file/ }).click()
      await page
        .getByLabel('Transcript')
        .last()
        .evaluate((element) => (element.scrollTop = 0))
    },
  },
  {
    name: 'runs-remove',
    path: '/runs/run_00000001',
    options: full,
    act: async (page) => {
      await page.getByRole('button', { name: 'Remove this run…' }).click()
      await page.getByText('This cannot be undone.').waitFor()
      await page.waitForTimeout(250)
    },
  },
  {
    name: 'runs-call-open',
    path: '/runs/run_00000001',
    options: full,
    act: async (page) => {
      await page
        .getByRole('button', { name: /^read_file/ })
        .first()
        .click()
      await page.getByRole('link', { name: 'This call in Audit' }).scrollIntoViewIfNeeded()
    },
  },
  { name: 'runs-interrupted', path: '/runs/run_00000002', options: full },
  {
    name: 'runs-held',
    path: '/runs',
    options: { journalRows: 12 },
    act: async (page) => {
      await page.getByRole('textbox', { name: 'Message' }).fill('write notes.txt: hello')
      await page.keyboard.press('Enter')
      await page.getByRole('region', { name: 'Approval' }).waitFor()
      await page.waitForTimeout(500)
    },
  },
  {
    name: 'runs-live',
    path: '/runs',
    act: async (page) => {
      await page.getByRole('textbox', { name: 'Message' }).fill('run ls -la')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Allow once' }).click()
      await page.getByText('line 4 of').waitFor()
    },
  },
  {
    name: 'undo',
    path: '/runs/run_00000001',
    options: full,
    act: async (page) => {
      await page.getByRole('button', { name: 'Undo…' }).last().click()
      await page.getByRole('button', { name: /^(Changed|Restore) README/ }).click()
      await page.waitForTimeout(250)
    },
  },
  {
    name: 'undo-conflicts',
    path: '/runs/run_00000001',
    options: { ...full, conflicts: true },
    act: async (page) => {
      await page.getByRole('button', { name: 'Undo…' }).last().click()
      await page.getByRole('checkbox', { name: /README/ }).check()
      await page.waitForTimeout(250)
    },
  },
  {
    name: 'undo-done',
    path: '/runs/run_00000001',
    options: { ...full, conflicts: true },
    act: async (page) => {
      await page.getByRole('button', { name: 'Undo…' }).last().click()
      await page.getByRole('checkbox', { name: 'All' }).check()
      await page.getByRole('button', { name: 'Put 1,204 paths back' }).click()
      await page.getByRole('button', { name: 'Undo this undo…' }).waitFor()
      await page.waitForTimeout(250)
    },
  },
  {
    name: 'narrow-undo',
    path: '/runs/run_00000001',
    options: { ...full, conflicts: true },
    width: 900,
    act: async (page) => {
      await page.getByRole('button', { name: 'Undo…' }).last().click()
      await page.waitForTimeout(250)
    },
  },
  {
    name: 'palette',
    path: '/runs',
    options: held,
    act: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').waitFor()
      await page.waitForTimeout(250)
    },
  },
  {
    name: 'banners',
    path: '/runs',
    options: full,
    act: async (page) => {
      await page.evaluate(
        `window.fakeBridge.changeApp({ config: { file: '/home/ada/.config/gatehouse/config.yaml', problem: { file: '/home/ada/.config/gatehouse/config.yaml', line: 12, column: 3, text: 'There is no setting named exfilGuard.', hint: 'Did you mean exfiltrationGuard?' } }, sandbox: { state: 'missing', text: 'none found', how: 'Install bubblewrap.' }, workspace: { path: '/home/ada/site', ready: false, text: '/home/ada/site is gone.' }, journal: { rows: 412, verification: { kind: 'broken', rows: 412, seq: 208, fault: 'edited', text: 'Row 208 was changed after it was written.', durationMs: 3 }, fault: 'The disk is full.' } })`,
      )
      await page.getByText('exfilGuard').waitFor()
    },
  },
  {
    name: 'lost',
    path: '/runs',
    options: { lost: true },
    act: (page) => page.getByText('The connection to Gatehouse is lost.').waitFor(),
  },
  { name: 'narrow-runs', path: '/runs/run_00000001', options: full, width: 640 },
]
