// Colour in the output, by terminal and environment.
import { expect, it } from 'vitest'
import { wantsColor } from '../../main/host/cli/output/wants-color.ts'

it.each([
  ['a terminal', {}, [true, false]],
  ['NO_COLOR', { NO_COLOR: '1' }, [false, false]],
  ['an empty NO_COLOR, which says nothing', { NO_COLOR: '' }, [true, false]],
  ['NO_COLOR=0, whose value says nothing', { NO_COLOR: '0' }, [false, false]],
  ['FORCE_COLOR, which is set for other programs as well', { FORCE_COLOR: '1' }, [true, false]],
  ['FORCE_COLOR with a depth', { FORCE_COLOR: '3' }, [true, false]],
  ['FORCE_COLOR=0', { FORCE_COLOR: '0' }, [false, false]],
  ['FORCE_COLOR=false', { FORCE_COLOR: 'false' }, [false, false]],
  ['an empty FORCE_COLOR', { FORCE_COLOR: '' }, [true, false]],
  ['both, and NO_COLOR is stronger', { NO_COLOR: '1', FORCE_COLOR: '1' }, [false, false]],
  ['CLICOLOR_FORCE', { CLICOLOR_FORCE: '1' }, [true, false]],
  ['CLICOLOR_FORCE=0', { CLICOLOR_FORCE: '0' }, [true, false]],
  ['CLICOLOR=0', { CLICOLOR: '0' }, [false, false]],
  ['CLICOLOR=1', { CLICOLOR: '1' }, [true, false]],
  ['a terminal without colours', { TERM: 'dumb' }, [false, false]],
  [
    'a terminal without colours, and FORCE_COLOR',
    { TERM: 'dumb', FORCE_COLOR: '1' },
    [true, false],
  ],
])('%s', (_name, env, [onTerminal, elsewhere]) => {
  expect([wantsColor(env, true), wantsColor(env, false)]).toEqual([onTerminal, elsewhere])
})
